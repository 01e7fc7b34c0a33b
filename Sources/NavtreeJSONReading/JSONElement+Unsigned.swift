extension JSONElement {
  /// Whether an integer that `Int` doesn't hold is in this value, at any depth.
  ///
  /// - Complexity: O(*n*) in the number of values; it doesn't recurse.
  @inlinable
  public var holdsUnsigned: Bool {
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
