/// The unquoted values of a line, read as a person means them: a comma or a colon inside parentheses or
/// brackets doesn't end a value.
struct FlowValues {
  private let scalars: [Unicode.Scalar]
  /// The values' ranges, from left to right.
  private(set) var ranges: [Range<Int>] = []
  /// The ranges of keys that brackets in them cut off, such as the pointer `/cart/{id=7}`.
  private(set) var cutKeys: [Range<Int>] = []

  /// - Parameter isFlow: Whether the line lies in braces or brackets that open on a line above.
  /// - Complexity: O(length of the line · depth of its brackets).
  init(_ line: String, isFlow: Bool = false) {
    scalars = Array(line.unicodeScalars)
    let written = YAMLLine(line)
    if isFlow {
      items(from: written.indent, depth: 0)
    } else if written.value != nil {
      let start = skipBlanks(
        written.keyEnd.map { $0 + 1 } ?? written.indent + written.head.unicodeScalars.count)
      value(from: start, isFlow: false, depth: 0)
    }
  }

  /// The value that holds a column or ends right before it.
  func range(at column: Int) -> Range<Int>? {
    ranges.first { $0.lowerBound <= column && column <= $0.upperBound }
  }

  /// The keys of the line that a value stands under, from the innermost.
  func keys(around range: Range<Int>) -> [String] {
    var keys: [String] = []
    var depth = 0
    var end = range.lowerBound
    while end > 0 {
      end -= 1
      switch scalars[end] {
      case "}", "]": depth += 1
      case "{", "[": depth -= 1
      case ":" where depth <= 0:
        var start = end
        while start > 0, !" ,{[".unicodeScalars.contains(scalars[start - 1]) { start -= 1 }
        // Of the keys beside each other, only the value's own counts.
        if depth < 0 || keys.isEmpty { keys.append(text(start..<end)) }
        depth = 0
        end = start
      default: break
      }
    }
    return keys
  }

  func text(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range]))
  }

  func replacing(_ range: Range<Int>, with new: String) -> String {
    text(0..<range.lowerBound) + new + text(range.upperBound..<scalars.count)
  }

  /// Whether YAML would end a value before its end.
  func isCut(_ range: Range<Int>) -> Bool {
    scalars[range].contains { ",[]{}".unicodeScalars.contains($0) }
  }

  /// The place where YAML ends a value in braces before its end.
  func cut(of range: Range<Int>) -> Int? {
    range.first { ",[]{}".unicodeScalars.contains(scalars[$0]) }
  }

  /// Whether a value holds what YAML takes for a key.
  func hasColon(_ range: Range<Int>) -> Bool {
    range.dropLast().contains { scalars[$0] == ":" && scalars[$0 + 1] == " " }
  }

  // MARK: Reading

  private static let deepest = 20

  private func skipBlanks(_ index: Int) -> Int {
    var index = index
    while index < scalars.count, scalars[index] == " " || scalars[index] == "\t" { index += 1 }
    return index
  }

  /// Reads items divided by commas up to the closing bracket, and returns the place behind that.
  @discardableResult
  private mutating func items(from start: Int, depth: Int) -> Int {
    var index = start
    while index < scalars.count {
      index = skipBlanks(index)
      guard index < scalars.count else { break }
      if scalars[index] == "}" || scalars[index] == "]" { return index + 1 }
      if scalars[index] == "," {
        index += 1
        continue
      }
      let next = value(from: behindKey(index) ?? behindCutKey(index), isFlow: true, depth: depth)
      index = max(next, index + 1)
    }
    return index
  }

  /// The place behind `key: `; nil where no key stands.
  private func behindKey(_ start: Int) -> Int? {
    var index = start
    if scalars[index] == "\"" || scalars[index] == "'" {
      index = behindQuotes(index)
    } else {
      while index < scalars.count, !":,{}[]() ?<>=&|\"'".unicodeScalars.contains(scalars[index]) {
        index += 1
      }
    }
    guard index > start, index + 1 < scalars.count, scalars[index] == ":", scalars[index + 1] == " " else {
      return nil
    }
    return skipBlanks(index + 1)
  }

  /// The place behind a key that brackets cut off; the same place where no key stands.
  private mutating func behindCutKey(_ start: Int) -> Int {
    guard scalars[start] == "/" || scalars[start].properties.isAlphabetic,
      let end = scalars[start...].firstIndex(where: { " ,\"'()".unicodeScalars.contains($0) }),
      scalars[end] == " ", scalars[end - 1] == ":", isCut(start..<end - 1)
    else { return start }
    cutKeys.append(start..<end - 1)
    return skipBlanks(end)
  }

  private func behindQuotes(_ start: Int) -> Int {
    let quote = scalars[start]
    var index = start + 1
    while index < scalars.count, scalars[index] != quote {
      index += quote == "\"" && scalars[index] == "\\" ? 2 : 1
    }
    return min(index + 1, scalars.count)
  }

  /// Reads a value, records it where it is unquoted text, and returns the place behind it.
  @discardableResult
  private mutating func value(from start: Int, isFlow: Bool, depth: Int) -> Int {
    guard start < scalars.count else { return start }
    let first = scalars[start]
    if first == "{", start + 1 < scalars.count, scalars[start + 1] == "{" {
      let end = behindDoubleBraces(start)
      ranges.append(start..<end)
      return end
    }
    if depth < Self.deepest {
      if first == "{" || first == "[" {
        let known = ranges
        let end = items(from: start + 1, depth: depth + 1)
        if isEnd(end, isFlow: isFlow) { return end }
        // Something follows the bracket, so that this is an expression.
        ranges = known
      } else if first == "\"" || first == "'" {
        let end = behindQuotes(start)
        if isEnd(end, isFlow: isFlow) { return end }
      }
    }
    var end = plainEnd(from: start, isFlow: isFlow)
    let next = end
    while end > start, scalars[end - 1] == " " || scalars[end - 1] == "\t" { end -= 1 }
    if end > start { ranges.append(start..<end) }
    return next
  }

  /// The place behind the `}}` of `{{…}}`, or the end of the line.
  private func behindDoubleBraces(_ start: Int) -> Int {
    let end = scalars.indices.dropFirst(start + 2).first { scalars[$0] == "}" && scalars[$0 - 1] == "}" }
    return end.map { $0 + 1 } ?? scalars.count
  }

  private func isEnd(_ end: Int, isFlow: Bool) -> Bool {
    let next = skipBlanks(end)
    guard next < scalars.count else { return true }
    return scalars[next] == "#" || isFlow && ",}]".unicodeScalars.contains(scalars[next])
  }

  private func plainEnd(from start: Int, isFlow: Bool) -> Int {
    var index = start
    var depth = 0
    while index < scalars.count {
      switch scalars[index] {
      case "(", "[", "{": depth += 1
      case ")", "]", "}":
        if depth == 0, isFlow { return index }
        depth -= 1
      case "," where depth <= 0 && isFlow: return index
      case "#" where index > start && scalars[index - 1] == " " && depth <= 0: return index
      case "\"", "'": index = behindQuotes(index) - 1
      default: break
      }
      index += 1
    }
    return index
  }
}
