/// Text before a link's path: `https://example.org`, `app://`, `/app`.
package struct LinkPrefix: Sendable, Hashable {
  /// Without a trailing slash, except in `://`.
  package let text: String
  /// The length of scheme and host, which have no case (RFC 3986 section 6.2.2.1).
  private let caselessCount: Int

  package init(_ text: String) throws(LinkSyntaxError) {
    let scalars = Array(text.unicodeScalars)
    if let fault = scalars.firstIndex(where: { "?#{}*".unicodeScalars.contains($0) }) {
      throw LinkSyntaxError(
        fault..<(fault + 1), "'\(scalars[fault])' can't stand in a prefix",
        hint: "a prefix is taken as it stands, such as https://example.org or app://")
    }
    var stripped = Substring(text)
    while stripped.hasSuffix("/"), !stripped.hasSuffix("://") { stripped.removeLast() }
    guard !stripped.isEmpty else {
      throw LinkSyntaxError(
        0..<scalars.count, "the prefix takes nothing off", hint: "leave it out: a path needs no prefix")
    }
    self.text = String(stripped)
    caselessCount = LinkURL.authorityCount(stripped) ?? 0
  }

  /// The rest after the prefix; nil if the URL doesn't begin with it.
  ///
  /// A prefix ends where a segment ends: `https://example.org` isn't one of `https://example.organic/`.
  ///
  /// - Complexity: O(length of the prefix).
  func removed(from url: Substring) -> Substring? {
    let own = text.utf8
    var rest = url.utf8
    for (index, byte) in own.enumerated() {
      guard let other = rest.popFirst() else { return nil }
      guard byte == other || index < caselessCount && Self.lowercase(byte) == Self.lowercase(other) else {
        return nil
      }
    }
    let endings = "/?#".utf8
    guard own.last == UInt8(ascii: "/") || rest.first.map({ endings.contains($0) }) ?? true else {
      return nil
    }
    return Substring(rest)
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
