extension JSONWriter {
  /// Appends the text quoted, and escaped where RFC 8259 demands it.
  ///
  /// - Complexity: O(*n*)
  public mutating func appendString(_ text: String) {
    // Fails only for strings bridged from another language.
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
      appendString(UnsafeRawBufferPointer($0))
    }
    if isDone == nil {
      Array(text.utf8).withUnsafeBytes { appendString($0) }
    }
  }

  /// Appends UTF-8 quoted, and escaped where RFC 8259 demands it.
  ///
  /// - Complexity: O(*n*)
  public mutating func appendString(_ bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count &+ 2)
    append(UInt8(ascii: "\""))
    append(escaped: bytes)
    append(UInt8(ascii: "\""))
  }

  /// Appends UTF-8 as the content of a string: escaped where RFC 8259 demands it.
  ///
  /// - Complexity: O(*n*)
  @inline(__always)
  public mutating func append(escaped bytes: UnsafeRawBufferPointer) {
    if Self.needsNoEscape(bytes) {
      append(bytes)
    } else if let source = bytes.baseAddress {
      var clean = 0
      var index = 0
      while index < bytes.count {
        if index &+ 8 <= bytes.count,
          Self.needsNoEscape(source.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        {
          index &+= 8
          continue
        }
        // One of the next eight does, or fewer than eight are left.
        let end = Swift.min(index &+ 8, bytes.count)
        while index < end {
          let byte = source.load(fromByteOffset: index, as: UInt8.self)
          if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
            append(UnsafeRawBufferPointer(start: source + clean, count: index &- clean))
            appendEscape(byte)
            clean = index &+ 1
          }
          index &+= 1
        }
      }
      append(UnsafeRawBufferPointer(start: source + clean, count: bytes.count &- clean))
    }
  }

  /// Whether none of the bytes needs an escape, for any number of them: the last word overlaps the one before it, so that none is examined alone.
  @inline(__always)
  private static func needsNoEscape(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let count = bytes.count
    if count >= 8 {
      var index = 0
      while index &+ 32 < count {
        if !needsNoEscape(bytes.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self)) { return false }
        index &+= 32
      }
      while index &+ 8 < count {
        if !needsNoEscape(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) { return false }
        index &+= 8
      }
      return needsNoEscape(bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
    }
    if count >= 4 {
      let head = UInt64(bytes.loadUnaligned(as: UInt32.self))
      let tail = UInt64(bytes.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      return needsNoEscape(head | tail &<< 32)
    }
    if count == 0 { return true }
    let spaces: UInt64 = 0x2020_2020_2000_0000
    return needsNoEscape(
      spaces | UInt64(bytes[0]) | UInt64(bytes[count &>> 1]) &<< 8 | UInt64(bytes[count &- 1]) &<< 16)
  }

  /// Whether none of eight bytes is a control character, a quote or a backslash.
  ///
  /// A byte is below n, n at most 128, if subtracting n from it borrows and its upper bit is clear. A borrow
  /// may run on into the bytes above, so this may be false for bytes that need no escape. The word is then
  /// examined byte by byte.
  @inline(__always)
  private static func needsNoEscape(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslash = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    // The three have the same upper bits.
    return ((word &- ones &* 0x20) | (quote &- ones) | (backslash &- ones)) & ~word & (ones &* 0x80) == 0
  }

  /// The same for four words at once, a third of the instructions.
  @inline(__always)
  private static func needsNoEscape(_ words: SIMD4<UInt64>) -> Bool {
    let ones = SIMD4<UInt64>(repeating: 0x0101_0101_0101_0101)
    let quotes = words ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslashes = words ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let found =
      ((words &- ones &* 0x20) | (quotes &- ones) | (backslashes &- ones)) & (~words & (ones &* 0x80))
    let half = found.lowHalf | found.highHalf
    return half.x | half.y == 0
  }

  /// RFC 8259 section 7: a two-character escape if there is one, else `\u` and four digits.
  private mutating func appendEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0C: append("\\f")
    case 0x0D: append("\\r")
    default:
      append(byte < 0x10 ? "\\u000" : "\\u001")
      let digit = byte & 0x0F
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + (digit - 10))
    }
  }
}
