package import NavtreeJSON

/// What is noted of a change while somebody wants to know how it comes about.
package struct Trace {
  /// Whether the change is taken back when it is done, so that nobody is told of it.
  let isRehearsal: Bool
  /// Called once all has happened that the change causes, before it is settled or taken back.
  let whenDone: (() throws(Failure) -> Void)?

  /// The screens that declare the action and didn't take it, the addressed one first.
  package var declined: [JSONValue] = []
  /// The rules that were looked at, in order; noted of a rehearsal only.
  package var rules: [JSONValue] = []
  /// What the change did, by what it is: `created`, `removed`, `changed`, `shared`, `asked`.
  package var effects: JSONObject = ["created": [], "removed": [], "changed": [], "shared": [], "asked": []]
  /// The window of a navigation's outcome, if that may be another than the one that was asked.
  package internal(set) var window: Int?
  /// Why the rehearsed change would fail.
  package var failure: Failure?
  var isDone = false

  /// How many screens that declined, and how many rules, are noted.
  static let longest = 100
}

extension Session {
  /// Runs changes, and notes how they come about.
  ///
  /// - Parameter whenDone: looks at the session when all has happened, before the change is settled.
  package func trace(
    whenDone: (() throws(Failure) -> Void)? = nil, _ body: () throws(Failure) -> Void
  ) throws(Failure) -> Trace {
    change.trace = Trace(isRehearsal: false, whenDone: whenDone)
    change.isTraced = true
    defer { change.isTraced = false }
    try body()
    return change.trace
  }

  /// Runs a change, notes how it comes about, and takes it back.
  ///
  /// It goes the way of a change that fails: nothing of it stays, and nobody is told.
  package func rehearse(
    whenDone: (() throws(Failure) -> Void)? = nil, _ body: () throws(Failure) -> Void
  ) -> Trace {
    change.trace = Trace(isRehearsal: true, whenDone: whenDone)
    change.isTraced = true
    defer { change.isTraced = false }
    do {
      try body()
    } catch {
      if !change.trace.isDone { change.trace.failure = error }
    }
    return change.trace
  }

  /// Notes what the current change has done; a rehearsed one fails here.
  func conclude(firstID: Int, firstNotice: Int) throws(Failure) {
    let receipt = Receipt(session: self, digest: digest, firstID: firstID, firstNotice: firstNotice)
    change.trace.effects = receipt.json
    try change.trace.whenDone?()
    change.trace.isDone = true
    if change.trace.isRehearsal { throw Failure(.rejected, "a rehearsal ends here") }
  }
}
