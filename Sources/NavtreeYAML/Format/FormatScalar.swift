import NavtreeText

/// The text of a scalar in the one form: with quotes where it needs them, those as `"` where both do.
struct FormatScalar {
  let node: FormatNode
  let source: SourceText

  private var event: YAMLEvent { node.event }

  /// As it is written.
  private var raw: String { String(decoding: source.bytes[node.content..<node.end], as: UTF8.self) }

  private var isBroken: Bool { event.start.line != event.end.line && raw.contains(where: \.isNewline) }

  /// On one line.
  var line: String {
    if event.kind == .alias { return "*\(event.text)" }
    switch event.style {
    case .plain where !isBroken: return raw
    // A text that fills several lines without a break has spaces for them.
    case .plain: return event.text.contains(where: \.isNewline) ? LineText.escaped(event.text) : event.text
    case .singleQuoted, .doubleQuoted: return isBroken ? joined : quoted
    default: return LineText.escaped(event.text)
    }
  }

  /// Without the indent of the lines but the first.
  var lines: [String] {
    guard event.kind == .scalar, isBroken, event.style != .literal, event.style != .folded else {
      return [line]
    }
    // Of these YAML 1.1 makes other breaks.
    if raw.unicodeScalars.contains(where: { ["\u{85}", "\u{2028}", "\u{2029}"].contains($0) }) {
      return [line]
    }
    let lines = raw.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.enumerated().map { number, line in
      var line = number == 0 ? line : line.drop { $0 == " " || $0 == "\t" }
      while let last = line.last, last == " " || last == "\t" {
        let rest = line.dropLast()
        if event.style == .doubleQuoted, rest.reversed().prefix(while: { $0 == "\\" }).count % 2 == 1 {
          break
        }
        line = rest
      }
      return String(line)
    }
  }

  /// Of a text in quotes on several lines.
  private var joined: String {
    let text = event.text
    if node.properties.isEmpty, Self.isPlain(text) { return text }
    let escaped = LineText.escaped(text)
    guard escaped.contains("\\"), Self.escapesMarksAlone(escaped) else { return escaped }
    return "'\(text.replacing("'", with: "''"))'"
  }

  /// Of a text in quotes on one line.
  private var quoted: String {
    let text = event.text
    // Who escapes a character wants to see which it is.
    if node.properties.isEmpty, Self.isPlain(text), !raw.contains("\\") { return text }
    let needsSingle = text.contains("\"") || text.contains("\\")
    if event.style == .singleQuoted { return needsSingle ? raw : "\"\(text)\"" }
    guard needsSingle, Self.escapesMarksAlone(raw) else { return raw }
    return "'\(text.replacing("'", with: "''"))'"
  }

  /// Whether the escapes of a quoted text are those of `"` and `\`.
  private static func escapesMarksAlone(_ raw: String) -> Bool {
    var isEscape = false
    for character in raw {
      if isEscape, character != "\"", character != "\\" { return false }
      isEscape = !isEscape && character == "\\"
    }
    return true
  }

  /// Whether a text means itself without quotes, in brackets too. An expression in `${}` keeps its quotes.
  static func isPlain(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    guard let first = scalars.first, first.properties.isAlphabetic || first == "/" || first == "_",
      scalars.last != " ", scalars.last != ":", !LineText.isWordOfType(text), !text.isTemplate
    else { return false }
    for (index, scalar) in scalars.enumerated() {
      if ",[]{}\"\\?".unicodeScalars.contains(scalar) || scalar.value < 0x20 || scalar.isDeceptive {
        return false
      }
      if scalar == ":", !scalars[index + 1].properties.isAlphabetic, scalars[index + 1] != "/" {
        return false
      }
      if scalar == "#", scalars[index - 1] == " " { return false }
      if scalar == "\u{A0}" || scalar == "\u{FEFF}" || scalar.value == 0x7F { return false }
    }
    return true
  }

  // MARK: Blocks

  /// The header and the lines of a text behind `|` or `>`, and the line of the source behind those; nil of one
  /// without any, which is written in quotes.
  var block: (header: String, lines: [String], end: Int)? {
    guard event.kind == .scalar, event.style == .literal || event.style == .folded else { return nil }
    let texts = event.text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = texts.first(where: { !Self.isBlank($0) }) else { return nil }
    let start = Int(event.start.line) + headerLine
    var lines: [Substring] = []
    var indent: Int?
    for number in start..<max(source.lineCount, start) {
      let line = Substring(source.line(number))
      let width = line.prefix { $0 == " " }.count
      if !Self.isBlank(line) {
        if indent == nil { indent = width - first.prefix { $0 == " " }.count }
        if width < indent ?? 0 { break }
      }
      lines.append(line)
    }
    let keeps = event.text.hasSuffix("\n\n")
    // The end of the file is no line.
    if lines.last?.isEmpty == true, start + lines.count == source.lineCount { lines.removeLast() }
    if !keeps {
      while let last = lines.last, Self.isBlank(last), last.count <= indent ?? 0 { lines.removeLast() }
    }
    let chomping = keeps ? "+" : event.text.hasSuffix("\n") ? "" : "-"
    let isDeep = event.text.drop { $0 == "\n" }.first == " "
    return (
      "\(event.style == .literal ? "|" : ">")\(isDeep ? "2" : "")\(chomping)",
      lines.map { String($0.dropFirst(indent ?? 0)) },
      start + lines.count
    )
  }

  /// The number of lines that the properties and the header take.
  private var headerLine: Int {
    1 + source.bytes[source.offset(of: event.start)..<node.content].count { $0 == 0x0A }
  }

  private static func isBlank(_ line: Substring) -> Bool { line.allSatisfy { $0 == " " } }
}
