public import NavtreeJSON

extension JSONElement {
  /// A bit of the tape's first word, as CSimdJSON sets it: the first keys of the object are `jsonrpc`, with `2.0`, `id`,
  /// `method` and `params`, and the id takes two words.
  @usableFromInline static var hasKeysOfRequest: UInt64 { 1 << 54 }

  /// The members of the whole text, if it is a request as nearly all are: with an integer as its id, an object as its
  /// params, and no further members. Nil says nothing.
  ///
  /// To look for them takes 230 instructions.
  @inlinable
  @inline(__always)
  public var request: (id: Int, method: UnsafeRawBufferPointer, params: JSONElement)? {
    guard tape[0] & Self.hasKeysOfRequest != 0, index == 1 else { return nil }
    let id = JSONElement(tape: tape, strings: strings, index: 5)
    let method = JSONElement(tape: tape, strings: strings, index: 8)
    let params = JSONElement(tape: tape, strings: strings, index: 10)
    guard id.tag == Tag.integer, method.tag == Tag.string, params.tag == Tag.object, params.end == end &- 1
    else {
      return nil
    }
    return (Int(truncatingIfNeeded: tape[6]), method.text, params)
  }

  /// The text in an object whose only member it is, under this key. Nil says nothing.
  @inlinable
  @inline(__always)
  public func text(ofOnlyMember key: StaticString) -> UnsafeRawBufferPointer? {
    // Its words are those of the brackets, the key and the text.
    guard tag == Tag.object, end == index &+ 4 else { return nil }
    let name = JSONElement(tape: tape, strings: strings, index: index &+ 1)
    let value = JSONElement(tape: tape, strings: strings, index: index &+ 2)
    return value.tag == Tag.string && name.text.equals(key) ? value.text : nil
  }
}
