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
  var held: Held?

  init(_ number: Int, window: String?) {
    self.number = number
    self.window = window
  }
}
