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
    case .presented(let window, let parent, let slot): presented(in: window, by: parent, slot)
    case .removed(let window, let parent, let slot, let state):
      state.screen.flatMap { removed($0, step, from: window, parent, slot) }
    case .replaced(let window, let successor, let state):
      state.screen.flatMap { replaced($0, step, by: successor, in: window) }
    case .selected(let window, let screen, let former, _): selected(screen, in: window, former: former)
    case .windowOpened(let index): opened(index)
    case .windowClosed(_, let window):
      Transition(
        operation: .close, from: window.focus.id, window: window.window, moves: gone(window.focus, step))
    case .field, .place, .params, .ledger: nil
    }
  }

  private func presented(in window: Int, by parent: ScreenID, _ slot: Int) -> Transition? {
    guard let holder = transaction.world.windows[window].screen(parent),
      let root = transaction.world.windows[window].child(of: holder, in: slot)
    else { return nil }
    let declared = flow.screens[holder.type].slots[slot]
    return Transition(
      operation: declared.style == .push ? .push : .present, from: parent, to: root.id,
      slot: (declared.name, declared.style), window: name(of: window), moves: come(root.id, in: window))
  }

  private func removed(
    _ root: Screen, _ step: Inverse, from window: Int, _ parent: ScreenID, _ slot: Int
  ) -> Transition? {
    guard let type = transaction.world.windows[window].place(of: parent)?.type else { return nil }
    let declared = flow.screens[type].slots[slot]
    return Transition(
      operation: declared.style == .push ? .pop : .dismiss, from: root.id, to: parent,
      slot: (declared.name, declared.style), window: name(of: window), moves: gone(root, step),
      isReplaced: reason == .replaced)
  }

  private func replaced(_ root: Screen, _ step: Inverse, by successor: ScreenID, in window: Int)
    -> Transition?
  {
    var sum = MoveSum()
    let come = come(successor, in: window)
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
    let place = transaction.world.windows[window].place(of: successor)
    let parent = place?.parent.flatMap { transaction.world.windows[window].place(of: $0)?.type }
    let declared = place.flatMap { place in parent.map { flow.screens[$0].slots[place.slot] } }
    return Transition(
      operation: reason == .replaced ? .replace : .reset, from: root.id, to: successor,
      slot: declared.map { ($0.name, $0.style) }, window: name(of: window), moves: moves)
  }

  private func selected(_ id: ScreenID, in window: Int, former: Int) -> Transition? {
    guard let screen = transaction.world.windows[window].screen(id), screen.selection != former,
      let place = transaction.world.windows[window].place(of: id)
    else { return nil }
    let declared = flow.screens[screen.type].slots[screen.selection]
    let holder = place.parent.flatMap { transaction.world.windows[window].place(of: $0)?.type }
    func standing(_ selection: Int) -> ScreenStanding {
      self.standing(place, in: name(of: window), holder: holder, selection)
    }
    return Transition(
      operation: declared.style == .tab ? .select : .focus, from: id,
      to: transaction.world.windows[window].child(of: screen, in: screen.selection)?.id,
      slot: (declared.name, declared.style), window: name(of: window),
      moves: [
        ScreenMove(
          id: id, type: screen.type, before: standing(former), after: standing(screen.selection),
          params: screen.params)
      ])
  }

  private func opened(_ window: Int) -> Transition? {
    let root = transaction.world.windows[window].rootID
    return Transition(operation: .open, to: root, window: name(of: window), moves: come(root, in: window))
  }

  private func name(of window: Int) -> String { transaction.world.windows[window].window }

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
    transaction.world.windows.indices.flatMap { index in
      window == nil || name(of: index) == window
        ? come(transaction.world.windows[index].rootID, in: index) : []
    }
  }

  /// The live screens of a tree, as those that came.
  func come(_ root: ScreenID, in window: Int) -> [ScreenMove] {
    let name = name(of: window)
    return transaction.world.windows[window].subtree(of: root).map { screen, place in
      let holder = place.parent.flatMap { transaction.world.windows[window].place(of: $0)?.type }
      return ScreenMove(
        id: screen.id, type: screen.type,
        after: standing(place, in: name, holder: holder, screen.selection), params: screen.params)
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
        before: standing(place, in: tree.window, holder: holder, screen.selection), params: [])
    }
  }

  private func standing(_ place: Place, in window: String, holder: Int?, _ selection: Int) -> ScreenStanding {
    ScreenStanding(
      window: window, parent: place.parent,
      slot: holder.map { flow.screens[$0].slots[place.slot].name }, selection: selection)
  }
}
