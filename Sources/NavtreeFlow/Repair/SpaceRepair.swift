/// Spaces of Unicode that look like those of YAML and are none.
enum SpaceRepair {
  /// The replacement of those around a line's key, and of all in it that aren't quoted; the edit also replaces
  /// those around other keys of the file.
  static func proposal(for line: Int, in source: SourceText) -> RepairProposal? {
    let scalars = Array(source.line(line).unicodeScalars)
    guard let column = unquoted(scalars).first else { return nil }
    var lines = line..<line + 1
    var texts: [String] = []
    for number in 0..<source.lineCount {
      let text = Array(source.line(number).unicodeScalars)
      let places = number == line ? unquoted(text) : structural(text)
      if !places.isEmpty { lines = min(lines.lowerBound, number)..<max(lines.upperBound, number + 1) }
    }
    for number in lines {
      var text = Array(source.line(number).unicodeScalars)
      for place in number == line ? unquoted(text) : structural(text) { text[place] = " " }
      texts.append(String(String.UnicodeScalarView(text)))
    }
    let mark = YAMLMark(line: Int32(clamping: line), column: Int32(clamping: column))
    let last = lines.upperBound - 1
    let edit = SourceEdit(
      from: YAMLMark(line: Int32(clamping: lines.lowerBound), column: 0),
      to: YAMLMark(
        line: Int32(clamping: last), column: Int32(clamping: source.line(last).unicodeScalars.count)),
      with: texts.joined(separator: "\n"))
    let name = scalars[column].properties.name?.lowercased() ?? "a space"
    let code = YAMLAdvice.hex(scalars[column].value, 4)
    let others = lines.count > 1 ? "; so in lines \(lines.lowerBound + 1) to \(lines.upperBound)" : ""
    return RepairProposal(
      diagnostic: Diagnostic(
        .error, .yamlSpace, "U+\(code) (\(name)) where YAML wants a space",
        at: YAMLAdvice.span(mark, in: source),
        hint: Hint("write spaces: \(texts[line - lines.lowerBound])\(others)", .edit(edit))),
      penalty: 0, line: line, isDeeper: false, isIndent: false)
  }

  /// U+200B and U+FEFF have no width; the others are spaces of category Zs.
  private static func isOdd(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0xA0 { return false }
    return scalar == "\u{200B}" || scalar == "\u{FEFF}"
      || scalar.properties.generalCategory == .spaceSeparator
  }

  private static func unquoted(_ scalars: [Unicode.Scalar]) -> [Int] {
    var places: [Int] = []
    var quote: Unicode.Scalar?
    for (index, scalar) in scalars.enumerated() {
      if scalar == quote {
        quote = nil
      } else if quote == nil, scalar == "'" || scalar == "\"" {
        quote = scalar
      } else if quote == nil, isOdd(scalar) {
        places.append(index)
      }
    }
    return places
  }

  /// Those of the indent, and those behind a dash or a key's colon.
  private static func structural(_ scalars: [Unicode.Scalar]) -> [Int] {
    var places: [Int] = []
    var index = 0
    func skip() {
      while index < scalars.count, scalars[index] == " " || isOdd(scalars[index]) {
        if scalars[index] != " " { places.append(index) }
        index += 1
      }
    }
    skip()
    while index < scalars.count, scalars[index] == "-" {
      index += 1
      skip()
    }
    while index < scalars.count, scalars[index] != ":", scalars[index] != " ", !isOdd(scalars[index]) {
      index += 1
    }
    if index < scalars.count, scalars[index] == ":" {
      index += 1
      skip()
    }
    return places
  }
}
