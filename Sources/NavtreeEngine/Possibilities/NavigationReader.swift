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

  /// The navigations from the focus of a window.
  ///
  /// - Complexity: O(depth + number of screens that would be removed), plus the cost of their `dismissible`.
  package func navigations(in window: Int) -> [Row] {
    var all: [Row] = []
    if let back = back(in: window) { all.append(back) }
    let focus = transaction.world.windows[window].focus
    let top = transaction.world.windows[window].top
    if top.id != focus.id || transaction.world.windows[window].isPushed,
      permitsRemoval(of: top.id, in: window)
    {
      all.append((PossibleNavigation(.pop), focus.id))
    }
    if let dismissal = dismissal(in: window) { all.append(dismissal) }
    var known: Set<String> = []
    for holder in [focus] + transaction.world.windows[window].containers {
      all += choices(in: holder, window, known: &known)
    }
    return all
  }

  /// Whether a back button has an effect.
  func back(in window: Int) -> Row? {
    guard let (holder, way) = transaction.wayBack(in: window) else { return nil }
    switch way {
    case .select(let slot, _):
      guard let tabs = transaction.world.windows[window].screen(holder) else { return nil }
      let isMade = transaction.world.windows[window].child(of: tabs, in: slot) != nil
      if !isMade, selection(of: slot, in: tabs, window) == nil { return nil }
    case .remove(let slot):
      guard let screen = transaction.world.windows[window].screen(holder),
        let removed = transaction.world.windows[window].child(of: screen, in: slot),
        permitsRemoval(of: removed.id, in: window)
      else { return nil }
    }
    return (PossibleNavigation(.back), nil)
  }

  /// The dismissal of the focus.
  func dismissal(in window: Int) -> Row? {
    let zipper = transaction.world.windows[window]
    guard let parent = zipper.parent, let slot = zipper.place(of: zipper.focus.id)?.slot else { return nil }
    switch transaction.flow.screens[parent.type].slots[slot].style {
    case .tab, .pane: return nil
    case .push, .sheet, .popover, .cover:
      return permitsRemoval(of: zipper.focus.id, in: window)
        ? (PossibleNavigation(.dismiss), zipper.focus.id) : nil
    }
  }

  /// The pop of the chain whose top the focus is.
  func pop(fromTopIn window: Int) -> Row? {
    let zipper = transaction.world.windows[window]
    guard zipper.isPushed, zipper.pushedSlot == nil, permitsRemoval(of: zipper.focus.id, in: window) else {
      return nil
    }
    return (PossibleNavigation(.pop), zipper.focus.id)
  }

  /// The tabs and panes of a screen that aren't chosen, except those of a known name, which are of a nearer one.
  func choices(in holder: Screen, _ window: Int, known: inout Set<String>) -> [Row] {
    let slots = transaction.flow.screens[holder.type].slots
    return slots.indices.compactMap { slot in
      let name = slots[slot].name
      switch slots[slot].style {
      case .push, .sheet, .popover, .cover: return nil
      case .tab:
        guard known.insert("tab " + name).inserted, slot != holder.selection else { return nil }
        return selection(of: slot, in: holder, window)
      case .pane:
        guard known.insert("pane " + name).inserted, slot != holder.selection else { return nil }
        return (PossibleNavigation(.focus, part: name), holder.id)
      }
    }
  }

  /// The selection of a tab, with the present params of a root that the tab doesn't declare and that needs some; nil if
  /// its root can't have its params.
  private func selection(of slot: Int, in tabs: Screen, _ window: Int) -> Row? {
    let declared = transaction.flow.screens[tabs.type].slots[slot]
    guard let initial = declared.initial else { return nil }
    transaction.scope.look(at: tabs.id, in: window)
    var (type, given) = (initial.type, try? transaction.request(initial).params ?? [:])
    var params: JSONObject?
    let root = transaction.world.windows[window].child(of: tabs, in: slot)
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
  private func permitsRemoval(of root: ScreenID, in window: Int) -> Bool {
    guard transaction.traits.asksBeforeDismissal else { return true }
    if let refusing { return !refusing.contains(root) }
    for (screen, _) in transaction.world.windows[window].subtree(of: root)
    where transaction.refusesRemoval(screen, in: window) { return false }
    return true
  }
}

extension Transaction {
  /// Whether a screen itself refuses to be removed; one whose `dismissible` can't be computed does.
  func refusesRemoval(_ screen: Screen, in window: Int) -> Bool {
    guard let dismissible = flow.screens[screen.type].expressions.dismissible else { return false }
    scope.look(at: screen.id, in: window)
    return (try? unmeasured { () throws(Failure) in try holds(dismissible) }) != true
  }
}
