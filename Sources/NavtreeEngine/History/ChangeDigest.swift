import NavtreeJSON
import NavigationTree
import OrderedCollections

/// The places that a change has touched, in order: read once from its inverses, for all readers.
struct ChangeDigest {
  enum Part {
    /// A write to a screen, or with nil to the session's shared state.
    case write(ScreenID?, Write)
    case tree(TreeChange)
    case ledger(any WorldStep)
  }

  enum Write {
    /// A field, or a place inside it, and the inverse of the write.
    case field(Int, FieldStep)
    case params(former: [JSONValue])
    case selection(former: Int)
  }

  enum TreeChange {
    case presented(by: ScreenID, slot: Int)
    case removed(RemovedTree)
    /// On a journey through the history, the number is the window's at that time.
    case windowOpened(Int)
  }

  let parts: [Part]

  /// - Parameter names: those of the windows of removed trees, by the indices of the steps, as far as others than
  ///   the present windows have their numbers now.
  /// - Complexity: O(number of steps).
  init(_ journal: Journal, in windows: Windows, named names: [Int: String]) {
    parts = journal.indices.compactMap { Part(journal[$0], in: windows, named: names[$0]) }
  }

  var trees: some Sequence<TreeChange> {
    parts.lazy.compactMap { (part) -> TreeChange? in
      if case .tree(let change) = part { change } else { nil }
    }
  }

  var hasTreeChanges: Bool { trees.contains { _ in true } }
}

extension ChangeDigest.Part {
  /// The part that a step reverses, if it is told.
  init?(_ step: Inverse, in windows: Windows, named name: String? = nil) {
    switch step {
    case .field(let screen, let field, let former): self = .write(screen, .field(field, .set(former)))
    case .place(let screen, let field, let inverse): self = .write(screen, .field(field, .place(inverse)))
    case .params(let screen, let former): self = .write(screen, .params(former: former))
    case .selected(let screen, let former, _): self = .write(screen, .selection(former: former))
    case .presented(let parent, let slot): self = .tree(.presented(by: parent, slot: slot))
    case .removed, .replaced, .windowClosed:
      guard let tree = RemovedTree(step, in: windows, named: name) else { return nil }
      self = .tree(.removed(tree))
    case .windowOpened(let index): self = .tree(.windowOpened(index))
    case .ledger(let step): self = .ledger(step)
    }
  }
}

/// A removed tree, and its former place.
struct RemovedTree {
  enum End {
    case removed
    /// The tree of this root replaced it.
    case replaced(by: ScreenID)
    case windowClosed
  }

  let root: Screen
  let end: End
  /// The name of its window.
  let window: String
  let parent: ScreenID?
  /// The slot of the parent.
  let slot: Int

  /// Where its root stood; depths are counted from there.
  var place: Place { Place(parent: parent, slot: slot, depth: 0, type: root.type) }

  /// The tree that a step has removed; nil where it hasn't. It is inlined, since the step would be copied for it.
  ///
  /// - Parameter name: the name of its window, if another window may have its number now.
  @inline(__always)
  init?(_ step: Inverse, in windows: Windows, named name: String? = nil) {
    switch step {
    case .removed(let window, let parent, let slot, let state):
      guard let root = state.screen else { return nil }
      self.init(root, .removed, name ?? windows.name(of: window), parent, slot)
    case .replaced(let window, let successor, let state):
      guard let root = state.screen else { return nil }
      let place = windows.place(of: successor)
      self.init(
        root, .replaced(by: successor), name ?? windows.name(of: window), place?.parent, place?.slot ?? 0)
    case .windowClosed(_, let window): self.init(window.focus, .windowClosed, window.window, nil, 0)
    case .field, .place, .params, .presented, .selected, .windowOpened, .ledger: return nil
    }
  }

  private init(_ root: Screen, _ end: End, _ window: String, _ parent: ScreenID?, _ slot: Int) {
    self.root = root
    self.end = end
    self.window = window
    self.parent = parent
    self.slot = slot
  }
}

/// A write of a field, or its inverse.
enum FieldStep {
  case set(JSONValue)
  case place(PlaceInverse)

  /// Applies the step, and becomes its inverse.
  mutating func apply(to value: inout JSONValue) {
    switch self {
    case .set(var other):
      swap(&other, &value)
      self = .set(other)
    case .place(let edit):
      let back = unfailing("what was done a moment ago fits there again") { () throws(JSONPlaceError) in
        try edit.apply(to: &value)
      }
      if let back { self = .place(back) }
    }
  }
}

/// A field of a screen, or with nil a shared field.
struct FieldPlace: Hashable {
  let screen: ScreenID?
  let field: Int
}

extension Journal {
  /// The names of the windows whose trees the current change has removed, by the indices of the steps: each step numbers
  /// the windows as they were then, and those opened and closed since have other numbers now.
  ///
  /// - Complexity: O(number of steps).
  func windowNames(in windows: Windows) -> [Int: String] {
    var names = windows.map(\.window)
    var found: [Int: String] = [:]
    for index in indices.reversed() {
      switch self[index] {
      case .removed(let window, _, _, _), .replaced(let window, _, _): found[index] = names[window]
      case .windowOpened(let window): names.remove(at: window)
      case .windowClosed(let number, let window): names.insert(window.window, at: number)
      case .field, .place, .params, .presented, .selected, .ledger: break
      }
    }
    return found
  }
}

extension Windows {
  /// The name of the window of that number; empty without one.
  fileprivate func name(of window: Int) -> String { indices.contains(window) ? self[window].window : "" }
}
