/// A URL as links see it: its path's segments and its query.
///
/// The longest prefix that fits is removed first. The text after the first `#` is the fragment (RFC 3986
/// section 3.5), which names a place on a screen and not a screen: it is left out. The query follows the
/// first `?` before that.
package struct LinkURL: Sendable {
  /// The text between two slashes.
  package struct Segment: Sendable, Hashable {
    /// As written in the URL.
    package let raw: String
    /// Decoded; nil when that fails.
    package let text: String?
  }

  package let segments: [Segment]
  package let query: LinkQuery

  /// - Parameter prefixes: In the order in which they are tried.
  /// - Complexity: O(length of the URL + length of all prefixes).
  package init(_ url: String, prefixes: [LinkPrefix] = []) throws(ForeignURL) {
    var rest = Substring(url)
    if let inner = prefixes.lazy.compactMap({ $0.removed(from: Substring(url)) }).first {
      rest = inner
    } else if let count = Self.authorityCount(rest) {
      throw ForeignURL(authority: String(decoding: url.utf8.prefix(count), as: UTF8.self))
    }
    if let fragment = rest.utf8.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<fragment] }
    let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?"))
    query = LinkQuery(mark.map { rest[rest.utf8.index(after: $0)...] } ?? "")
    // Split before it is decoded: `%2F` is a slash inside a segment.
    segments = rest[..<(mark ?? rest.endIndex)].utf8.split(separator: UInt8(ascii: "/")).map {
      Segment(raw: String(Substring($0)), text: PercentEncoding.decoded(Substring($0)))
    }
  }

  /// The number of bytes of a text's scheme and host; nil if it doesn't begin with them.
  static func authorityCount(_ text: Substring) -> Int? {
    let bytes = text.utf8
    // RFC 3986 section 3.1.
    let scheme = bytes.prefix { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    let rest = bytes.dropFirst(scheme.count)
    guard let first = scheme.first, first | 0x20 >= UInt8(ascii: "a"), rest.starts(with: "://".utf8) else {
      return nil
    }
    return scheme.count + 3 + rest.dropFirst(3).prefix { !"/?#".utf8.contains($0) }.count
  }
}

/// A URL with a scheme and a host that no prefix of the flow fits.
package struct ForeignURL: Error, Sendable, Hashable {
  package let authority: String

  package init(authority: String) {
    self.authority = authority
  }
}
