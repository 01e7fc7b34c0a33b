import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Back<JSONValue> {
  /// Goes back from the active screen up to the first one that can.
  func run(
    in transaction: Transaction, at cursor: ScreenID, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    guard let (holder, way) = transaction.wayBack(from: transaction.active(beside: cursor)) else {
      return NavigationOutcome(isHandled: false)
    }
    switch way {
    case .remove(let slot): try transaction.remove(slot, of: holder, asking, .dismissed)
    case .select(let slot, let visits):
      try transaction.makeTabIfNeeded(slot, of: holder)
      try transaction.choose(slot, of: holder, visits: visits)
      if let root = visits.last?.root, transaction.world.windows.child(of: holder, in: slot)?.id == root.id {
        try transaction.setParams(root.params, of: root.id)
      }
    }
    return NavigationOutcome()
  }
}

extension Transaction {
  /// The step that a back button takes.
  enum Way {
    /// Removes the screen in this slot.
    case remove(slot: Int)
    /// Selects this tab or pane; the remaining visits end with the one that it leads to.
    case select(slot: Int, visits: [TabVisit])
  }

  /// The first screen that can go back, from the active one up, and the step that it takes; nil if a back button has no
  /// effect.
  ///
  /// - Complexity: O(distance to the screen that can go back).
  func wayBack(from active: ScreenID) -> (holder: ScreenID, way: Way)? {
    if let way = wayBack(inSplit: active) { return (active, way) }
    var screen = active
    while let holder = world.windows.holder(of: screen) {
      switch holder.style {
      case .push, .sheet, .popover, .cover: return (holder.screen, .remove(slot: holder.slot))
      case .tab:
        if let tabs = world.windows.screen(holder.screen), let way = wayBack(inTabs: tabs) {
          return (holder.screen, way)
        }
      case .pane: if let way = wayBack(inSplit: holder.screen) { return (holder.screen, way) }
      }
      screen = holder.screen
    }
    return nil
  }

  /// The pane before the one in focus, of a split that shows one alone.
  private func wayBack(inSplit id: ScreenID) -> Way? {
    guard listeners.sightings.collapsed.contains(id), let split = world.windows.screen(id) else { return nil }
    let slots = flow.screens[split.type].slots
    let pane = slots[..<split.selection].indices.last {
      slots[$0].style == .pane && world.windows.child(of: id, in: $0) != nil
    }
    return pane.map { .select(slot: $0, visits: []) }
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
