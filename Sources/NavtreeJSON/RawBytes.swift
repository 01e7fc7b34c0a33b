extension UnsafeRawBufferPointer {
  /// Whether these are the bytes of a string.
  @inlinable
  @inline(__always)
  public func equals(_ string: StaticString) -> Bool {
    equals(UnsafeRawBufferPointer(start: string.utf8Start, count: string.utf8CodeUnitCount))
  }

  /// Whether these are the same bytes.
  ///
  /// The last word overlaps the one before it, so that no length is compared byte by byte. Against a literal,
  /// the compiler does all but the comparison.
  /// - Complexity: O(*n*).
  @inlinable
  @inline(__always)
  public func equals(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let length = bytes.count
    guard count == length, let start = baseAddress, let other = bytes.baseAddress else {
      return count == length
    }
    switch length {
    case 8...:
      var offset = 0
      while offset &+ 8 <= length {
        guard word(start, offset) == word(other, offset) else { return false }
        offset &+= 8
      }
      return word(start, length &- 8) == word(other, length &- 8)
    case 4...:
      return half(start, 0) == half(other, 0) && half(start, length &- 4) == half(other, length &- 4)
    case 1...:
      return byte(start, 0) == byte(other, 0) && byte(start, length / 2) == byte(other, length / 2)
        && byte(start, length &- 1) == byte(other, length &- 1)
    default: return true
    }
  }

  @inlinable
  @inline(__always)
  func word(_ start: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  @inlinable
  @inline(__always)
  func half(_ start: UnsafeRawPointer, _ offset: Int) -> UInt32 {
    start.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }

  @inlinable
  @inline(__always)
  func byte(_ start: UnsafeRawPointer, _ offset: Int) -> UInt8 {
    start.load(fromByteOffset: offset, as: UInt8.self)
  }
}
