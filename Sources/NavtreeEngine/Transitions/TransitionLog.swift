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
  /// Changes held because the reader is behind.
  struct Held {
    let since: Int
    var seq: Int
    var sum = MoveSum()
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
