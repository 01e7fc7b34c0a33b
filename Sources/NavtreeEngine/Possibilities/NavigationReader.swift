package import NavigationTree
import NavtreeFlow
import NavtreeJSON

/// The reader of the navigations that can be requested: back, pop and dismiss where no screen refuses, and the tabs and
/// panes that aren't chosen.
package struct NavigationReader {
  /// A navigation, and the screen that it starts from; nil for the active one.
  package typealias Row = (navigation: PossibleNavigation, at: ScreenID?)

  private let transaction: Transaction
  /// The screens of all windows that refuse, or hold one that does; nil: they are asked when it matters.
  private let refusing: Set<ScreenID>?

  package init(_ session: Session) {
    transaction = session.transaction
    refusing = nil
  }

  /// - Parameter refusing: the screens that refuse to be removed, or hold one that does.
  init(_ transaction: Transaction, refusing: Set<ScreenID>) {
    self.transaction = transaction
    self.refusing = refusing
  }

  /// The navigations from a screen.
  ///
  /// - Complexity: O(depth + number of screens that would be removed), plus the cost of their `dismissible`.
  package func navigations(from screen: ScreenID) -> [Row] {
    guard let window = transaction.world.windows.index(holding: screen) else { return [] }
    var tree = transaction.world.windows[window]
    tree.move(to: screen)
    var all: [Row] = []
    if let back = back(from: tree.active) { all.append(back) }
    if tree.top.id != screen || tree.isPushed, permitsRemoval(of: tree.top.id) {
      all.append((PossibleNavigation(.pop), screen))
    }
    if let dismissal = dismissal(of: screen) { all.append(dismissal) }
    var known: Set<String> = []
    for holder in [tree.focus] + tree.containers { all += choices(in: holder, known: &known) }
    return all
  }

  /// Whether a back button has an effect.
  func back(from active: ScreenID) -> Row? {
    guard let (holder, way) = transaction.wayBack(from: active) else { return nil }
    switch way {
    case .select(let slot, _):
      guard let tabs = transaction.world.windows.screen(holder) else { return nil }
      let isMade = transaction.world.windows.child(of: holder, in: slot) != nil
      if !isMade, selection(of: slot, in: tabs) == nil { return nil }
    case .remove(let slot):
      guard let removed = transaction.world.windows.child(of: holder, in: slot),
        permitsRemoval(of: removed.id)
      else { return nil }
    }
    return (PossibleNavigation(.back), nil)
  }

  func dismissal(of screen: ScreenID) -> Row? {
    guard let holder = transaction.world.windows.holder(of: screen) else { return nil }
    switch holder.style {
    case .tab, .pane: return nil
    case .push, .sheet, .popover, .cover:
      return permitsRemoval(of: screen) ? (PossibleNavigation(.dismiss), screen) : nil
    }
  }

  /// The pop of the chain whose top is the focus of a tree.
  func pop(fromTopIn tree: NavigationZipper) -> Row? {
    guard tree.isPushed, tree.pushedSlot == nil, permitsRemoval(of: tree.focus.id) else { return nil }
    return (PossibleNavigation(.pop), tree.focus.id)
  }

  /// The tabs and panes of a screen that aren't chosen, except those of a known name, which are of a nearer one.
  func choices(in holder: Screen, known: inout Set<String>) -> [Row] {
    let slots = transaction.flow.screens[holder.type].slots
    return slots.indices.compactMap { slot in
      let name = slots[slot].name
      switch slots[slot].style {
      case .push, .sheet, .popover, .cover: return nil
      case .tab:
        guard known.insert("tab " + name).inserted, slot != holder.selection else { return nil }
        return selection(of: slot, in: holder)
      case .pane:
        guard known.insert("pane " + name).inserted, slot != holder.selection else { return nil }
        return (PossibleNavigation(.focus, part: name), holder.id)
      }
    }
  }

  /// The selection of a tab, with the present params of a root that the tab doesn't declare and that needs some; nil if
  /// its root can't have its params.
  private func selection(of slot: Int, in tabs: Screen) -> Row? {
    let declared = transaction.flow.screens[tabs.type].slots[slot]
    guard let initial = declared.initial else { return nil }
    transaction.scope.look(at: tabs.id)
    var (type, given) = (initial.type, try? transaction.request(initial).params ?? [:])
    var params: JSONObject?
    let root = transaction.world.windows.child(of: tabs.id, in: slot)
    if given != nil, let root, root.type != initial.type {
      let record = transaction.flow.screens[root.type].params
      if record.fields.contains(where: { $0.initial == nil && $0.sensitive }) { return nil }
      let needed = record.fields.filter { $0.initial == nil }.map(\.name)
      let present = record.object(root.params).filter { needed.contains($0.key) }
      if !present.isEmpty { params = present }
      (type, given) = (root.type, present)
    }
    guard let given, (try? transaction.params(ofType: type, given, .caller)) != nil else { return nil }
    return (PossibleNavigation(.select, part: declared.name, params: params), tabs.id)
  }

  /// Whether a screen may be removed with all that it holds.
  private func permitsRemoval(of root: ScreenID) -> Bool {
    guard transaction.traits.asksBeforeDismissal else { return true }
    if let refusing { return !refusing.contains(root) }
    for (screen, _) in transaction.world.windows.subtree(of: root)
    where transaction.refusesRemoval(screen) { return false }
    return true
  }
}

extension Transaction {
  /// Whether a screen itself refuses to be removed; one whose `dismissible` can't be computed does.
  func refusesRemoval(_ screen: Screen) -> Bool {
    guard let dismissible = flow.screens[screen.type].expressions.dismissible else { return false }
    scope.look(at: screen.id)
    return (try? unmeasured { () throws(Failure) in try holds(dismissible) }) != true
  }
}
