import NavtreeText

/// The advice of a diagnostic: a sentence, and the edit that follows it where it names one.
package struct Hint: ExpressibleByStringInterpolation {
  package enum Change {
    /// Puts a text in place of the span that the diagnostic points at.
    case span(String)
    case edit(SourceEdit)
  }

  package let text: String
  package let change: Change?
  /// Whether nothing else than the change can have been meant.
  package let isCertain: Bool

  package init(_ text: String, _ change: Change? = nil, isCertain: Bool = false) {
    self.text = text
    self.change = change
    self.isCertain = isCertain
  }

  package init(stringLiteral text: String) {
    self.init(text)
  }

  /// `write x`.
  package static func write(_ text: String, isCertain: Bool = false) -> Hint {
    Hint("write \(text)", .span(text), isCertain: isCertain)
  }

  /// `quote it: "x"`.
  package static func quote(_ text: String) -> Hint {
    let quoted = LineText.quoted(text)
    return Hint("quote it: \(quoted)", .span(quoted))
  }

  /// The whole value of a line quoted, whatever closing quotes and brackets it holds; nil where it has none, or
  /// is too long to be typed.
  package static func quoting(
    valueOfLine number: Int32, in source: SourceText, saying: String = "quote it"
  ) -> Hint? {
    guard let line = source.shortLine(Int(number)) else { return nil }
    let written = YAMLLine(line)
    guard let value = written.value, !value.isEmpty else { return nil }
    let scalars = Array(line.unicodeScalars)
    var end = scalars.count
    while end > 0, scalars[end - 1] == " " || scalars[end - 1] == "\t" { end -= 1 }
    let quoted = LineText.quoted(value)
    let range = end - value.unicodeScalars.count..<end
    return Hint(
      "\(saying): \(written.head)\(quoted)", .edit(SourceEdit(range, ofLine: number, with: quoted)),
      isCertain: true)
  }

  /// `did you mean 'x'?`
  package static func spelling(_ name: String, among names: some Sequence<String>) -> Hint? {
    Spelling.candidate(for: name, among: names).map { .meant($0.name, isCertain: $0.isAlone) }
  }

  /// `did you mean 'x'?`
  package static func meant(_ name: String, isCertain: Bool = true) -> Hint {
    Hint("did you mean '\(name)'?", .span(name), isCertain: isCertain)
  }

  /// The same for a part of a text with slashes.
  package static func spelling(_ name: String, among names: some Sequence<String>, in node: YAMLNode) -> Hint?
  {
    Spelling.candidate(for: name, among: names).map { meant in
      let parts = node.text.split(separator: "/", omittingEmptySubsequences: false)
      let text = parts.map { $0 == name ? meant.name : String($0) }.joined(separator: "/")
      let written = node.style == .plain ? text : LineText.quoted(text)
      return Hint("did you mean '\(meant.name)'?", .span(written), isCertain: meant.isAlone)
    }
  }

  /// The same for a part of a text between two marks.
  package static func spelling(
    _ name: String, among names: some Sequence<String>, within start: String, _ end: String, of node: YAMLNode
  ) -> Hint? {
    Spelling.candidate(for: name, among: names).map { meant in
      let text = node.text.split(separator: start + name + end, omittingEmptySubsequences: false)
        .joined(separator: start + meant.name + end)
      let written = node.style == .plain ? text : LineText.quoted(text)
      return Hint("did you mean '\(meant.name)'?", .span(written), isCertain: meant.isAlone)
    }
  }

  /// The name that was probably meant, else all: `it has: x, y`.
  package static func known(_ name: String, among names: some Collection<String>) -> Hint {
    spelling(name, among: names)
      ?? Hint(names.isEmpty ? "it has none" : "it has: \(names.joined(separator: ", "))")
  }

  /// A sentence of a part that knows no file: `did you mean 'x'?` names the text to put in place of the span.
  package static func sentence(_ text: String) -> Hint {
    let (start, end) = ("did you mean '", "'?")
    guard text.hasPrefix(start), text.hasSuffix(end) else { return Hint(text) }
    return .meant(String(text.dropFirst(start.count).dropLast(end.count)))
  }

  /// The edit, for a diagnostic with that span.
  func edit(of span: SourceLocation) -> SourceEdit? {
    switch change {
    case .span(let text): SourceEdit(span, with: text)
    case .edit(let edit): edit
    case nil: nil
    }
  }
}
