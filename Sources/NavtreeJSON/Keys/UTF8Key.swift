/// A key or name, compared by its UTF-8 bytes.
///
/// Swift's strings are equal when they are canonically equivalent. As keys, a composed and a decomposed `é` differ.
@frozen
public struct UTF8Key: Sendable {
  public let text: String

  @inlinable
  @inline(__always)
  public init(_ text: String) {
    self.text = text
  }
}

extension UTF8Key: Hashable {
  @inlinable
  public static func == (left: UTF8Key, right: UTF8Key) -> Bool { left.text.hasSameBytes(as: right.text) }

  @inlinable
  public func hash(into hasher: inout Hasher) {
    let hashed: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if hashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
    // No byte of UTF-8, so that consecutive keys stay distinct.
    hasher.combine(0xFF as UInt8)
  }
}

extension UTF8Key: ExpressibleByStringInterpolation {
  @inlinable
  public init(stringLiteral text: String) { self.init(text) }
}

extension UTF8Key: CustomStringConvertible {
  public var description: String { text }
}

extension String {
  /// Whether both have the same UTF-8 bytes, and so the same code points.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let fast: Bool?? = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        UnsafeRawBufferPointer(left).equals(UnsafeRawBufferPointer(right))
      }
    }
    return (fast ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}
