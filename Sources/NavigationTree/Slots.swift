/// The trees that a screen presents, by slot.
///
/// A value whose storage is shared until it changes. However deep the tree, a loop releases it.
public struct Slots: Sendable {
  private var storage: Storage?

  /// Presents nothing, and allocates nothing.
  public init() {}

  public init(_ states: [NavigationState]) {
    for (slot, state) in states.enumerated() { self[slot] = state }
  }

  /// One more than the last slot that ever held a tree.
  public var count: Int { storage?.states.count ?? 0 }

  public subscript(slot: Int) -> NavigationState {
    get {
      guard let storage, slot < storage.states.count else { return .none }
      return storage.states[slot]
    }
    set { _ = replace(slot, with: newValue) }
  }

  /// Whether nothing is presented in a slot. The tree isn't copied.
  @usableFromInline
  package func isEmpty(at slot: Int) -> Bool {
    guard let storage, slot < storage.states.count else { return true }
    return storage.states[slot].isNone
  }

  /// The screen with an id, if a slot presents it; no other is copied.
  ///
  /// - Complexity: O(number of slots).
  package func screen(_ id: ScreenID) -> Screen? {
    guard let storage else { return nil }
    return storage.states.indices.first { storage.states[$0].id == id }.flatMap { storage.states[$0].screen }
  }

  /// Puts a tree into a slot and returns the former one, moved and not copied.
  ///
  /// - Complexity: O(1), or O(number of slots) when the storage is shared with another value.
  package mutating func replace(_ slot: Int, with state: consuming NavigationState) -> NavigationState {
    if slot >= count, state.isNone { return .none }
    let storage = uniqueStorage(holding: slot)
    swap(&storage.states[slot], &state)
    return state
  }

  package mutating func take(_ slot: Int) -> NavigationState {
    replace(slot, with: .none)
  }

  private mutating func uniqueStorage(holding slot: Int) -> Storage {
    if storage == nil || !isKnownUniquelyReferenced(&storage) {
      storage = Storage(storage?.states ?? [])
    }
    let unique = storage ?? Storage([])
    while unique.states.count <= slot { unique.states.append(.none) }
    return unique
  }

  /// Moves the states out if nothing else holds them.
  fileprivate mutating func surrender(into pending: inout [NavigationState]) {
    guard isKnownUniquelyReferenced(&storage) else { return }
    storage?.surrender(into: &pending)
  }

  /// Holds the states behind a reference, so that releasing a tree can be unrolled.
  ///
  /// Only `Slots` writes to it, and only as its single holder, so accesses never overlap.
  private final class Storage: @unchecked Sendable {
    #if !DEBUG
      @exclusivity(unchecked)
    #endif
    var states: [NavigationState]

    init(_ states: [NavigationState]) {
      self.states = states
    }

    func surrender(into pending: inout [NavigationState]) {
      for slot in states.indices where !states[slot].isNone {
        var state = NavigationState.none
        swap(&state, &states[slot])
        pending.append(state)
      }
    }

    /// By default, releasing a state would release its screens recursively, and a deep tree would overflow the stack.
    deinit {
      guard states.contains(where: { !$0.isNone }) else { return }
      var pending: [NavigationState] = []
      surrender(into: &pending)
      while let state = pending.popLast() {
        // Given up by name, so that the slots below have one holder in a debug build too.
        var screen = (consume state).take()
        screen?.slots.surrender(into: &pending)
      }
    }
  }
}
