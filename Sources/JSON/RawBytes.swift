extension UnsafeRawBufferPointer {
  /// Whether these are the bytes of a string. Words are compared where there are as many bytes: keys and
  /// method names are compared several times a request.
  @inlinable
  func equals(_ string: StaticString) -> Bool {
    equals(UnsafeRawBufferPointer(start: string.utf8Start, count: string.utf8CodeUnitCount))
  }

  /// Whether these are the same bytes.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public func equals(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let length = bytes.count
    guard count == length, let start = baseAddress, let other = bytes.baseAddress else {
      return count == length
    }
    if length >= 8 {
      var offset = 0
      while offset &+ 8 <= length {
        guard word(start, offset) == word(other, offset) else { return false }
        offset &+= 8
      }
      // The last word overlaps the one before it.
      return word(start, length &- 8) == word(other, length &- 8)
    }
    for offset in 0..<length
    where start.load(fromByteOffset: offset, as: UInt8.self)
      != other.load(fromByteOffset: offset, as: UInt8.self)
    {
      return false
    }
    return true
  }

  @inlinable
  func word(_ start: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }
}
