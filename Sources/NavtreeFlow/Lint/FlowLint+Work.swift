import NavigationTree

/// Warnings about work that a rule begins for its screen and its own navigation ends.
extension FlowLint {
  func checkWork() {
    for type in working {
      for rule in screens[type].rules { check(rule, of: type) }
    }
  }

  private func check(_ rule: Rule, of type: Int) {
    let isTakenAway = rule.steps.contains { step in
      if case .navigate(let step) = step { takesAway(step.navigation, type) } else { false }
    }
    guard isTakenAway else { return }
    for step in rule.steps {
      switch step {
      case .effect(let effect) where !effect.isForSession:
        warn("the effect '\(effect.definition.name)' ends", at: effect.location)
      case .after(let after) where !after.isForSession:
        warn("the timer ends", at: after.location)
      case .reject, .set, .setShared, .unset, .cancel, .dropLinks, .navigate, .effect, .after, .send, .reply,
        .load:
        break
      }
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
    case .nothing: false
    }
  }

  /// Whether screens of a type are only ever pushed.
  private func isPushed(_ type: Int) -> Bool {
    !compilation.rootTypes.contains(type)
      && screens.allSatisfy { $0.slots.allSatisfy { $0.style == .push || !$0.presents[type] } }
  }
}
