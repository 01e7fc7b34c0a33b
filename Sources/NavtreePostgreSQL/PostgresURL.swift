/// The URL of a store in PostgreSQL: libpq's, with the schema of the store's tables as one more parameter, `schema`.
package struct PostgresURL: Sendable, Equatable {
  /// The URL for libpq.
  package let connection: String
  /// The schema of the store's tables.
  package let schema: String
  /// The store as messages name it: the URL without user and parameters, or another name for it.
  package var shown: String
  /// Whether it holds a password.
  package let hasPassword: Bool
  /// The password file that it names, percent-decoded.
  let passwordFile: String?

  /// The form of such a URL, for those who wrote another one.
  package static let form =
    "it is written postgresql://ROLE:PASSWORD@HOST:PORT/DATABASE?schema=NAME; in a part, characters other than letters, digits, '-', '.', '_' and '~' are written as %XX, and a schema's name has letters, digits and '_'"

  /// The schema of a URL that names none.
  static let usualSchema = "navtree"

  /// - Returns: nil for a text that is no such URL, or one that libpq wouldn't divide as it is meant: it ends a password
  ///   at the first `@`, for example, and takes the rest for a host.
  package init?(_ text: String) {
    let prefixes = ["postgresql:", "postgres:"]
    guard let prefix = prefixes.first(where: text.hasPrefix), Self.isEncoded(text) else { return nil }
    var rest = text.dropFirst(prefix.count)
    if rest.hasPrefix("//") { rest = rest.dropFirst(2) } else if !rest.isEmpty { return nil }
    // As libpq does, since a question mark may be part of a password.
    var user: Substring = ""
    if let end = rest.firstIndex(where: { "@/".contains($0) }), rest[end] == "@" {
      user = rest[...end]
      rest = rest[rest.index(after: end)...]
      if rest.contains("@") { return nil }
    }
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard !parts[0].contains("@"), Self.areHosts(parts[0].prefix { $0 != "/" }) else { return nil }
    var schema = Self.usualSchema
    var passwordFile: String?
    var parameters: [Substring] = []
    var hasPassword = user.contains(":")
    for parameter in parts.count > 1 ? parts[1].split(separator: "&") : [] {
      let pair = parameter.split(separator: "=", omittingEmptySubsequences: false).map(Self.decoded)
      guard pair.count == 2 else { return nil }
      switch pair[0] {
      case "schema": schema = pair[1]
      case "passfile": passwordFile = pair[1]
      case "password", "sslpassword": hasPassword = true
      default: break
      }
      if pair[0] != "schema" { parameters.append(parameter) }
    }
    guard Self.isName(schema) else { return nil }
    self.schema = schema
    self.passwordFile = passwordFile
    self.hasPassword = hasPassword
    shown = prefix + "//" + parts[0]
    let query = parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
    connection = prefix + "//" + user + parts[0] + query
  }

  /// Whether it has no spaces and control characters, and each `%` stands before two digits, which aren't 00.
  private static func isEncoded(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 > UInt8(ascii: " ") && $0 != 0x7f }
      && text.split(separator: "%", omittingEmptySubsequences: false).dropFirst().allSatisfy { part in
        let digits = part.utf8.prefix(2)
        return digits.count == 2 && digits.allSatisfy(Self.isHexadecimal) && !digits.elementsEqual("00".utf8)
      }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    Character(Unicode.Scalar(byte)).isHexDigit
  }

  /// Whether each text between two commas is a host with or without a port.
  private static func areHosts(_ text: Substring) -> Bool {
    text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { host in
      var port = host.drop { $0 != ":" }
      if host.hasPrefix("[") {
        guard let end = host.firstIndex(of: "]") else { return false }
        // An address of IPv6, perhaps with the name of an interface.
        let address = host[..<end].dropFirst().prefix { $0 != "%" }
        port = host[host.index(after: end)...]
        guard address.contains(":"), address.utf8.allSatisfy({ isHexadecimal($0) || ":.".utf8.contains($0) })
        else { return false }
      } else if host.contains(where: { "[]".contains($0) }) {
        return false
      }
      if port.isEmpty || port == ":" { return true }
      return port.hasPrefix(":") && !port.hasPrefix(":+") && UInt16(port.dropFirst()) ?? 0 > 0
    }
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
