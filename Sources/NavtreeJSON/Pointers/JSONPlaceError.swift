/// A pointer that leads nowhere in a value.
public struct JSONPlaceError: Error, Hashable, Sendable {
  /// The reason why the pointer leads nowhere.
  public enum Reason: Hashable, Sendable {
    /// The object has no member with this key.
    case noMember
    /// The array ends before this index.
    case noElement
    /// The token isn't an array index: digits without leading zeros or, where something is added, `-`.
    case notAnIndex
    /// The value above the place is neither an object nor an array.
    case notAContainer
  }

  /// The pointer up to and including the first token that leads nowhere.
  public var pointer: JSONPointer
  public var reason: Reason

  public init(_ reason: Reason, at pointer: JSONPointer) {
    self.pointer = pointer
    self.reason = reason
  }
}

extension JSONPlaceError: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .noMember: "no member at \(pointer)"
    case .noElement: "no element at \(pointer)"
    case .notAnIndex: "no array index at the end of \(pointer)"
    case .notAContainer: "\(pointer) leads into a value that is neither an object nor an array"
    }
  }
}
