import NavigationTree
import NavtreeJSON

/// The transitions of the current change, kept while a subscription follows them.
final class TransitionLog {
  var transitions: [Transition] = []
  /// The name of the rule's action or lifecycle event that navigates; nil for the change's own name.
  private(set) var by: String?
  /// What its hint was.
  private(set) var hint: JSONValue?

  /// Begins a navigation.
  func begin(by name: String?, hint: JSONValue?) {
    by = name
    self.hint = hint
  }

  /// Records the transition of the last step of the current change.
  ///
  /// - Parameter reason: why screens left, if any did.
  func observe(_ reason: RemovalReason? = nil, in transaction: Transaction) {
    guard let step = transaction.history.journal.last,
      var transition = TransitionReader(transaction: transaction, reason: reason).transition(step)
    else { return }
    transition.by = by ?? transaction.name(of: transaction.change.cause)
    transition.hint = hint
    if let last = transitions.last, let merged = merge(last, transition) {
      transitions[transitions.count - 1] = merged
    } else {
      transitions.append(transition)
    }
  }

  /// The places of a screen and of those that it holds, before they move.
  func standings(from root: ScreenID, in transaction: Transaction) -> [ScreenMove] {
    TransitionReader(transaction: transaction, reason: nil).come(root)
  }

  /// Records that a tree has just moved.
  ///
  /// - Parameter former: its screens as they stood before.
  func observeMove(
    of root: ScreenID, from holder: Holder, _ former: [ScreenMove], in transaction: Transaction
  ) {
    let reader = TransitionReader(transaction: transaction, reason: nil)
    guard var transition = reader.presented(root, former: former) else { return }
    transition.from = holder.screen
    transition.by = by ?? transaction.name(of: transaction.change.cause)
    transition.hint = hint
    transitions.append(transition)
  }

  /// Records that a split has just collapsed or expanded.
  func observeCollapse(of split: ScreenID, in transaction: Transaction) {
    guard
      var transition = TransitionReader(transaction: transaction, reason: nil).collapsed(split)
    else { return }
    transition.by = by ?? transaction.name(of: transaction.change.cause)
    transitions.append(transition)
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
  func observeTravel(by step: Inverse, in transaction: Transaction) {
    guard let transition = TransitionReader(transaction: transaction, reason: nil).transition(step) else {
      return
    }
    transitions.append(transition)
  }

  /// The transitions of the current change for a reader.
  ///
  /// - Parameter window: the window that is followed; nil for all.
  func transitions(in window: String?, of transaction: Transaction) -> [Transition] {
    guard transaction.change.journey != nil else {
      guard let window else { return transitions }
      return transitions.compactMap { transition in
        guard transition.window == window || transition.moves.first?.before?.window == window else {
          return nil
        }
        var transition = transition
        transition.moves = transition.moves.seen(in: window)
        return transition
      }
    }
    var sum = MoveSum()
    for transition in transitions { sum.add(transition.moves) }
    let moves = sum.moves(in: window)
    return moves.isEmpty
      ? [] : [Transition(travel: moves, by: transaction.name(of: transaction.change.cause), in: transaction)]
  }
}

/// A subscription to the transitions of a session, or of one window.
final class TransitionSubscription {
  /// Changes that are held, because the reader is behind or more would wait than may. Subscriptions to the same window
  /// whose changes began to be held together share them.
  final class Held {
    /// The first change, and the last one.
    let since: Int
    private(set) var seq: Int
    private(set) var sum = MoveSum()
    /// The text of a single change, or of the sum once it is written.
    var text: [UInt8]?

    init(_ transitions: [Transition], _ text: [UInt8]?, at seq: Int) {
      since = seq
      self.seq = seq
      self.text = text
      for transition in transitions { sum.add(transition.moves) }
    }

    /// Adds a change, once.
    func add(_ transitions: [Transition], at seq: Int) {
      if seq == self.seq { return }
      self.seq = seq
      text = nil
      for transition in transitions { sum.add(transition.moves) }
    }
  }

  let number: Int
  /// The name of the followed window; nil for all.
  let window: String?
  /// Whether the host says when it has shown them.
  let acknowledges: Bool
  var held: Held?

  init(_ number: Int, window: String?, acknowledges: Bool) {
    self.number = number
    self.window = window
    self.acknowledges = acknowledges
  }
}
