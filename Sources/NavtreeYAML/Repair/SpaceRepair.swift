/// Spaces of Unicode that look like those of YAML and are none.
enum SpaceRepair {
  /// The replacements of those around a line's key, and of all in it that aren't quoted; the edit also replaces
  /// those around other keys of the file.
  ///
  /// - Parameter widths: The columns at which the line could begin.
  static func proposals(for line: Int, at widths: [Int], in source: SourceText) -> [RepairProposal] {
    let scalars = Array(source.line(line).unicodeScalars)
    guard let column = unquoted(scalars).first else { return [] }
    var lines = line..<line + 1
    for number in 0..<source.lineCount where number != line {
      guard source.bytes(ofLine: number).contains(where: { $0 > 0x7F }) else { continue }
      if !structural(Array(source.line(number).unicodeScalars)).isEmpty {
        lines = min(lines.lowerBound, number)..<max(lines.upperBound, number + 1)
      }
    }
    let indent = scalars.prefix { $0 == " " || isOdd($0) }.count
    let columns: [Int?] = [nil] + (column < indent ? widths : [])
    return [false, true].flatMap { isWide in
      columns.map { width in
        let texts = lines.map { number in
          let text = Array(source.line(number).unicodeScalars)
          if number != line { return replacing(structural(text), of: text, isWide) }
          guard let width else { return replacing(unquoted(text), of: text, isWide) }
          let places = unquoted(text).filter { $0 >= indent }.map { $0 - indent }
          return String(repeating: " ", count: width)
            + replacing(places, of: Array(text.dropFirst(indent)), isWide)
        }
        return proposal(line, scalars[column], column, lines, texts, in: source, isSure: width == nil)
      }
    }
  }

  /// - Parameter isWide: Whether those that show as wide as two spaces become two.
  private static func replacing(_ places: [Int], of scalars: [Unicode.Scalar], _ isWide: Bool) -> String {
    var text = String.UnicodeScalarView()
    var places = places[...]
    for (index, scalar) in scalars.enumerated() {
      guard index == places.first else {
        text.append(scalar)
        continue
      }
      places.removeFirst()
      text.append(contentsOf: isWide && isTwice(scalar) ? "  ".unicodeScalars : " ".unicodeScalars)
    }
    return String(text)
  }

  private static func proposal(
    _ line: Int, _ scalar: Unicode.Scalar, _ column: Int, _ lines: Range<Int>, _ texts: [String],
    in source: SourceText, isSure: Bool
  ) -> RepairProposal {
    let mark = YAMLMark(line: Int32(clamping: line), column: Int32(clamping: column))
    let edit = SourceEdit(lines.lowerBound...lines.upperBound - 1, of: source, with: texts)
    let name = scalar.properties.name?.lowercased() ?? "a space"
    let code = LineText.hex(scalar.value, 4)
    let others = lines.count > 1 ? "; so in lines \(lines.lowerBound + 1) to \(lines.upperBound)" : ""
    return RepairProposal(
      diagnostic: Diagnostic(
        .error, .yamlSpace, "U+\(code) (\(name)) where YAML wants a space",
        at: source.place(of: mark),
        hint: Hint("write spaces: \(texts[line - lines.lowerBound])\(others)", .edit(edit), isCertain: true)),
      penalty: isSure ? 0 : 1, line: line, isDeeper: false, isIndent: false)
  }

  /// U+3000, and the em space and em quad, which show as wide as two letters.
  private static func isTwice(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{3000}" || scalar == "\u{2003}" || scalar == "\u{2001}"
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
