/// The parts of a rule's step, for readers of a flow, which need not know the kinds of steps.
package struct StepParts {
  package var write: Assignment?
  package var sharedWrite: Assignment?
  package var removal: FieldTarget?
  package var effect: EffectTemplate?
  package var after: AfterTemplate?
  /// The navigation that the step does itself.
  package var navigation: NavigationStep?
  /// The action that it queues.
  package var send: SendTemplate?
  /// Messages, keys, delays and replies.
  package var values: [ValueTemplate] = []

  /// The action that it queues, at once or later.
  package var sent: SendTemplate? { send ?? after?.send }

  /// The navigation that it does or sends.
  package var anyNavigation: NavigationStep? {
    if case .navigation(let step)? = sent?.action { step } else { navigation }
  }
}

extension RuleStep {
  package var parts: StepParts {
    switch self {
    case .reject(let value), .reply(let value): StepParts(values: [value])
    case .set(let assignment): StepParts(write: assignment)
    case .setShared(let assignment): StepParts(sharedWrite: assignment)
    case .unset(let target): StepParts(removal: target)
    case .cancel(let template): StepParts(values: [template.key])
    case .dropLinks, .load: StepParts()
    case .navigate(let step): StepParts(navigation: step)
    case .effect(let effect): StepParts(effect: effect)
    case .after(let after):
      StepParts(after: after, values: [after.delay.value, after.key].compactMap(\.self))
    case .send(let send): StepParts(send: send)
    }
  }
}

extension Rule {
  package var parts: [StepParts] { steps.map(\.parts) }
}

extension FlowDefinition {
  /// The rules of all screens, then those of its own actions.
  package var rules: [Rule] { screens.flatMap(\.rules) + actions.rules }

  /// The effects that rules and loading screens ask for.
  package var effectTemplates: [EffectTemplate] {
    rules.flatMap(\.parts).compactMap(\.effect) + screens.compactMap(\.loader?.ask)
  }
}
