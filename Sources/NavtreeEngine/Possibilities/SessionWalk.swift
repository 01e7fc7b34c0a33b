import NavtreeFlow
package import NavigationTree

/// A walk over all live screens, each the focus of its window in turn, with what can be done there.
package struct SessionWalk {
  /// The actions of a screen, and the navigations that are listed with it.
  package typealias Visit = (
    screen: ScreenID, window: Int, actions: [PossibleAction], navigations: [NavigationReader.Row]
  )

  private let transaction: Transaction
  private let actions: ActionReader
  /// The nearest screens of each type on the way to the one that is visited, the deepest last.
  private var ways: [Int: [ActionReader.Stop]] = [:]

  package init(_ session: Session) {
    transaction = session.transaction
    actions = ActionReader(transaction)
  }

  /// Visits the screens of a window in pre-order.
  ///
  /// Each navigation is listed once: `back` with the active screen, `pop` with the top of a chain, a tab or a pane with the
  /// screen that has it.
  /// - Complexity: O(number of screens · number of types on the way to each), plus the cost of their guards.
  package mutating func walk<Problem: Error>(
    _ window: Int, _ visit: (Visit) throws(Problem) -> Void
  ) throws(Problem) {
    let focus = transaction.world.windows[window].focus.id
    defer { transaction.world.windows[window].move(to: focus) }
    let stops = transaction.world.windows[window].subtree().map { screen, place in
      ActionReader.Stop(id: screen.id, type: place.type, depth: place.depth)
    }
    let navigation = NavigationReader(transaction, refusing: refusing(stops))
    var path: [ActionReader.Stop] = []
    ways = [:]
    for stop in stops {
      while path.count > stop.depth, let left = path.popLast() { ways[left.type]?.removeLast() }
      transaction.world.windows[window].move(to: stop.id)
      let above = ways.lazy.compactMap { $1.last }.filter { $0.type != stop.type }
      try visit(
        (
          stop.id, window, actions.actions(on: [stop] + above.sorted { $0.depth > $1.depth }),
          navigations(navigation, transaction.world.windows[window])
        ))
      path.append(stop)
      ways[stop.type, default: []].append(stop)
    }
  }

  /// The navigations of the focus of a tree.
  private func navigations(_ navigation: NavigationReader, _ tree: NavigationZipper) -> [NavigationReader.Row]
  {
    let isActive = tree.active == tree.focus.id
    var known: Set<String> = []
    return [
      isActive ? navigation.back(from: tree.active) : nil, navigation.pop(fromTopIn: tree),
      navigation.dismissal(of: tree.focus.id),
    ].compactMap(\.self) + navigation.choices(in: tree.focus, known: &known)
  }

  /// The screens that refuse to be removed, or hold one that does.
  private func refusing(_ stops: [ActionReader.Stop]) -> Set<ScreenID> {
    var refusing: Set<ScreenID> = []
    for stop in stops where transaction.flow.screens[stop.type].expressions.dismissible != nil {
      guard let live = transaction.world.windows.screen(stop.id), transaction.refusesRemoval(live) else {
        continue
      }
      var screen: ScreenID? = stop.id
      while let id = screen, refusing.insert(id).inserted {
        screen = transaction.world.windows.holder(of: id)?.screen
      }
    }
    return refusing
  }
}
