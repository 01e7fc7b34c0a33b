import NavtreeEngine
import NavtreeJSON

/// An answer that is cut to a number of tokens, and says what was cut and how to get it.
struct FittedAnswer {
  /// The most tokens of an answer whose caller names no other number.
  static let standard = 2_000
  private static let charactersPerToken = 4
  /// The numbers that a caller may name.
  static let tokens = 300...1_000_000
  /// The characters of a result beside its content: the frame, and what the revision without handshake adds.
  private static let frame = 320
  /// The lengths of lists, and in hundreds of texts, to which values inside a member are cut, one after another.
  private static let lengths = [50, 20, 8, 3, 1]

  private(set) var members: JSONObject
  private let budget: Int

  /// - Parameters:
  ///   - order: the members to cut first, in order; then the others, from the last one on.
  ///   - tokens: the most that the whole result may have.
  /// - Complexity: O(*n* log *n*) in the size of the answer, for each member.
  init(_ members: JSONObject, cutting order: [String], to tokens: Int) {
    self.members = members
    budget = Self.characters(of: tokens)
    let whole = Self.size(members)
    guard whole > budget else { return }
    var cuts: [JSONValue] = [.string("max=\(Self.tokens(ofCharacters: whole)) has all")]
    for key in order + members.keys.reversed().filter({ !order.contains($0) }) {
      guard let value = members[key], "\(value)".utf8.count > Self.shortest else { continue }
      cut(key, value, &cuts)
      if Self.size(self.members) <= budget { return }
    }
  }

  /// A value shorter than this isn't worth cutting.
  private static let shortest = 60
  /// The bytes to which an outline is cut at most, so that it has the active screen.
  private static let shortestOutline = 200

  /// The tokens that an answer needs for so many characters of content.
  static func tokens(ofCharacters count: Int) -> Int { (count + frame) / charactersPerToken + 1 }

  /// The characters of content for which an answer of so many tokens has room.
  static func characters(of tokens: Int) -> Int { tokens * charactersPerToken - frame }

  /// The characters of a result: its text, in which the JSON is escaped, and the same as structured content.
  private static func size(_ members: JSONObject) -> Int {
    let text = "\(JSONValue.object(members))"
    return text.utf8.count + "\(JSONValue.string(text))".utf8.count
  }

  /// Cuts a member until the answer fits, if it can.
  private mutating func cut(_ key: String, _ value: JSONValue, _ cuts: inout [JSONValue]) {
    var best = members
    func note(_ sentence: String) -> JSONValue { .array(cuts + [.string("\(key): \(sentence)")]) }
    func fits(_ value: JSONValue, _ sentence: String) -> Bool {
      best[key] = value
      best["cut"] = note(sentence)
      return Self.size(best) <= budget
    }
    defer {
      members = best
      cuts = members["cut"]?.array ?? cuts
    }
    switch value {
    case .string(let text):
      let isOutline = key == "outline"
      let least = isOutline ? Self.shortestOutline : 0
      _ = Self.most(of: text.utf8.count) {
        fits(.string(Self.lines(of: text, within: max($0, least), isOutline: isOutline)), "a part")
      }
    case .array(let elements):
      let count = Self.most(of: elements.count) {
        fits(.array(Array(elements[..<$0])), "\($0) of \(elements.count)")
      }
      guard count == 0, let first = elements.first else { return }
      for length in Self.lengths where fits([first.abridged(to: length)], "1 of \(elements.count), shortened")
      { return }
      _ = fits([], "0 of \(elements.count)")
    case .object:
      for length in Self.lengths where fits(value.abridged(to: length), "shortened") {
        return
      }
      _ = fits([:], "left out")
    case .null, .boolean, .integer, .number: return
    }
  }

  /// The largest number up to a count for which a condition holds, which holds for all smaller ones; else 0. The
  /// condition was asked for it last.
  private static func most(of count: Int, _ condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high + 1) / 2
      if condition(middle) { low = middle } else { high = middle - 1 }
    }
    _ = condition(low)
    return low
  }

  /// As many whole lines of a text as fit, with `…` in place of those that are left out.
  ///
  /// - Parameter isOutline: whether they are those around the active screen; else the first ones.
  static func lines(of text: String, within count: Int, isOutline: Bool) -> String {
    if text.utf8.count <= count { return text }
    let lines = text.split(separator: "\n")
    let active = isOutline ? lines.firstIndex { $0.contains(Outline.activeMark) } : nil
    func kept(_ number: Int) -> String {
      let head = active == nil ? number : number / 4
      let rest = number - head
      let start = active.map { max(head, min($0 + 1 + rest / 4, lines.count) - rest) } ?? head
      let end = start + rest
      var kept = lines[..<head] + (start > head ? ["…"] : [])
      kept += lines[start..<end]
      return (end < lines.count ? kept + ["…"] : kept).joined(separator: "\n")
    }
    let number = most(of: lines.count - 1) { kept($0).utf8.count <= count }
    if number > 0 { return kept(number) }
    var scalars = String.UnicodeScalarView()
    var length = 0
    for scalar in (active.map { lines[$0] } ?? text[...]).unicodeScalars {
      length += String(scalar).utf8.count
      if length > count - 3 { break }
      scalars.append(scalar)
    }
    return String(scalars) + "…"
  }
}

extension JSONValue {
  /// The depth below which values are only hinted at.
  private static let deepest = 12

  /// The value with lists of at most so many elements, and texts of a hundred times as many characters.
  ///
  /// Recursion is bounded by a depth.
  fileprivate func abridged(to length: Int, depth: Int = 0) -> JSONValue {
    switch self {
    case .null, .boolean, .integer, .number: return self
    case .string(let text):
      return .string(FittedAnswer.lines(of: text, within: max(40, length * 100), isOutline: false))
    case .array(let elements):
      if depth == Self.deepest { return .string("… \(elements.count) elements") }
      var kept = elements.prefix(length).map { $0.abridged(to: length, depth: depth + 1) }
      if elements.count > length { kept.append(.string("… \(elements.count - length) more")) }
      return .array(kept)
    case .object(let members):
      if depth == Self.deepest { return .string("… \(members.count) members") }
      var kept: JSONObject = [:]
      for (key, value) in members.prefix(length * 10) {
        kept[key] = value.abridged(to: length, depth: depth + 1)
      }
      if members.count > length * 10 { kept["…"] = .string("\(members.count - length * 10) more") }
      return .object(kept)
    }
  }
}
