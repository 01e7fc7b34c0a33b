import NavigationTree
package import NavtreeJSON

/// The effect that a call would have, and the way to it; the session is as it was.
package struct Explanation {
  package let trace: Trace
  /// The address of the screen that would be active.
  package let active: String
  /// From the former to the later `state.get` of the window's root.
  package let patch: JSONPatch

  /// - Parameters:
  ///   - find: finds the screen at which the call arrives.
  ///   - call: makes the call at that screen.
  /// - Complexity: that of the call, and O(size of the window's state).
  package init(
    of session: Session, at find: () throws(Failure) -> Cursor, _ call: (Cursor) throws(Failure) -> Void
  ) {
    var window = 0
    var active = ""
    var before = JSONValue.null
    var after = JSONValue.null
    trace = session.rehearse { () throws(Failure) in
      window = session.answering(window)
      let place = session.tracedWindow.map(session.answering) ?? window
      active = session.windows[place].address(of: session.windows[place].active)
      after = try StateWriter.value(of: window, in: session)
    } _: { () throws(Failure) in
      let cursor = try find()
      window = cursor.window
      before = try StateWriter.value(of: window, in: session)
      try call(cursor)
      // A `back` that leads nowhere runs no change.
      active = session.windows[window].address(of: session.windows[window].active)
      after = before
    }
    self.active = active
    patch = trace.failure == nil ? JSONPatch(from: before, to: after) : JSONPatch([])
  }
}
