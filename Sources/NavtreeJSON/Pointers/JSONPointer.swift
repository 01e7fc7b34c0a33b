/// A place in a JSON value (RFC 6901): the keys and indexes that lead to it from the root.
public struct JSONPointer: Sendable {
  /// The reference tokens, unescaped.
  public var tokens: [String]

  /// Without tokens, it points to the root.
  public init(_ tokens: [String] = []) {
    self.tokens = tokens
  }

  /// Whether this is the root.
  public var isEmpty: Bool { tokens.isEmpty }

  public mutating func append(_ key: String) { tokens.append(key) }

  public mutating func append(_ index: Int) { tokens.append(String(index)) }

  public func appending(_ key: String) -> JSONPointer { JSONPointer(tokens + [key]) }

  public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

  public func appending(_ other: JSONPointer) -> JSONPointer { JSONPointer(tokens + other.tokens) }

  /// Whether a token means an element of an array (section 4): digits, of several the first no zero.
  package static func isIndex(_ token: String) -> Bool {
    let digits = token.utf8
    return !digits.isEmpty && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      && (digits.count == 1 || digits.first != UInt8(ascii: "0"))
  }

  /// Whether this place lies within the other. A place lies within itself.
  ///
  /// - Complexity: O(*n*)
  public func isWithin(_ other: JSONPointer) -> Bool {
    tokens.starts(with: other.tokens) { $0.hasSameBytes(as: $1) }
  }
}

extension JSONPointer: Hashable {
  public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
    left.tokens.count == right.tokens.count && left.isWithin(right)
  }

  public func hash(into hasher: inout Hasher) {
    for token in tokens { hasher.combine(UTF8Key(token)) }
  }
}

extension JSONPointer: ExpressibleByArrayLiteral {
  public init(arrayLiteral tokens: String...) { self.init(tokens) }
}

extension JSONPointer: CustomStringConvertible {
  /// Reads a pointer as RFC 6901 writes it.
  ///
  /// - Complexity: O(*n*)
  public init(parsing text: String) throws(JSONPointerError) {
    var text = text
    let pointer = text.withUTF8 { bytes in
      Result { () throws(JSONPointerError) in try JSONPointer(parsing: UnsafeRawBufferPointer(bytes)) }
    }
    self = try pointer.get()
  }

  /// Reads a pointer as RFC 6901 writes it, in UTF-8.
  ///
  /// - Complexity: O(*n*)
  public init(parsing bytes: UnsafeRawBufferPointer) throws(JSONPointerError) {
    tokens = []
    if bytes.isEmpty { return }
    // Section 3: a pointer is empty, or begins with a slash.
    guard bytes[0] == UInt8(ascii: "/") else { throw .noLeadingSlash }
    tokens.reserveCapacity(bytes.count { $0 == UInt8(ascii: "/") })
    var start = 1
    for end in 1...bytes.count where end == bytes.count || bytes[end] == UInt8(ascii: "/") {
      tokens.append(try Self.unescaped(UnsafeRawBufferPointer(rebasing: bytes[start..<end])))
      start = end + 1
    }
  }

  /// The pointer as RFC 6901 writes it.
  ///
  /// - Complexity: O(*n*)
  public var description: String {
    var text = ""
    for token in tokens {
      text += "/"
      guard token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
        text += token
        continue
      }
      // Section 3: ~ is written as ~0 and / as ~1.
      for scalar in token.unicodeScalars {
        switch scalar {
        case "~": text += "~0"
        case "/": text += "~1"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
    return text
  }

  private static func unescaped(_ part: UnsafeRawBufferPointer) throws(JSONPointerError) -> String {
    guard part.contains(UInt8(ascii: "~")) else { return String(decoding: part, as: UTF8.self) }
    var bytes: [UInt8] = []
    var isEscape = false
    for byte in part {
      switch (isEscape, byte) {
      case (false, UInt8(ascii: "~")): isEscape = true
      case (false, _): bytes.append(byte)
      case (true, UInt8(ascii: "0")):
        bytes.append(UInt8(ascii: "~"))
        isEscape = false
      case (true, UInt8(ascii: "1")):
        bytes.append(UInt8(ascii: "/"))
        isEscape = false
      case (true, _): throw .malformedEscape
      }
    }
    if isEscape { throw .malformedEscape }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The reason that a text isn't a JSON pointer.
public enum JSONPointerError: Error, Hashable, Sendable {
  /// It is neither empty nor begins with a slash.
  case noLeadingSlash
  /// A tilde is followed by neither 0 nor 1.
  case malformedEscape
}

extension JSONPointerError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noLeadingSlash: "a JSON pointer is empty or begins with '/'"
    case .malformedEscape: "in a JSON pointer '~' is written as '~0' and '/' as '~1'"
    }
  }
}
