import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// Transitions, recorded as the tree changes while a subscription follows them.
extension Session {
  /// Begins a navigation, with the name of its action or event and its hint.
  func beginNavigation(by name: @autoclosure () -> String?, hint: JSONValue?) {
    if let log = observers.transitions { log.begin(by: name(), hint: hint) }
  }

  /// Records the transition of the last step of the current change.
  ///
  /// - Parameter reason: why screens left, if any did.
  func observeTransition(_ reason: RemovalReason? = nil) {
    guard let log = observers.transitions, let step = history.journal.last,
      var transition = TransitionReader(session: self, reason: reason).transition(step)
    else { return }
    transition.by = log.by ?? name(of: change.cause)
    transition.hint = log.hint
    if let last = log.transitions.last, let merged = merge(last, transition) {
      log.transitions[log.transitions.count - 1] = merged
    } else {
      log.transitions.append(transition)
    }
  }

  /// Two steps that a host sees as one transition; nil if they are two.
  private func merge(_ first: Transition, _ second: Transition) -> Transition? {
    // A screen takes the place of another one.
    if first.isReplaced, first.to == second.from, second.operation == .push || second.operation == .present {
      var merged = second
      merged.operation = .replace
      merged.from = first.from
      merged.moves = first.moves + second.moves
      return merged
    }
    // A tab is made when it is selected.
    if first.operation == .present, second.operation == .select, first.slot?.style == .tab,
      first.from == second.from, first.to == second.to
    {
      var merged = second
      merged.moves = first.moves + second.moves
      return merged
    }
    return nil
  }

  /// Records the move of a step through the history.
  func observeTravel(by step: Inverse) {
    guard let log = observers.transitions,
      let transition = TransitionReader(session: self, reason: nil).transition(step)
    else { return }
    log.transitions.append(transition)
  }

  /// The transitions of the current change for a reader.
  ///
  /// - Parameter window: the window that is followed; nil for all.
  func transitions(in window: String?) -> [Transition] {
    guard let all = observers.transitions?.transitions else { return [] }
    guard change.journey != nil else {
      guard let window else { return all }
      return all.filter { $0.window == window }
    }
    var sum = MoveSum()
    for transition in all { sum.add(transition.moves) }
    let moves = sum.moves(in: window)
    return moves.isEmpty ? [] : [travel(moves, by: name(of: change.cause))]
  }

  /// The travel from the screens of a session to those of this one, which takes its place; nil if they are the same.
  ///
  /// - Complexity: O(size of the params of all screens).
  func travel(from former: Session, in window: String?) -> Transition? {
    let (oldWriter, writer) = (TransitionWriter(session: former), TransitionWriter(session: self))
    let before = TransitionReader(session: former, reason: nil).standings(in: window)
    let after = TransitionReader(session: self, reason: nil).standings(in: window)
    let known = Dictionary(uniqueKeysWithValues: before.map { ($0.id, $0) })
    let names = Dictionary(uniqueKeysWithValues: after.map { ($0.id, flow.screens[$0.type].name) })
    // A number may stand for a screen of another type.
    var moves = before.filter { names[$0.id] != former.flow.screens[$0.type].name }.map { move in
      ScreenMove(id: move.id, type: move.type, before: move.after, params: [])
    }
    moves += after.filter { move in
      known[move.id].map { oldWriter.row(of: $0) != writer.row(of: move) } ?? true
    }
    return moves.isEmpty ? nil : travel(moves, by: "snapshot.restore")
  }

  func travel(_ moves: [ScreenMove], by name: String?) -> Transition {
    // Parents before children.
    let sorted = moves.sorted { left, right in
      let depths = [left, right].map { world.windows.place(of: $0.id)?.depth ?? 0 }
      return (depths[0], left.id) < (depths[1], right.id)
    }
    return Transition(operation: .travel, window: "", moves: sorted, by: name)
  }
}
