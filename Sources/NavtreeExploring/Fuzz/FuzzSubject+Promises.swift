import NavtreeEngine
import NavtreeJSON
import NavtreeJSONReading
import NavigationTree

extension FuzzSubject {
  /// Checks that a fork is equal, and that undo and redo give the state before and after the last change.
  ///
  /// It works on a fork, so that the session isn't changed by being checked.
  func checkHistory(_ before: JSONValue) {
    let after = SessionDocument(of: session, sensitive: true).json
    do throws(Failure) {
      let fork = try session.fork(as: "fork")
      if SessionDocument(of: fork, sensitive: true).json != after { find(.promise, "a fork is equal") }
      try fork.undo(1)
      if SessionDocument(of: fork, sensitive: true).json != before {
        find(.promise, "what is undone is as before")
      }
      try fork.redo(1)
      if SessionDocument(of: fork, sensitive: true).json != after {
        find(.promise, "what is redone is as before")
      }
    } catch {
      // A change may be too large to be kept, and an invariant may hold only with the change.
      if error.kind != .nothingToUndo, error.kind != .invariantBroken {
        find(.promise, "a change can be undone and redone")
      }
    }
  }

  /// Checks that the patches so far give the state.
  func checkPatches() {
    guard follower != nil else { return }
    for case .stateChanged(let change) in notices.all where follower?.take(change) == false {
      find(.promise, "patches apply")
    }
    // The window may have been closed, and the subscription with it.
    for notice in notices.all { if case .subscriptionEnded = notice { follower = nil } }
    guard let follower, let value = follower.freshValue(of: session) else { return }
    if follower.value != value { find(.promise, "patches give the state") }
  }
}

/// A reader that knows the state of the first window by its patches alone.
struct PatchFollower {
  private let window: String
  private(set) var value: JSONValue

  private static let number = 1

  init?(_ session: Session) {
    guard let window = session.windows.first?.window else { return nil }
    self.init(session, window: window)
  }

  private init?(_ session: Session, window: String) {
    var output = JSONWriter()
    let request = SubscriptionRequest.state(
      .place(window: window, slots: []), JSONPointer(), StateView(sensitive: true), .patch, key: nil)
    guard (try? session.subscribe(request, as: Self.number, into: &output)) == true,
      let value = try? JSONValue(parsing: output.text, maximumDepth: 4096)
    else { return nil }
    self.window = window
    self.value = value
  }

  /// The value that a reader who begins now is given; nil if the window is closed.
  func freshValue(of session: Session) -> JSONValue? {
    guard session.windows.index(named: window) != nil, let fork = try? session.fork(as: "reader") else {
      return nil
    }
    return PatchFollower(fork, window: window)?.value
  }

  /// Applies a change; false if it can't be applied.
  mutating func take(_ change: StateChange) -> Bool {
    guard change.subscription == Self.number else { return true }
    do {
      try value.apply(JSONPatch(JSONValue(parsing: change.text, maximumDepth: 4096)))
      return true
    } catch {
      return false
    }
  }
}
