package import NavtreeFlow
package import NavigationTree

/// Whether an action can be taken now.
package enum Possibility: String, Sendable, CaseIterable {
  /// With any payload that fits, a rule runs that doesn't reject.
  case yes
  /// With no payload.
  case no
  /// The payload decides.
  case depends
}

/// An action that a screen, or those that it bubbles to from there, may take.
package struct PossibleAction {
  /// The index of its name in the flow.
  package let action: Int
  /// The first screen that may take it, or if none can, the first that declares it; of the flow's own, the root.
  package let taker: ScreenID
  /// The declarations that it passes, in order.
  package let declarers: [ActionDefinition]
  package let possibility: Possibility
  /// The examined rules of one that isn't possible.
  package let why: [RefusingRule]
}

/// A rule that keeps an action from being possible: its guard fails, or it rejects.
package struct RefusingRule {
  package let trace: RuleTrace
  /// The message with which it rejects, if that is known without a payload.
  package let rejection: String?
}

/// The outcomes that an action may have at one screen, over all payloads.
struct ActionOutcomes: OptionSet {
  let rawValue: Int

  /// A rule runs.
  static let runs = ActionOutcomes(rawValue: 1)
  /// A rule rejects it, or a guard fails with an error.
  static let refused = ActionOutcomes(rawValue: 2)
  /// No rule holds, and it goes on to the screens above.
  static let declined = ActionOutcomes(rawValue: 4)
}
