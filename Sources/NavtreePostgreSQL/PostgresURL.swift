/// The URL of a store in PostgreSQL: libpq's, with the schema of the store's tables as one more parameter, `schema`.
package struct PostgresURL: Sendable, Equatable {
  /// The URL for libpq.
  let connection: String
  /// The schema of the store's tables.
  package let schema: String
  /// The URL as it may be shown: without user and parameters, and with them without the password.
  package let shown: String
  /// Whether it holds a password.
  package let hasPassword: Bool

  /// The schema of a URL that names none.
  static let usualSchema = "navtree"

  /// Whether a text begins as such a URL does.
  package static func isOne(_ text: String) -> Bool { prefix(of: text) != nil }

  private static func prefix(of text: String) -> String? {
    ["postgresql:", "postgres:"].first { text.hasPrefix($0) }
  }

  /// - Returns: nil for a text that is no such URL, or whose schema isn't a name of 1 to 63 letters, digits and `_`.
  package init?(_ text: String) {
    guard let prefix = Self.prefix(of: text), !text.utf8.contains(0) else { return nil }
    var rest = text.dropFirst(prefix.count)
    if rest.hasPrefix("//") { rest = rest.dropFirst(2) } else if !rest.isEmpty { return nil }
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var schema = Self.usualSchema
    var parameters: [Substring] = []
    var hasPassword = false
    for parameter in parts.count > 1 ? parts[1].split(separator: "&") : [] {
      let pair = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = Self.decoded(pair[0])
      if name == "schema" {
        schema = pair.count > 1 ? Self.decoded(pair[1]) : ""
      } else {
        parameters.append(parameter)
      }
      hasPassword = hasPassword || name == "password" || name == "sslpassword"
    }
    guard Self.isName(schema) else { return nil }
    self.schema = schema
    connection =
      prefix + "//" + parts[0] + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
    // A password may hold any character, written wrongly; so all before the last sign counts.
    let user = rest.lastIndex(of: "@").map { rest[..<$0] } ?? ""
    let place = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
    self.hasPassword = hasPassword || user.contains(":")
    shown = prefix + "//" + place.prefix { $0 != "?" }
  }

  private static func isName(_ text: String) -> Bool {
    let isASCII = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    return isASCII && (1...63).contains(text.utf8.count)
  }

  /// A part of a URL without percent-encoding (RFC 3986, section 2.1).
  private static func decoded(_ part: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(part.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"),
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
