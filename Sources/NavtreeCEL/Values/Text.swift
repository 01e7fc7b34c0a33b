import NavtreeSystem

/// Strings as code points, compared without normalization.
extension String {
  /// Negative, zero or positive; UTF-8 sorts like code points.
  /// - Complexity: O(*n*)
  func compareCodePoints(to other: String) -> Int {
    let fast: Int?? = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        compareBytes(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
      }
    }
    if let fast = fast ?? nil { return fast }
    return Array(utf8).withUnsafeBytes { left in
      Array(other.utf8).withUnsafeBytes { right in compareBytes(left, right) }
    }
  }

  /// The number of code points.
  /// - Complexity: O(*n*)
  var codePointCount: Int {
    let fast = utf8.withContiguousStorageIfAvailable { bytes in
      var count = 0
      for byte in bytes where byte & 0xC0 != 0x80 { count += 1 }
      return count
    }
    return fast ?? unicodeScalars.count
  }
}

/// Negative, zero or positive, as `memcmp` and then the lengths say.
/// - Complexity: O(*n*)
func compareBytes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
  let shared = min(left.count, right.count)
  if shared > 0, let a = left.baseAddress, let b = right.baseAddress {
    let order = memcmp(a, b, shared)
    if order != 0 { return Int(order) }
  }
  return left.count - right.count
}

extension String {
  /// The UTF-8 bytes, without a copy where they are contiguous.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    utf8.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
      ?? Array(utf8).withUnsafeBytes { body($0) }
  }

  /// The byte offset at which a part begins, at or after a start.
  /// - Complexity: O(*n*) mostly; O(*n* · *m*) for parts made to repeat.
  func firstOffset(of part: String, from start: Int = 0) -> Int? {
    withBytes { whole in part.withBytes { part in findBytes(part, in: whole, from: start) } }
  }
}

private func findBytes(
  _ part: UnsafeRawBufferPointer, in whole: UnsafeRawBufferPointer, from start: Int
) -> Int? {
  guard let first = part.first, let base = whole.baseAddress, let partBase = part.baseAddress else {
    return part.isEmpty && start <= whole.count ? start : nil
  }
  var position = start
  let last = whole.count - part.count
  while position <= last, let found = memchr(base + position, Int32(first), last - position + 1) {
    position = UnsafeRawPointer(found) - base
    if memcmp(base + position, partBase, part.count) == 0 { return position }
    position += 1
  }
  return nil
}

extension String {
  /// The text in double quotes, with the escapes of the language.
  var quoted: String {
    var result: [UInt8] = [UInt8(ascii: "\"")]
    result.reserveCapacity(utf8.count + 2)
    for byte in utf8 {
      if let letter = Self.escape(of: byte) {
        result.append(UInt8(ascii: "\\"))
        result.append(letter)
      } else {
        result.append(byte)
      }
    }
    result.append(UInt8(ascii: "\""))
    return String(decoding: result, as: UTF8.self)
  }

  /// The letter that stands for a byte behind a backslash.
  private static func escape(of byte: UInt8) -> UInt8? {
    switch byte {
    case 0x07: UInt8(ascii: "a")
    case 0x08: UInt8(ascii: "b")
    case 0x0C: UInt8(ascii: "f")
    case 0x0A: UInt8(ascii: "n")
    case 0x0D: UInt8(ascii: "r")
    case 0x09: UInt8(ascii: "t")
    case 0x0B: UInt8(ascii: "v")
    case UInt8(ascii: "\\"), UInt8(ascii: "\""): byte
    default: nil
    }
  }
}
