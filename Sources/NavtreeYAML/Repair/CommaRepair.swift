/// Values in braces or brackets that a comma of theirs cuts off.
enum CommaRepair {
  static func proposals(for line: Int, _ advice: YAMLAdvice) -> [RepairProposal] {
    let source = advice.source
    guard let text = source.shortLine(line) else { return [] }
    let values = FlowValues(text)
    return values.ranges.compactMap { range in
      let text = values.text(range)
      guard let cut = values.cut(of: range), LineText.inDoubleBraces(text) == nil,
        advice.vocabulary.list(text) == nil
      else { return nil }
      let number = Int32(clamping: line)
      let mark = YAMLMark(line: number, column: Int32(clamping: cut))
      return RepairProposal(
        diagnostic: Diagnostic(
          .error, .yamlBracket, "the '\(values.text(cut..<cut + 1))' ends the value in YAML",
          at: source.place(of: mark),
          hint: advice.quoting(
            "quote it", range, of: values, number,
            below: IndentRepair(source, advice.vocabulary).keys(above: line))),
        penalty: 0, line: line, isDeeper: false, isIndent: false)
    }
  }
}
