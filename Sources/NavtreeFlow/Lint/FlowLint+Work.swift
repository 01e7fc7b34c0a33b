import NavigationTree
import NavtreeYAML

/// Warnings about work that a rule begins for its screen and its own navigation ends.
extension FlowLint {
  func checkWork() {
    for type in working {
      for rule in screens[type].rules { check(rule, of: type) }
    }
  }

  /// Finds effects that fail for sure now and then, since they have a timeout, and whose failure nothing takes, though
  /// the rule that asks for them sets a field meanwhile.
  func checkFailures() {
    for parts in flow.rules.map(\.parts) where parts.contains(where: { ($0.write ?? $0.sharedWrite) != nil })
    {
      for effect in parts.compactMap(\.effect) where effect.timeout ?? effect.deadline != nil {
        guard case .actions(done: _?, failed: nil, next: _) = effect.taker else { continue }
        sink.warning(
          .unhandledFailure,
          "nothing takes the failure of '\(effect.definition.name)', which has a \(effect.timeout == nil ? "deadline" : "timeout")",
          at: effect.location, hint: "add failed: ACTION, which takes action.error")
      }
    }
  }

  private func check(_ rule: Rule, of type: Int) {
    let parts = rule.parts
    guard parts.compactMap(\.navigation).contains(where: { takesAway($0.navigation, type) }) else { return }
    for part in parts {
      if let effect = part.effect, !effect.isForSession {
        warn("the effect '\(effect.definition.name)' ends", at: effect.location)
      }
      if let after = part.after, !after.isForSession { warn("the timer ends", at: after.location) }
    }
  }

  private func warn(_ what: String, at location: SourceLocation) {
    sink.warning(
      .lostWork, "\(what) with this screen, which the rule's own navigation takes away", at: location,
      hint: "add for: session, or let the screen that is left begin it")
  }

  /// Whether a navigation removes the rule's own screen, wherever that was pushed.
  private func takesAway(_ navigation: NavigationTemplate, _ type: Int) -> Bool {
    switch navigation.verb.removal {
    case .own: true
    case .pushed(let spared): spared != type && isPushed(type)
    case .allBut(let tree): !tree.types.contains(type)
    case .window, .nothing: false
    }
  }

  /// Whether screens of a type are only ever pushed.
  private func isPushed(_ type: Int) -> Bool {
    !compilation.rootTypes.contains(type)
      && screens.allSatisfy { $0.slots.allSatisfy { $0.style == .push || !$0.presents[type] } }
  }
}

extension FlowDefinition {
  /// The actions that rules and lifecycle rules send, at once or later.
  var sentActions: Set<Int> {
    var sent: Set<Int> = []
    for case .declared(let action, with: _)? in rules.flatMap(\.parts).map({ $0.sent?.action }) {
      sent.insert(action)
    }
    return sent
  }
}
