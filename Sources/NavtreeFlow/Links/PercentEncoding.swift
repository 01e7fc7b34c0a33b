/// RFC 3986 section 2.1: bytes of UTF-8 as `%XX`.
package enum PercentEncoding {
  /// A part of a URL; each leaves other characters unencoded.
  package enum Part {
    case segment, queryName, queryValue
    /// The path of a file, relative or not.
    case path
  }

  /// The text with its percent-encoding decoded once; nil if some of it can't be.
  ///
  /// - Complexity: O(length of the text).
  package static func decoded(_ text: Substring) -> String? {
    decode(text, keepsFaults: false, plusIsSpace: false)
  }

  /// The text with every valid percent-encoding decoded, and each `+` a space.
  ///
  /// - Complexity: O(length of the text).
  static func decodedQuery(_ text: Substring) -> String {
    decode(text, keepsFaults: true, plusIsSpace: true) ?? String(text)
  }

  /// The text with every valid percent-encoding decoded.
  ///
  /// - Complexity: O(length of the text).
  package static func decodedWherePossible(_ text: Substring) -> String {
    decode(text, keepsFaults: true, plusIsSpace: false) ?? String(text)
  }

  /// Appends the text so that it is decoded as itself in that part of a URL.
  ///
  /// - Complexity: O(length of the text).
  package static func append(_ text: String, as part: Part, to url: inout String) {
    for scalar in text.unicodeScalars {
      if scalar.isASCII, isFree(UInt8(truncatingIfNeeded: scalar.value), in: part) {
        url.unicodeScalars.append(scalar)
      } else {
        for byte in String(scalar).utf8 {
          url += byte < 16 ? "%0" : "%"
          url += String(byte, radix: 16, uppercase: true)
        }
      }
    }
  }

  /// RFC 3986 sections 3.3 and 3.4, without the characters that have a meaning in a query.
  private static func isFree(_ byte: UInt8, in part: Part) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case _ where part == .path: "-._~/".utf8.contains(byte)
    case UInt8(ascii: "="): part != .queryName
    case UInt8(ascii: "&"), UInt8(ascii: "+"): part == .segment
    case UInt8(ascii: "/"), UInt8(ascii: "?"): part != .segment
    default: "-._~!$'()*,;:@".utf8.contains(byte)
    }
  }

  private static func decode(_ text: Substring, keepsFaults: Bool, plusIsSpace: Bool) -> String? {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "%") else {
        let isSpace = plusIsSpace && bytes[index] == UInt8(ascii: "+")
        result.append(isSpace ? UInt8(ascii: " ") : bytes[index])
        index += 1
        continue
      }
      var encoded: [UInt8] = []
      var end = index
      while let byte = byte(at: end, of: bytes) {
        encoded.append(byte)
        end += 3
      }
      if encoded.isEmpty {
        guard keepsFaults else { return nil }
        result.append(bytes[index])
        index += 1
        continue
      }
      // Unencoded parts are whole characters, so that encoded ones are whole by themselves.
      var input = encoded.makeIterator()
      var parser = UTF8.ForwardParser()
      while index < end {
        switch parser.parseScalar(from: &input) {
        case .valid(let scalar):
          result += scalar
          index += 3 * scalar.count
        case .error(let length):
          guard keepsFaults else { return nil }
          result += bytes[index..<min(index + 3 * length, end)]
          index += 3 * length
        case .emptyInput: index = end
        }
      }
      index = end
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The byte that `%XX` at that place encodes.
  private static func byte(at index: Int, of bytes: [UInt8]) -> UInt8? {
    guard index + 2 < bytes.count, bytes[index] == UInt8(ascii: "%"), let high = digit(bytes[index + 1]),
      let low = digit(bytes[index + 2])
    else { return nil }
    return high << 4 | low
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
