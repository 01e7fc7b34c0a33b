import NavtreeFlow
import NavigationTree

/// Reads the transition that a step of a change has just made.
struct TransitionReader {
  let transaction: Transaction
  /// Whether screens leave because others take their place.
  let reason: RemovalReason?

  private var flow: FlowDefinition { transaction.flow }

  /// The transition of a step that was just taken; nil if it moves no screen.
  ///
  /// - Complexity: O(number of screens that came or went).
  func transition(_ step: Inverse) -> Transition? {
    switch step {
    case .presented(let parent, let slot): presented(by: parent, slot)
    case .removed(_, let parent, let slot, let state):
      state.screen.flatMap { removed($0, step, from: parent, slot) }
    case .replaced(_, let successor, let state): state.screen.flatMap { replaced($0, step, by: successor) }
    case .selected(let screen, let former, _): selected(screen, former: former)
    case .windowOpened(let index): opened(index)
    case .windowClosed(_, let window):
      Transition(
        operation: .close, from: window.focus.id, window: window.window, moves: gone(window.focus, step))
    case .field, .place, .params, .ledger: nil
    }
  }

  private func presented(by parent: ScreenID, _ slot: Int) -> Transition? {
    guard let type = windows.place(of: parent)?.type, let root = windows.child(of: parent, in: slot) else {
      return nil
    }
    let declared = flow.screens[type].slots[slot]
    return Transition(
      operation: declared.style == .push ? .push : .present, from: parent, to: root.id,
      slot: (declared.name, declared.style), window: windows.name(ofWindowHolding: parent),
      moves: come(root.id))
  }

  /// The move of a tree whose screens stood so before.
  func presented(_ root: ScreenID, former: [ScreenMove]) -> Transition? {
    guard let holder = windows.holder(of: root), var transition = presented(by: holder.screen, holder.slot)
    else { return nil }
    var sum = MoveSum()
    sum.add(former.map { ScreenMove(id: $0.id, type: $0.type, before: $0.after, after: nil, params: []) })
    sum.add(transition.moves)
    let elsewhere = Dictionary(uniqueKeysWithValues: sum.moves(in: nil).map { ($0.id, $0) })
    transition.moves = transition.moves.compactMap { elsewhere[$0.id] }
    transition.operation = .moved
    return transition
  }

  private func removed(
    _ root: Screen, _ step: Inverse, from parent: ScreenID, _ slot: Int
  ) -> Transition? {
    guard let type = windows.place(of: parent)?.type else { return nil }
    let declared = flow.screens[type].slots[slot]
    return Transition(
      operation: declared.style == .push ? .pop : .dismiss, from: root.id, to: parent,
      slot: (declared.name, declared.style), window: windows.name(ofWindowHolding: parent),
      moves: gone(root, step),
      isReplaced: reason == .replaced)
  }

  private func replaced(_ root: Screen, _ step: Inverse, by successor: ScreenID) -> Transition? {
    var sum = MoveSum()
    let come = come(successor)
    let old = gone(root, step)
    sum.add(old)
    sum.add(come)
    let kept = Dictionary(uniqueKeysWithValues: sum.moves(in: nil).map { ($0.id, $0) })
    // In the order of the trees, each screen once.
    let moves =
      old.compactMap { kept[$0.id].flatMap { $0.after == nil ? $0 : nil } }
      + come.compactMap { kept[$0.id] }
    // A reset that keeps all screens where they are.
    if moves.isEmpty { return nil }
    let declared = windows.holder(of: successor).map { flow.screens[$0.type].slots[$0.slot] }
    return Transition(
      operation: reason == .replaced ? .replace : .reset, from: root.id, to: successor,
      slot: declared.map { ($0.name, $0.style) }, window: windows.name(ofWindowHolding: successor),
      moves: moves)
  }

  private func selected(_ id: ScreenID, former: Int) -> Transition? {
    guard let screen = windows.screen(id), screen.selection != former else { return nil }
    return ownMove(of: screen, former)
  }

  /// The collapse or the expansion of a split that was otherwise a moment ago; nil if it is gone.
  func collapsed(_ id: ScreenID) -> Transition? {
    guard let screen = windows.screen(id), var transition = ownMove(of: screen, screen.selection) else {
      return nil
    }
    let isCollapsed = transition.moves[0].after?.isCollapsed == true
    transition.operation = isCollapsed ? .collapse : .expand
    transition.moves[0].before?.isCollapsed = !isCollapsed
    return transition
  }

  /// The transition of a screen that stays in its place.
  private func ownMove(of screen: Screen, _ former: Int) -> Transition? {
    let id = screen.id
    guard let place = windows.place(of: id) else { return nil }
    let declared = flow.screens[screen.type].slots[screen.selection]
    let (window, holder) = (windows.name(ofWindowHolding: id), windows.holder(of: id)?.type)
    func standing(_ selection: Int) -> ScreenStanding {
      self.standing(id, place, in: window, holder: holder, selection)
    }
    return Transition(
      operation: declared.style == .tab ? .select : .focus, from: id,
      to: windows.child(of: id, in: screen.selection)?.id,
      slot: (declared.name, declared.style), window: window,
      moves: [
        ScreenMove(
          id: id, type: screen.type, before: standing(former), after: standing(screen.selection),
          params: screen.params)
      ])
  }

  private func opened(_ window: Int) -> Transition? {
    let root = windows[window].rootID
    return Transition(operation: .open, to: root, window: windows[window].window, moves: come(root))
  }

  private var windows: Windows { transaction.world.windows }

  // MARK: Sessions

  /// The travel from the screens of a session to those of this one, which takes its place; nil if they are the same.
  ///
  /// - Complexity: O(size of the params of all screens).
  func travel(from former: Transaction, in window: String?) -> Transition? {
    let (oldWriter, writer) = (
      TransitionWriter(transaction: former), TransitionWriter(transaction: transaction)
    )
    let before = TransitionReader(transaction: former, reason: nil).standings(in: window)
    let after = standings(in: window)
    let known = Dictionary(uniqueKeysWithValues: before.map { ($0.id, $0) })
    let names = Dictionary(uniqueKeysWithValues: after.map { ($0.id, flow.screens[$0.type].name) })
    // A number may stand for a screen of another type.
    var moves = before.filter { names[$0.id] != former.flow.screens[$0.type].name }.map { move in
      ScreenMove(id: move.id, type: move.type, before: move.after, params: [])
    }
    moves += after.filter { move in
      known[move.id].map { oldWriter.row(of: $0) != writer.row(of: move) } ?? true
    }
    return moves.isEmpty ? nil : Transition(travel: moves, by: "snapshot.restore", in: transaction)
  }

  // MARK: Moves

  /// All live screens, or those of one window, as those that came.
  func standings(in window: String?) -> [ScreenMove] {
    windows.flatMap { window == nil || $0.window == window ? come($0.rootID) : [] }
  }

  /// The live screens of a tree, as those that came.
  func come(_ root: ScreenID) -> [ScreenMove] {
    let name = windows.name(ofWindowHolding: root)
    return windows.subtree(of: root).map { screen, place in
      let holder = place.parent.flatMap { windows.place(of: $0)?.type }
      return ScreenMove(
        id: screen.id, type: screen.type,
        after: standing(screen.id, place, in: name, holder: holder, screen.selection), params: screen.params)
    }
  }

  /// The screens of a tree that a step has removed.
  private func gone(_ root: Screen, _ step: Inverse) -> [ScreenMove] {
    guard let tree = RemovedTree(step, in: transaction.world.windows) else { return [] }
    var types: [ScreenID: Int] = [:]
    return root.subtree(at: tree.place).map { screen, place in
      types[screen.id] = screen.type
      let holder = place.parent.flatMap { types[$0] ?? transaction.world.windows.place(of: $0)?.type }
      return ScreenMove(
        id: screen.id, type: screen.type,
        before: standing(screen.id, place, in: tree.window, holder: holder, screen.selection), params: [])
    }
  }

  private func standing(
    _ id: ScreenID, _ place: Place, in window: String, holder: Int?, _ selection: Int
  ) -> ScreenStanding {
    ScreenStanding(
      window: window, parent: place.parent,
      slot: holder.map { flow.screens[$0].slots[place.slot].name }, selection: selection,
      isCollapsed: flow.screens[place.type].collapsed.map { _ in
        transaction.listeners.sightings.collapsed.contains(id)
      })
  }
}
