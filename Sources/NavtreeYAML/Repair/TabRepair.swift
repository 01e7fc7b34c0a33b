/// Tabs that indent.
enum TabRepair {
  /// The widths that a tab may have been meant to have.
  static func proposals(for error: Diagnostic, in source: SourceText) -> [RepairProposal] {
    guard error.code == .yamlTab else { return [] }
    let line = error.location.line - 1
    let mark = YAMLMark(line: Int32(clamping: line), column: Int32(clamping: error.location.column - 1))
    let above = source.lineAbove(line).map { YAMLLine($0.text).indent } ?? 0
    return [2, 4, 8, above, above + 2, 0].enumerated().map { index, width in
      RepairProposal(
        diagnostic: diagnostic(mark, width: width, in: source), penalty: index, line: line, isDeeper: false,
        isIndent: false)
    }
  }

  /// The edit replaces all tabs of the file that indent.
  static func diagnostic(_ mark: YAMLMark, width: Int, in source: SourceText) -> Diagnostic {
    let line = source.line(Int(mark.line))
    var spacedLine = spaced(line, width)
    var last = Int(mark.line)
    if LineText.indentingTab(in: line) == nil {
      spacedLine = line.map { $0 == "\t" ? " " : String($0) }.joined()
    }
    var lines = [spacedLine]
    var pending: [String] = []
    for number in Int(mark.line) + 1..<max(source.lineCount, Int(mark.line) + 1) {
      let text = source.line(number)
      pending.append(spaced(text, width))
      if LineText.indentingTab(in: text) == nil { continue }
      lines += pending
      pending = []
      last = number
    }
    let edit = SourceEdit(Int(mark.line)...last, of: source, with: lines)
    let others = last > mark.line ? "; so to line \(last + 1)" : ""
    return Diagnostic(
      .error, .yamlTab, "a tab where YAML wants spaces", at: source.place(of: mark),
      hint: Hint("indent with spaces: \(spacedLine)\(others)", .edit(edit), isCertain: true))
  }

  /// The line with spaces for the tabs that indent it.
  private static func spaced(_ text: String, _ width: Int) -> String {
    let content = LineText.trimmedStart(text)
    return text.dropLast(content.count).map { $0 == "\t" ? String(repeating: " ", count: width) : " " }
      .joined()
      + content
  }
}
