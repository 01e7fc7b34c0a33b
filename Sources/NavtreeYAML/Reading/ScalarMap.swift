/// The place in the file of each character of a scalar's content.
///
/// Escapes, folded lines and the indent of a block make the two differ.
package struct ScalarMap {
  /// By Unicode scalar of the content; the last one is the place after it.
  private let marks: [YAMLMark]

  /// - Complexity: O(length of the scalar in the file).
  package init(_ node: YAMLNode) {
    marks = Self.marks(of: node)
  }

  /// The place in the file of a range of the content, in Unicode scalars.
  package func location(of range: Range<Int>, in source: SourceText) -> SourceLocation {
    let start = mark(range.lowerBound)
    // The end is the place after the last scalar: a line's break may lie between it and the next one.
    var end = start
    if range.upperBound > range.lowerBound {
      end = mark(range.upperBound - 1)
      end.column += 1
    }
    return source.location(from: start, to: end)
  }

  private func mark(_ offset: Int) -> YAMLMark {
    marks[min(max(offset, 0), marks.count - 1)]
  }

  private static func marks(of node: YAMLNode) -> [YAMLMark] {
    let content = Array(node.text.unicodeScalars)
    var reader = Reader(node)
    var marks: [YAMLMark] = []
    marks.reserveCapacity(content.count + 1)
    switch node.style {
    case .plain:
      reader.skipProperties()
      for scalar in content { marks.append(reader.folded(scalar)) }
    case .singleQuoted:
      reader.skipProperties()
      reader.advance()
      for scalar in content {
        marks.append(reader.folded(scalar))
        if scalar == "'" { reader.advance() }
      }
    case .doubleQuoted:
      reader.skipProperties()
      reader.advance()
      for scalar in content { marks.append(reader.escaped(scalar)) }
    case .literal, .folded:
      reader.skipProperties()
      reader.skipLine()
      let indent = reader.blockIndent()
      for scalar in content { marks.append(reader.blocked(scalar, indent: indent)) }
    case .block, .flow: break
    }
    marks.append(reader.mark)
    return marks
  }

  /// Walks through the text of a scalar, one scalar of the content at a time.
  private struct Reader {
    let scalars: [Unicode.Scalar]
    var index = 0
    var mark: YAMLMark

    init(_ node: YAMLNode) {
      let source = node.source
      let start = source.offset(of: node.start)
      let end = max(start, source.offset(of: node.end))
      scalars = Array(String(decoding: source.bytes[start..<end], as: UTF8.self).unicodeScalars)
      mark = node.start
    }

    var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    mutating func advance() {
      guard let scalar = current else { return }
      index += 1
      let isBreak =
        switch scalar {
        case "\n", "\u{85}", "\u{2028}", "\u{2029}": true
        case "\r": current != "\n"
        default: false
        }
      mark =
        isBreak
        ? YAMLMark(line: mark.line + 1, column: 0) : YAMLMark(line: mark.line, column: mark.column + 1)
    }

    var isAtBlank: Bool { current == " " || current == "\t" }
    /// Whether a break is next: libyaml also folds breaks of YAML 1.1 that aren't breaks of 1.2.
    var isAtBreak: Bool { current == "\n" || current == "\r" || current == "\u{85}" }
    /// A run of blanks folds as a whole, so only its first is examined.
    private var isBehindBlank: Bool { index > 0 && (scalars[index - 1] == " " || scalars[index - 1] == "\t") }

    /// An anchor and a tag precede the content, and the node's start is theirs.
    mutating func skipProperties() {
      while current == "&" || current == "!" {
        while let scalar = current, scalar != " ", scalar != "\n", scalar != "\r", scalar != "\t" {
          advance()
        }
        while isAtBlank || isAtBreak { advance() }
      }
    }

    mutating func skipLine() {
      while current != nil, !isAtBreak { advance() }
      skipBreak()
    }

    mutating func skipBreak() {
      if current == "\u{85}" { return advance() }
      if current == "\r" { advance() }
      if current == "\n" { advance() }
    }

    /// Blanks, a break, empty lines and the next line's indent become one space or breaks.
    mutating func folded(_ scalar: Unicode.Scalar) -> YAMLMark {
      let place = mark
      if scalar == "\n" {
        while isAtBlank { advance() }
        skipBreak()
        skipFoldedEnd()
      } else if scalar == " ", !isBehindBlank, isFoldAhead {
        while isAtBlank { advance() }
        skipBreak()
        while isAtBlank { advance() }
      } else {
        advance()
      }
      return place
    }

    /// Skips from the last break of a fold to the text; the file has one break more than the content.
    private mutating func skipFoldedEnd() {
      var ahead = self
      while ahead.isAtBlank { ahead.advance() }
      if !ahead.isAtBreak {
        self = ahead
        return
      }
      // The first of several breaks is dropped by folding.
      var probe = ahead
      probe.skipBreak()
      while probe.isAtBlank { probe.advance() }
      if !probe.isAtBreak { self = probe }
    }

    private var isFoldAhead: Bool {
      var ahead = self
      while ahead.isAtBlank { ahead.advance() }
      return ahead.isAtBreak
    }

    mutating func escaped(_ scalar: Unicode.Scalar) -> YAMLMark {
      // An escaped break joins the lines and adds nothing.
      while current == "\\", index + 1 < scalars.count,
        scalars[index + 1] == "\n" || scalars[index + 1] == "\r"
      {
        advance()
        skipBreak()
        while isAtBlank { advance() }
      }
      guard current == "\\" else { return folded(scalar) }
      let place = mark
      advance()
      let digits =
        switch current {
        case "x": 2
        case "u": 4
        case "U": 8
        default: 0
        }
      for _ in 0...digits { advance() }
      return place
    }

    /// The indent of a block's first line that isn't empty.
    func blockIndent() -> Int32 {
      var ahead = self
      while ahead.current != nil {
        while ahead.current == " " { ahead.advance() }
        if !ahead.isAtBreak { return ahead.mark.column }
        ahead.skipBreak()
      }
      return 0
    }

    mutating func blocked(_ scalar: Unicode.Scalar, indent: Int32) -> YAMLMark {
      if mark.column == 0 {
        while mark.column < indent, current == " " { advance() }
      }
      // In a folded block a break between two lines is a space, and of several breaks the first is dropped.
      if scalar != "\n", isAtBreak {
        let place = mark
        skipBreak()
        if scalar == " " { return place }
        while mark.column < indent, current == " " { advance() }
      }
      let place = mark
      if scalar == "\n" { skipBreak() } else { advance() }
      return place
    }
  }
}
