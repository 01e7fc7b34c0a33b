extension JSONElement {
  /// A bit of the tape's first word, as CSimdJSON sets it: no integer on the tape is beyond `Int`.
  @usableFromInline static var hasNoUnsigned: UInt64 { 1 << 55 }

  /// Whether an integer that `Int` doesn't hold is in this value, at any depth.
  ///
  /// - Complexity: O(*n*) in the number of values; it doesn't recurse.
  @inlinable
  public var holdsUnsigned: Bool {
    if tape[0] & Self.hasNoUnsigned != 0 { return false }
    var word = index
    let last = end
    while word < last {
      switch UInt8(truncatingIfNeeded: tape[word] &>> 56) {
      case Tag.unsigned: return true
      case Tag.integer, Tag.number: word &+= 2
      default: word &+= 1
      }
    }
    return false
  }
}
