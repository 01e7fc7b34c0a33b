#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Strings as the language sees them: code points, compared without normalization.
extension String {
  /// - Complexity: O(*n*)
  func isIdentical(to other: String) -> Bool {
    utf8.count == other.utf8.count && compareCodePoints(to: other) == 0
  }

  /// Negative, zero or positive; UTF-8 sorts as code points do.
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
