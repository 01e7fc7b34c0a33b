/// A growing buffer of bytes that JSON is written into.
///
/// The output isn't checked: callers write the brackets, commas and colons themselves.
public struct JSONWriter: ~Copyable {
  @usableFromInline var start: UnsafeMutableRawPointer
  @usableFromInline var capacity: Int
  @usableFromInline var length: Int

  public init(capacity: Int = 4096) {
    self.capacity = max(capacity, 64)
    start = UnsafeMutableRawPointer.allocate(byteCount: self.capacity, alignment: 16)
    length = 0
  }

  deinit { start.deallocate() }

  /// The number of bytes written so far.
  @inlinable
  public var count: Int { length }

  @inlinable
  public var isEmpty: Bool { length == 0 }

  public mutating func removeAll(keepingCapacity: Bool = true) {
    length = 0
    if !keepingCapacity {
      start.deallocate()
      capacity = 64
      start = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    }
  }

  /// Discards everything after the first `count` bytes. A count beyond the end changes nothing.
  @inlinable
  public mutating func truncate(to count: Int) {
    if count < length { length = max(count, 0) }
  }

  /// The bytes written so far. The buffer is valid only inside the closure.
  @inlinable
  public borrowing func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: start, count: length))
  }

  /// Makes room for `extra` more bytes.
  @inlinable
  @inline(__always)
  public mutating func reserve(_ extra: Int) {
    if capacity &- length < extra { grow(extra) }
  }

  /// Doubles the capacity, so that each byte is copied a bounded number of times.
  @usableFromInline
  mutating func grow(_ extra: Int) {
    capacity = max(capacity * 2, length + extra)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: start, byteCount: length)
    start.deallocate()
    start = larger
  }
}

extension JSONWriter {
  @inlinable
  @inline(__always)
  public mutating func append(_ byte: UInt8) {
    reserve(1)
    start.storeBytes(of: byte, toByteOffset: length, as: UInt8.self)
    length &+= 1
  }

  /// Appends the bytes as they are.
  @inlinable
  @inline(__always)
  public mutating func append(_ text: StaticString) {
    let count = text.utf8CodeUnitCount
    reserve(count)
    (start + length).copyMemory(from: text.utf8Start, byteCount: count)
    length &+= count
  }

  /// Appends the bytes as they are.
  @inlinable
  @inline(__always)
  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    (start + length).copyMemory(from: source, byteCount: bytes.count)
    length &+= bytes.count
  }

  /// Appends the bytes as they are: a name or an address, which are copied without a call if they are short.
  @inlinable
  @inline(__always)
  public mutating func append(short bytes: UnsafeRawBufferPointer) {
    let count = bytes.count
    guard let source = bytes.baseAddress, count >= 16, count <= 48 else { return append(bytes) }
    reserve(48)
    let target = start + length
    // The pieces overlap.
    typealias Piece = SIMD16<UInt8>
    target.storeBytes(of: source.loadUnaligned(as: Piece.self), as: Piece.self)
    if count > 32 {
      target.storeBytes(
        of: source.loadUnaligned(fromByteOffset: 16, as: Piece.self), toByteOffset: 16, as: Piece.self)
    }
    let last = count &- 16
    target.storeBytes(
      of: source.loadUnaligned(fromByteOffset: last, as: Piece.self), toByteOffset: last, as: Piece.self)
    length &+= count
  }

  /// Appends the text as it is, neither quoted nor escaped.
  @inlinable
  public mutating func append(raw text: String) {
    for byte in text.utf8 { append(byte) }
  }
}
