public import NavtreeJSON

extension JSONElement {
  /// The values in an array, in order. Nothing is allocated.
  public struct Elements: Sequence, IteratorProtocol {
    @usableFromInline let tape: UnsafePointer<UInt64>
    @usableFromInline let strings: UnsafePointer<UInt8>
    @usableFromInline var index: Int
    /// The index of the array's closing word.
    @usableFromInline let last: Int

    @inlinable
    init(_ array: JSONElement) {
      tape = array.tape
      strings = array.strings
      index = array.index &+ 1
      last = array.tag == Tag.array ? array.end &- 1 : index
    }

    @inlinable
    public mutating func next() -> JSONElement? {
      guard index < last else { return nil }
      let element = JSONElement(tape: tape, strings: strings, index: index)
      index = element.end
      return element
    }
  }

  /// A key and its value.
  public struct Member {
    /// The UTF-8 of the key, its escapes resolved.
    public let keyBytes: UnsafeRawBufferPointer
    public let value: JSONElement

    @inlinable
    init(keyBytes: UnsafeRawBufferPointer, value: JSONElement) {
      self.keyBytes = keyBytes
      self.value = value
    }

    /// - Complexity: O(*n*), it copies.
    @inlinable
    public var key: String { String(decoding: keyBytes, as: UTF8.self) }

    /// Whether the key has exactly these bytes.
    @inlinable
    @inline(__always)
    public func keyIs(_ string: StaticString) -> Bool { keyBytes.equals(string) }
  }

  /// The members of an object in written order, duplicates included.
  /// Nothing is allocated.
  public struct Members: Sequence, IteratorProtocol {
    @usableFromInline let tape: UnsafePointer<UInt64>
    @usableFromInline let strings: UnsafePointer<UInt8>
    @usableFromInline var index: Int
    /// The index of the object's closing word.
    @usableFromInline let last: Int

    @inlinable
    init(_ object: JSONElement) {
      tape = object.tape
      strings = object.strings
      index = object.index &+ 1
      last = object.tag == Tag.object ? object.end &- 1 : index
    }

    @inlinable
    @inline(__always)
    public mutating func next() -> Member? {
      guard index < last else { return nil }
      let key = JSONElement(tape: tape, strings: strings, index: index)
      let value = JSONElement(tape: tape, strings: strings, index: index &+ 1)
      index = value.end
      return Member(keyBytes: key.text, value: value)
    }
  }

  /// The values of an array; none for anything else.
  @inlinable
  public var elements: Elements { Elements(self) }

  /// The members of an object; none for anything else.
  @inlinable
  public var members: Members { Members(self) }

  /// The number of values in an array or of members in an object; 0 for anything else.
  ///
  /// - Complexity: O(1) below 16,777,215, else O(*n*).
  @inlinable
  public var count: Int {
    guard tag == Tag.array || tag == Tag.object else { return 0 }
    let count = payload &>> 32
    return count < 0xFF_FFFF ? count : countByWalking
  }

  /// The tape's own count has 24 bits.
  @usableFromInline
  var countByWalking: Int {
    tag == Tag.array
      ? elements.reduce(0) { count, _ in count + 1 } : members.reduce(0) { count, _ in count + 1 }
  }

  /// The value of a member: the last of several with this key.
  ///
  /// - Complexity: O(*n*) in the number of members.
  @inlinable
  public subscript(key: StaticString) -> JSONElement? {
    var found: JSONElement?
    for member in members where member.keyIs(key) { found = member.value }
    return found
  }
}
