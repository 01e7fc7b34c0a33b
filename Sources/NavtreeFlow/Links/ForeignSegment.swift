import NavigationTree

/// A segment of a pattern as other routers write it: `:id`, `[id]`, `<int:id>`, `*`, `[...path]`.
struct ForeignSegment {
  let message: String
  /// The same in this format.
  let native: String
  /// The literal that was perhaps meant.
  let literal: String

  /// Nil for a segment of this format.
  ///
  /// - Parameter isLast: whether it is the pattern's last one.
  init?(_ text: String, isLast: Bool) {
    if text.hasPrefix(":") {
      guard let param = Self.colon(text.dropFirst()) else { return nil }
      self.init("'\(text)' would be taken as it stands", param, "%3A for the colon itself")
    } else if text.hasPrefix("{"), text.hasSuffix("}") {
      let inner = text.dropFirst().dropLast()
      guard let name = Self.rest(inner) else { return nil }
      self.init("'\(inner)' can't name a param", "{\(name)*}", nil)
    } else if text.contains(where: { "{}?#".contains($0) }) {
      return nil
    } else if text.contains("*") {
      let name = text.drop { $0 == "*" }
      let hasMeaning = text.hasPrefix("*") && (name.isEmpty || NavigationPath.isName(name))
      let isRest = hasMeaning && (isLast || text != "*")
      let param = isRest ? "{\(name.isEmpty ? "rest" : name)*}" : "{any}"
      self.init(
        !hasMeaning
          ? "a param is a whole segment, and '*' has no meaning in one"
          : name.isEmpty ? "'\(text)' has no meaning by itself" : Self.message(text, true),
        param, "%2A for the character")
    } else if let (param, isWhole) = Self.bracketed(text, "[", "]", Self.square) {
      self.init(Self.message(text, isWhole), param, "%5B for the '['")
    } else if let (param, isWhole) = Self.bracketed(text, "<", ">", Self.angle) {
      self.init(Self.message(text, isWhole), param, "%3C for the '<'")
    } else if let stray = text.first(where: { Self.codes[$0] != nil }) {
      let encoded = text.map { Self.codes[$0] ?? String($0) }.joined()
      self.init("'\(stray)' can't stand in a path", encoded, nil)
    } else {
      return nil
    }
  }

  private init(_ message: String, _ native: String, _ literal: String?) {
    self.message = message
    self.native = native
    self.literal = literal.map { ", or \($0)" } ?? ""
  }

  private static let codes: [Character: String] = ["[": "%5B", "]": "%5D", "<": "%3C", ">": "%3E"]

  private static func message(_ text: String, _ isWhole: Bool) -> String {
    isWhole ? "'\(text)' is no param here" : "a param is a whole segment, and '\(text)' is no param here"
  }

  /// A name that may stand in a pattern.
  private static func name(_ text: some StringProtocol) -> String {
    let kept = String(text.filter { NavigationPath.isName("a\($0)") })
    return NavigationPath.isName(kept) ? kept : "name"
  }

  /// `id`, `id?`, `path*`, `path+` behind a colon.
  private static func colon(_ text: Substring) -> String? {
    let mark = text.last
    let hasMark = mark == "?" || mark == "*" || mark == "+"
    guard NavigationPath.isName(hasMark ? text.dropLast() : text) else { return nil }
    return mark == "+" ? "{\(text.dropLast())*}" : "{\(text)}"
  }

  /// The name of `...path`, `path...` and `*path` in braces.
  private static func rest(_ text: Substring) -> String? {
    for mark in ["...", "**", "*"] {
      if text.hasPrefix(mark), NavigationPath.isName(text.dropFirst(mark.count)) {
        return String(text.dropFirst(mark.count))
      }
    }
    return text.hasSuffix("...") && NavigationPath.isName(text.dropLast(3)) ? String(text.dropLast(3)) : nil
  }

  /// The param for the part of a segment between two brackets.
  private static func bracketed(
    _ text: String, _ open: Character, _ close: Character, _ param: (Substring) -> String
  ) -> (param: String, isWhole: Bool)? {
    guard let start = text.firstIndex(of: open), let end = text.lastIndex(of: close), start < end else {
      return nil
    }
    let isWhole = start == text.startIndex && text.index(after: end) == text.endIndex
    return (param(text[text.index(after: start)..<end]), isWhole)
  }

  /// `id`, `...path`, `[id]` and `[...path]` in square brackets.
  private static func square(_ inner: Substring) -> String {
    let isOptional = inner.hasPrefix("[") && inner.hasSuffix("]")
    let text = isOptional ? inner.dropFirst().dropLast() : inner
    if text.hasPrefix("...") { return "{\(name(text.dropFirst(3)))*}" }
    return "{\(name(text))\(isOptional ? "?" : "")}"
  }

  /// `id` and `int:id` in angle brackets.
  private static func angle(_ inner: Substring) -> String {
    guard let colon = inner.firstIndex(of: ":") else { return "{\(name(inner))}" }
    let name = name(inner[inner.index(after: colon)...])
    let type = inner[..<colon].prefix { $0 != "(" }
    if type == "path" { return "{\(name)*}" }
    let known = LinkValueType(rawValue: String(type)) ?? LinkValueType.others[type.lowercased()]
    return known.map { $0 == .string ? "{\(name)}" : "{\(name):\($0.rawValue)}" } ?? "{\(name)}"
  }
}

extension LinkPattern {
  /// The pattern with each segment of another router in this format; nil if that isn't a pattern either.
  static func native(_ text: String) -> String? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let last = parts.lastIndex { !$0.isEmpty }
    var taken: Set<String> = []
    let native = parts.enumerated().map { index, part in
      guard let foreign = ForeignSegment(String(part), isLast: index == last) else { return String(part) }
      return free(foreign.native, &taken)
    }.joined(separator: "/")
    return native != text && (try? LinkPattern(native, type: { _ in Schema(.string) })) != nil ? native : nil
  }

  /// A generated name that is taken gets a number.
  private static func free(_ segment: String, _ taken: inout Set<String>) -> String {
    var free = segment
    var number = 2
    while !taken.insert(free).inserted, segment == "{rest*}" || segment == "{any}" {
      free = segment == "{any}" ? "{any\(number)}" : "{rest\(number)*}"
      number += 1
    }
    return free
  }
}
