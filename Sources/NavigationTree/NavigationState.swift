/// The state of a place where a screen may be presented: the shape of navigation itself.
///
/// A presented screen holds the states of its own slots, so one value is a whole tree of any depth.
public indirect enum NavigationState: Sendable {
  /// Nothing is presented here.
  case none
  /// A plain screen.
  case screen(Screen)
  /// A list and what it presents.
  case list(Screen)
  /// A detail and what it presents.
  case detail(Screen)
  /// A screen whose slots hold one tree per tab.
  case tabs(Screen)
  /// A screen whose slots hold one tree per pane.
  case split(Screen)

  public init(_ screen: Screen, kind: ScreenKind) {
    switch kind {
    case .screen: self = .screen(screen)
    case .list: self = .list(screen)
    case .detail: self = .detail(screen)
    case .tabs: self = .tabs(screen)
    case .split: self = .split(screen)
    }
  }

  /// The screen presented here, of any kind.
  public var screen: Screen? {
    switch self {
    case .none: nil
    case .screen(let screen), .list(let screen), .detail(let screen), .tabs(let screen), .split(let screen):
      screen
    }
  }

  /// The id of the screen presented here, which isn't copied for it.
  public var id: ScreenID? { read { $0.id } }

  /// The screen presented here, if nothing is presented by it; it isn't copied for it.
  package var leaf: (id: ScreenID, type: Int)? {
    read { $0.slots.count == 0 ? ($0.id, $0.type) : nil } ?? nil
  }

  /// Reads the screen presented here, which isn't copied for it; nil if there is none.
  @inlinable @inline(__always)
  package func read<Result>(_ body: (Screen) -> Result) -> Result? {
    switch self {
    case .none: nil
    // Apart: what cases have in common is copied.
    case .screen(let screen): body(screen)
    case .list(let screen): body(screen)
    case .detail(let screen): body(screen)
    case .tabs(let screen): body(screen)
    case .split(let screen): body(screen)
    }
  }

  /// The kind of the screen presented here.
  public var kind: ScreenKind? {
    switch self {
    case .none: nil
    case .screen: .screen
    case .list: .list
    case .detail: .detail
    case .tabs: .tabs
    case .split: .split
    }
  }

  public var isNone: Bool {
    if case .none = self { true } else { false }
  }

  /// The screen, whose only reference is then the caller's.
  package consuming func take() -> Screen? { screen }
}

extension NavigationState: Equatable {
  /// Whether both are the same tree: kinds, ids, params, states and slots.
  ///
  /// - Complexity: O(number of screens), without recursion.
  public static func == (left: NavigationState, right: NavigationState) -> Bool {
    var pending = [(left, right)]
    while let (left, right) = pending.popLast() {
      guard left.kind == right.kind else { return false }
      guard let one = left.screen, let other = right.screen else { continue }
      guard one.id == other.id, one.type == other.type, one.selection == other.selection,
        one.visits == other.visits, one.params == other.params, one.state == other.state
      else { return false }
      for slot in 0..<max(one.slots.count, other.slots.count) {
        pending.append((one.slots[slot], other.slots[slot]))
      }
    }
    return true
  }
}
