import NavigationTree

/// A record of how a change comes about, kept on request.
package struct Trace {
  /// Whether the change is undone at its end and nothing of it is reported.
  let isRehearsal: Bool
  /// Called after everything that the change causes, before it is settled or undone.
  let whenDone: (() throws(Failure) -> Void)?

  /// The screens that declare the action and didn't take it, the addressed one first.
  package var decliners: [Decliner] = []
  /// The rules that were examined, in order; only in a rehearsal.
  package var rules: [RuleTrace] = []
  /// The effect of the change.
  package var receipt = Receipt()
  /// The window of a navigation's outcome, if that may differ from the requested one.
  package internal(set) var window: Int?
  /// The reason that the rehearsed change would fail.
  package var failure: Failure?
  var isDone = false

  /// The most declining screens, and the most rules, that are recorded.
  static let longest = 100
}

extension Session {
  /// Runs changes, and records how they come about.
  ///
  /// - Parameter whenDone: looks at the session at the end, before the change is settled.
  package func trace(
    whenDone: (() throws(Failure) -> Void)? = nil, _ body: () throws(Failure) -> Void
  ) throws(Failure) -> Trace {
    change.trace = Trace(isRehearsal: false, whenDone: whenDone)
    beginTrace()
    defer { endTrace() }
    try body()
    return change.trace
  }

  /// Runs a change, records how it comes about, and undoes it.
  ///
  /// It ends like a failed change: nothing of it remains, and nothing is reported.
  package func rehearse(
    whenDone: (() throws(Failure) -> Void)? = nil, _ body: () throws(Failure) -> Void
  ) -> Trace {
    change.trace = Trace(isRehearsal: true, whenDone: whenDone)
    beginTrace()
    // The work of the next change begins at the focus, whoever has looked before.
    let focuses = world.windows.map(\.focus.id)
    defer {
      endTrace()
      for (window, focus) in focuses.enumerated() { world.windows[window].move(to: focus) }
    }
    do {
      try unmeasured(body)
    } catch {
      if !change.trace.isDone { change.trace.failure = error }
    }
    return change.trace
  }

  private func beginTrace() {
    change.isTraced = true
    change.isExamined = true
  }

  private func endTrace() {
    change.isTraced = false
    change.isExamined = listeners.watch != nil
  }

  /// Records the effect of the current change; a rehearsed one fails here.
  func conclude(firstID: Int, firstNotice: Int) throws(Failure) {
    let reader = ReceiptReader(session: self, digest: digest, firstID: firstID, firstNotice: firstNotice)
    change.trace.receipt = reader.receipt
    try change.trace.whenDone?()
    change.trace.isDone = true
    if change.trace.isRehearsal { throw Failure(.rejected, "a rehearsal ends here") }
  }
}
