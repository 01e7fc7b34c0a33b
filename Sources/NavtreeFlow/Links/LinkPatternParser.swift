import NavigationTree
import NavtreeText

extension LinkPattern {
  /// Reads a pattern. Empty segments are left out, as they are in a URL.
  ///
  /// - Parameters:
  ///   - types: the names of the flow's own types.
  ///   - type: the schema of one of them; nil for another name.
  /// - Throws: the first fault.
  /// - Complexity: O(length of the text).
  package init(
    _ text: String, types: [String] = [], type: @escaping (String) -> Schema? = { _ in nil }
  ) throws(LinkSyntaxError) {
    var parser = LinkPatternParser(text, types, type)
    try parser.parse()
    self.init(text: text, segments: parser.segments, params: parser.params)
  }
}

/// Reads the text of a pattern from left to right.
private struct LinkPatternParser {
  private let scalars: [Unicode.Scalar]
  private(set) var segments: [LinkPattern.Segment] = []
  private(set) var params: [LinkParam] = []
  private let types: [String]
  private let type: (String) -> Schema?

  init(_ text: String, _ types: [String], _ type: @escaping (String) -> Schema?) {
    scalars = Array(text.unicodeScalars)
    self.types = types
    self.type = type
  }

  mutating func parse() throws(LinkSyntaxError) {
    try refuseScheme()
    var start = 0
    while start < scalars.count {
      let end = scalars[start...].firstIndex(of: "/") ?? scalars.count
      if start < end {
        guard segments.count < LinkPattern.maximumSegments else {
          throw LinkSyntaxError(
            start..<end, "a pattern has at most \(LinkPattern.maximumSegments) segments",
            hint: "let {rest*} take the others")
        }
        segments.append(try segment(start..<end))
      }
      start = end + 1
    }
  }

  private func refuseScheme() throws(LinkSyntaxError) {
    guard let colon = scalars.firstIndex(of: ":"), scalars[colon...].starts(with: "://".unicodeScalars),
      !scalars[..<colon].contains("/")
    else { return }
    let host = scalars[(colon + 3)...]
    let end = host.firstIndex(of: "/") ?? scalars.count
    throw LinkSyntaxError(
      0..<end, "a pattern is a path, without scheme and host", hint: "list '\(text(0..<end))' under prefixes")
  }

  private mutating func segment(_ range: Range<Int>) throws(LinkSyntaxError) -> LinkPattern.Segment {
    let text = text(range)
    let isLast = scalars[range.upperBound...].allSatisfy { $0 == "/" }
    if let foreign = ForeignSegment(text, isLast: isLast) {
      let whole = LinkPattern.native(self.text(0..<scalars.count))
      throw LinkSyntaxError(
        range, foreign.message, hint: "write \(whole ?? foreign.native)\(foreign.literal)", pattern: whole)
    }
    let open = scalars[range].firstIndex(of: "{")
    if let (index, hint) = fault(in: range.lowerBound..<(open ?? range.upperBound)) {
      throw LinkSyntaxError(index..<(index + 1), "'\(scalars[index])' can't stand in a path", hint: hint)
    }
    if let open {
      guard let close = scalars[open..<range.upperBound].firstIndex(of: "}") else {
        throw LinkSyntaxError(
          open..<range.upperBound, "the '{' is not closed", hint: "write {name}, or %7B for the character")
      }
      guard open == range.lowerBound, close == range.upperBound - 1 else {
        throw LinkSyntaxError(
          open..<(close + 1), "a param is a whole segment", hint: "let it stand between two slashes")
      }
      params.append(try param(open..<(close + 1)))
      return .param(params.count - 1)
    }
    return .literal(PercentEncoding.decodedWherePossible(text[...]))
  }

  /// The first character that the path of a URL can't hold unencoded.
  private func fault(in range: Range<Int>) -> (index: Int, hint: String)? {
    for index in range {
      switch scalars[index] {
      case "?": return (index, "declare a query's fields under query:")
      case "#": return (index, "a URL's fragment is not looked at; leave it out")
      case "}": return (index, "write {name}, or %7D for the character")
      default: continue
      }
    }
    return nil
  }

  /// - Parameter range: The param with its braces.
  private func param(_ range: Range<Int>) throws(LinkSyntaxError) -> LinkParam {
    var inner = (range.lowerBound + 1)..<(range.upperBound - 1)
    var presence = LinkParam.Presence.required
    if let last = inner.last, scalars[last] == "?" || scalars[last] == "*" {
      presence = scalars[last] == "?" ? .optional : .rest
      inner = inner.lowerBound..<last
    }
    var item = Schema(.string)
    var type = LinkValueType.string.rawValue
    var nameRange = inner
    if let colon = scalars[inner].firstIndex(of: ":") {
      nameRange = inner.lowerBound..<colon
      type = text((colon + 1)..<inner.upperBound)
      item = try self.item((colon + 1)..<inner.upperBound, of: range, named: nameRange)
    }
    let name = text(nameRange)
    guard !name.isEmpty else {
      let written = presence == .rest ? "{rest*}" : presence == .optional ? "{name?}" : "{name}"
      throw LinkSyntaxError(range, "the param has no name", hint: "write \(written)")
    }
    guard NavigationPath.isName(name) else {
      let mark = name.last.map(String.init) ?? ""
      throw LinkSyntaxError(
        nameRange, "'\(name)' can't name a param",
        hint: (mark == "?" || mark == "*") && NavigationPath.isName(name.dropLast())
          ? "write {\(name.dropLast()):\(type)\(mark)}"
          : "a name has letters, digits, _ and -, and begins with a letter")
    }
    guard !params.contains(where: { $0.name == name }) else {
      throw LinkSyntaxError(nameRange, "there are two params '\(name)'", hint: "give one another name")
    }
    return LinkParam(name: name, item: item, isTyped: nameRange != inner, presence: presence)
  }

  /// The schema of a param's segments.
  private func item(
    _ range: Range<Int>, of param: Range<Int>, named name: Range<Int>
  ) throws(LinkSyntaxError) -> Schema {
    let text = text(range)
    if let type = LinkValueType(rawValue: text) { return Schema(type.schemaType) }
    if let schema = type(text) {
      let types = schema.types.intersection(.segment)
      if types.isEmpty {
        throw LinkSyntaxError(
          range, "'\(text)' is no type of a segment: it is \(schema.types.description)",
          hint: "a segment is a string, an integer, a number or a boolean")
      }
      return Schema(types, constraints: schema.constraints)
    }
    let known = LinkValueType.allCases.map(\.rawValue) + types
    guard !text.isEmpty else {
      throw LinkSyntaxError(
        param, "the type behind ':' is missing",
        hint: "write {\(self.text(name)):integer}, or leave the ':' out")
    }
    throw LinkSyntaxError(
      range, "'\(text)' is no type of a param",
      hint: LinkValueType.others[text.lowercased()].map { "did you mean '\($0.rawValue)'?" }
        ?? Spelling.hint(for: text, among: known) ?? "known: \(known.joined(separator: ", "))")
  }

  private func text(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    for scalar in scalars[range] { text.append(scalar) }
    return String(text)
  }
}
