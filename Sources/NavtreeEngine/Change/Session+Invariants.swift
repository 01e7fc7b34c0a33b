import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Session {
  /// Checks what must hold after every change: an enforced invariant that is broken fails the change, any
  /// other is told.
  ///
  /// - Complexity: what the invariants visit.
  func checkInvariants() throws(Failure) {
    for invariant in flow.invariants where try !holds(invariant.always) {
      if invariant.enforce {
        throw Failure(
          .invariantBroken, "the change breaks '\(invariant.name)'",
          ["invariant": .string(invariant.name), "expression": .string(invariant.always.program.source)])
      }
      notices.all.append(
        .invariantBroken(session: name, seq: world.seq + 1, invariant: invariant.name))
    }
  }

  /// All live screens in pre-order, as `screens` shows them to an expression.
  ///
  /// - Complexity: O(number of screens).
  func liveScreens(sensitive: Bool = true) -> [JSONValue] {
    var screens: [JSONValue] = []
    for window in world.windows {
      window.walk(from: window.rootID) { visit in
        let definition = flow.screens[visit.screen.type]
        screens.append(
          .object([
            "id": .integer(visit.screen.id.number), "type": .string(definition.name),
            "window": .string(window.window), "depth": .integer(visit.place.depth),
            "active": .boolean(visit.screen.id == window.active),
            "params": .object(definition.params.object(visit.screen.params, sensitive: sensitive)),
            "state": .object(definition.state.object(visit.screen.state, sensitive: sensitive)),
          ]))
      }
    }
    return screens
  }
}
