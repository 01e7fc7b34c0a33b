extension FormatText {
  // MARK: URIs, RFC 3986 appendix A

  /// `scheme:`, an authority or not, a path, `?query`, `#fragment`.
  mutating func takeURI() -> Bool {
    guard take(Self.isLetter) else { return false }
    _ = takeAll { Self.isAlphanumeric($0) || Self.isOne($0, of: "+-.") }
    guard take(":") else { return false }
    if rest.starts(with: "//".utf8) {
      guard take("/"), take("/"), takeAuthority() else { return false }
      if let next, !Self.isOne(next, of: "/?#") { return false }
    }
    guard takeCharacters("/:@") else { return false }
    if take("?"), !takeCharacters("/:@?") { return false }
    if take("#"), !takeCharacters("/:@?") { return false }
    return true
  }

  /// `user@host:port`.
  private mutating func takeAuthority() -> Bool {
    let isEnd = { (byte: UInt8) in Self.isOne(byte, of: "/?#") }
    var authority = FormatText(rest.prefix { !isEnd($0) })
    _ = takeAll { !isEnd($0) }
    if authority.rest.contains(UInt8(ascii: "@")) {
      guard authority.takeCharacters(":"), authority.take("@") else { return false }
    }
    if authority.take("[") {
      let address = authority.takeAll { $0 != UInt8(ascii: "]") }
      guard authority.take("]"), Self.isIPv6(address) || Self.isFutureAddress(address) else { return false }
    } else if !authority.takeCharacters("") {
      return false
    }
    if authority.take(":") { _ = authority.takeAll(Self.isDigit) }
    return authority.isAtEnd
  }

  /// Takes unreserved characters, sub-delims, percent-encoded bytes and some more; false at a broken encoding.
  private mutating func takeCharacters(_ others: StaticString) -> Bool {
    while let next {
      if next == UInt8(ascii: "%") {
        guard take("%"), take(Self.isHex), take(Self.isHex) else { return false }
      } else if !take({
        Self.isAlphanumeric($0) || Self.isOne($0, of: "-._~!$&'()*+,;=") || Self.isOne($0, of: others)
      }) {
        return true
      }
    }
    return true
  }

  // MARK: Mailboxes, RFC 5321 section 4.1.2

  mutating func takeMailbox() -> Bool {
    let start = rest.startIndex
    guard take("\"") ? takeQuotedString() : takeDotString() else { return false }
    // Section 4.5.3.1.1.
    guard rest.startIndex - start <= 64, take("@") else { return false }
    if take("[") { return takeAddressLiteral() }
    return takeDomain()
  }

  private mutating func takeDotString() -> Bool {
    repeat {
      if takeAll({ Self.isAlphanumeric($0) || Self.isOne($0, of: "!#$%&'*+-/=?^_`{|}~") }).isEmpty {
        return false
      }
    } while take(".")
    return true
  }

  private mutating func takeQuotedString() -> Bool {
    while !take("\"") {
      if take("\\") {
        guard take({ (32...126).contains($0) }) else { return false }
      } else if !take({ (32...126).contains($0) }) {
        return false
      }
    }
    return true
  }

  /// Names of letters, digits and hyphens, each of at most 63 bytes (RFC 1035 section 2.3.4).
  private mutating func takeDomain() -> Bool {
    let domain = rest
    repeat {
      let label = takeAll { Self.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
      guard (1...63).contains(label.count), label.first != UInt8(ascii: "-"), label.last != UInt8(ascii: "-")
      else { return false }
    } while take(".")
    return domain.count <= 255
  }

  private mutating func takeAddressLiteral() -> Bool {
    let address = takeAll { $0 != UInt8(ascii: "]") }
    let prefix = "IPv6:".utf8
    let isAddress = address.starts(with: prefix) ? Self.isIPv6(address.dropFirst(5)) : Self.isIPv4(address)
    return isAddress && take("]")
  }

  // MARK: Addresses

  private static func isIPv4(_ bytes: ArraySlice<UInt8>) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        guard (1...3).contains(part.count), part.allSatisfy(isDigit) else { return false }
        let isPadded = part.count > 1 && part.first == UInt8(ascii: "0")
        return !isPadded && part.reduce(0) { $0 * 10 + Int($1) - 48 } <= 255
      }
  }

  /// RFC 4291 section 2.2: eight groups, of which `::` may stand for some, and the last two as an IPv4 address.
  private static func isIPv6(_ bytes: ArraySlice<UInt8>) -> Bool {
    let groups = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    var count = 0
    var gaps = 0
    for (index, group) in groups.enumerated() {
      if group.isEmpty {
        // The text begins or ends in `::`, or has it inside.
        let isEdge = index == 0 || index == groups.count - 1
        if isEdge {
          let neighbour = index == 0 ? 1 : groups.count - 2
          guard groups.count > 2, groups[neighbour].isEmpty else { return false }
        } else {
          gaps += 1
        }
      } else if index == groups.count - 1, group.contains(UInt8(ascii: ".")) {
        guard isIPv4(group) else { return false }
        count += 2
      } else {
        guard group.count <= 4, group.allSatisfy(isHex) else { return false }
        count += 1
      }
    }
    return gaps == 0 ? count == 8 : gaps == 1 && count < 8
  }

  /// RFC 3986 section 3.2.2: `v1.address`.
  private static func isFutureAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
    var text = FormatText(bytes)
    guard text.take("v") || text.take("V"), !text.takeAll(isHex).isEmpty, text.take(".") else { return false }
    let address = text.takeAll { isAlphanumeric($0) || isOne($0, of: "-._~!$&'()*+,;=:") }
    return !address.isEmpty && text.isAtEnd
  }
}
