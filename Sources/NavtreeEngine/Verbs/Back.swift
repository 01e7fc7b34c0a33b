import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Back<JSONValue> {
  /// Goes back from the active screen up to the first one that can.
  func run(in transaction: Transaction, at window: Int, _ origin: Origin, _ asking: Asking) throws(Failure)
    -> NavigationOutcome
  {
    guard let (holder, way) = transaction.wayBack(in: window) else {
      return NavigationOutcome(isHandled: false)
    }
    transaction.world.windows[window].move(to: holder)
    switch way {
    case .remove(let slot):
      try transaction.remove(slot: slot, in: window, asking, .dismissed)
    case .select(let slot, let visits):
      try transaction.makeTabIfNeeded(slot, in: window)
      transaction.choose(slot, visits: visits, in: window)
      if let root = visits.last?.root, transaction.world.windows[window].moveDown(slot),
        transaction.world.windows[window].focus.id == root.id
      {
        transaction.setParams(root.params, ofFocusIn: window)
      }
    }
    return NavigationOutcome()
  }
}

extension Transaction {
  /// The step that a back button takes.
  enum Way {
    /// Removes the screen in this slot of the focus.
    case remove(slot: Int)
    /// Selects this tab of the focus; the remaining visits end with the one that it leads to.
    case select(slot: Int, visits: [TabVisit])
  }

  /// Whether a back button has an effect.
  ///
  /// - Complexity: O(distance to the screen that can go back).
  func canGoBack(in window: Int) -> Bool {
    wayBack(in: window) != nil
  }

  /// The first screen that can go back, from the active one up, and the step that it takes.
  func wayBack(in window: Int) -> (holder: ScreenID, way: Way)? {
    var screen = world.windows[window].active
    while let place = world.windows[window].place(of: screen), let holder = place.parent,
      let type = world.windows[window].place(of: holder)?.type
    {
      switch flow.screens[type].slots[place.slot].style {
      case .push, .sheet, .popover, .cover: return (holder, .remove(slot: place.slot))
      case .tab:
        if let tabs = world.windows[window].screen(holder), let way = wayBack(inTabs: tabs) {
          return (holder, way)
        }
      case .pane: break
      }
      screen = holder
    }
    return nil
  }

  private func wayBack(inTabs tabs: Screen) -> Way? {
    let definition = flow.screens[tabs.type]
    let slots = definition.slots.indices.filter { definition.slots[$0].style == .tab }
    switch definition.back {
    case .none: return nil
    case .first:
      return slots.first.flatMap { $0 == tabs.selection ? nil : .select(slot: $0, visits: []) }
    case .initial:
      let initial = definition.selected ?? slots.first
      return initial.flatMap { $0 == tabs.selection ? nil : .select(slot: $0, visits: []) }
    case .order:
      return slots.last { $0 < tabs.selection }.map { .select(slot: $0, visits: []) }
    case .history, .fullHistory:
      let visits = Array(tabs.visits.dropLast())
      return visits.last.map { .select(slot: $0.slot, visits: visits) }
    }
  }
}
