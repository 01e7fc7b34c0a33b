/// A line of source text that is wider than it should be, and the places where any of the languages lets it be broken.
struct LongLine {
  /// The most columns of a line, but for a text between quotes that is longer by itself.
  static let width = 200

  private let scalars: [Unicode.Scalar]
  private let indent: String

  init(_ line: String, indent: String) {
    scalars = Array(line.unicodeScalars)
    self.indent = indent
  }

  /// Its lines, each as full as it may be.
  ///
  /// - Complexity: O(length of the line).
  func parts(in room: Int) -> [String] {
    let mark = commentMark
    let places = mark == nil ? codeBreaks : spaces
    let prefix = mark ?? indent
    var parts: [String] = []
    var start = 0
    var last = Break(index: 0, isBracket: true)
    for place in places + [Break(index: scalars.count, isBracket: false)] {
      if place.index - start + (start == 0 ? 0 : prefix.unicodeScalars.count) > room, last.index > start {
        parts.append(part(from: start, to: last.index, after: prefix))
        start = last.index
      }
      // A line ends with a comma rather than with a bracket.
      if !place.isBracket || last.isBracket || last.index <= start { last = place }
    }
    return parts + [part(from: start, to: scalars.count, after: prefix)]
  }

  private func part(from start: Int, to end: Int, after prefix: String) -> String {
    var end = end
    while end > start, scalars[end - 1] == " " { end -= 1 }
    return (start == 0 ? "" : prefix) + String(String.UnicodeScalarView(scalars[start..<end]))
  }

  /// What each further line of a comment begins with.
  private var commentMark: String? {
    let text = String(String.UnicodeScalarView(scalars.prefix(4)))
    if text.hasPrefix("/**") { return " * " }
    if text.hasPrefix("\"\"\"") { return "" }
    return ["/// ", "// ", "#: ", "# "].first(where: text.hasPrefix)
  }

  /// A place at which a line may begin.
  private struct Break {
    let index: Int
    /// Whether the line before it ends with an opening bracket.
    let isBracket: Bool
  }

  private var spaces: [Break] {
    scalars.indices.filter { $0 > 0 && scalars[$0 - 1] == " " }.map { Break(index: $0, isBracket: false) }
  }

  /// Behind a comma or an opening bracket within brackets, and before the bar of a union.
  private var codeBreaks: [Break] {
    var places: [Break] = []
    var depth = 0
    var isQuoted = false
    for (index, scalar) in scalars.enumerated() {
      let before = index > 0 ? scalars[index - 1] : " "
      if isQuoted {
        // A backslash behind a backslash escapes nothing.
        if scalar == "\"", scalars[..<index].reversed().prefix(while: { $0 == "\\" }).count.isMultiple(of: 2)
        {
          isQuoted = false
        }
        continue
      }
      if depth > 0, before == " ", index > 1, scalars[index - 2] == "," || scalars[index - 2] == ";" {
        places.append(Break(index: index, isBracket: false))
      } else if depth > 0, before == "(" || before == "[", scalar != ")", scalar != "]" {
        places.append(Break(index: index, isBracket: true))
      } else if scalar == "|", before == " " {
        places.append(Break(index: index, isBracket: false))
      }
      switch scalar {
      case "\"": isQuoted = true
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      default: break
      }
    }
    return places
  }
}
