import NavtreeJSON
import NavigationTree

// The approximate memory that a kept step holds: the values and screens in it, beside the step itself. Data
// shared with the live tree counts too, since it is no longer shared once that changes.

extension Inverse {
  /// - Complexity: O(size of the values and number of the screens in it), as much as releasing them.
  var byteCount: Int {
    let held =
      switch self {
      case .field(_, _, let value): value.heldByteCount
      case .place(_, _, let inverse): inverse.heldByteCount
      case .params(_, let params): params.heldByteCount
      case .removed(_, _, _, let state), .replaced(_, _, let state): state.heldByteCount
      case .selected(_, _, let visits): visits.count * MemoryLayout<TabVisit>.stride
      case .windowClosed(_, let window): window.heldByteCount
      case .presented, .windowOpened: 0
      case .ledger(let step): step.byteCount
      }
    return Self.ownByteCount + held
  }

  /// The memory of a step itself, fixed so that what a change may do doesn't depend on how steps are laid out.
  private static var ownByteCount: Int { 56 }
}

extension PlaceInverse {
  fileprivate var heldByteCount: Int {
    let value =
      switch kind {
      case .replace(let value), .insert(let value, _, _): value.heldByteCount
      case .remove: 0
      }
    return value + pointer.tokens.count * MemoryLayout<String>.stride
  }
}

extension NavigationState {
  /// - Complexity: O(size of all screens), without recursion over them.
  fileprivate var heldByteCount: Int {
    // A screen alone isn't copied.
    if let alone = read({ $0.slots.count == 0 ? $0.ownByteCount : nil }), let alone { return alone }
    return screen?.heldByteCount ?? 0
  }
}

extension Screen {
  fileprivate var heldByteCount: Int {
    if slots.count == 0 { return ownByteCount }
    return subtree().reduce(0) { count, visit in count + visit.screen.ownByteCount }
  }

  /// The memory of the screen without those that it presents.
  @inline(__always)
  fileprivate var ownByteCount: Int {
    MemoryLayout<Screen>.stride + params.heldByteCount + state.heldByteCount
  }
}

extension NavigationZipper {
  /// The memory of a window that is focused on its root: its tree, and the index of its screens.
  fileprivate var heldByteCount: Int {
    focus.heldByteCount + count * (MemoryLayout<ScreenID>.stride + MemoryLayout<Place>.stride)
  }
}

extension [JSONValue] {
  var heldByteCount: Int {
    isEmpty ? 0 : Self.headerByteCount + reduce(0) { $0 + MemoryLayout<JSONValue>.stride + $1.heldByteCount }
  }

  /// The runtime's header before the elements.
  fileprivate static var headerByteCount: Int { 32 }
}

extension JSONValue {
  /// Recursion is bounded by the nesting of a value.
  fileprivate var heldByteCount: Int {
    switch self {
    case .null, .boolean, .integer, .number: 0
    case .string(let text): text.heldByteCount
    case .array(let elements): elements.heldByteCount
    case .object(let members):
      // The keys, the values and the table that finds them.
      members.reduce(3 * [JSONValue].headerByteCount) { count, member in
        count + MemoryLayout<String>.stride + MemoryLayout<JSONValue>.stride + MemoryLayout<Int>.stride
          + member.key.heldByteCount + member.value.heldByteCount
      }
    }
  }
}

extension String {
  /// A string of up to 15 bytes holds them itself.
  fileprivate var heldByteCount: Int { utf8.count > 15 ? 32 + utf8.count : 0 }
}
