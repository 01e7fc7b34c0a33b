package import NavtreeJSON
package import NavtreeYAML

/// A screen's handling of an action.
package final class ActionDefinition: Sendable {
  /// The action that a screen gets when it has refused dismissal.
  package static let dismissRequested = "dismissRequested"

  package let payload: RecordDefinition
  /// The first whose `when` holds runs; if none holds, the screen declines the action.
  package let rules: [Rule]
  /// The named values of its rules.
  package let names: [DerivedDefinition]
  /// Whether only navtree sends it: it is refused to requests.
  package let isPrivate: Bool
  /// Whether it is navtree's to send: it is private, or nothing says that hosts send it too.
  package let isNavtrees: Bool
  /// The ways in which navtree itself sends it.
  package let senders: ActionSenders
  /// The author's own texts, by keys that begin with `x-`.
  package let texts: JSONObject
  /// The place of its name.
  package let location: SourceLocation

  /// - Parameters:
  ///   - isPrivate: the author's word; nil where the flow has none.
  ///   - readsAnswer: whether a rule reads what navtree gives: `result`, `reason`, `output` or `error`.
  package init(
    payload: RecordDefinition, rules: [Rule], isPrivate: Bool? = false, senders: ActionSenders = [],
    readsAnswer: Bool = false, texts: JSONObject = [:], location: SourceLocation
  ) {
    self.payload = payload
    self.rules = rules
    names = rules.first?.names ?? []
    self.isPrivate = isPrivate ?? readsAnswer
    isNavtrees = isPrivate ?? !senders.isEmpty
    self.senders = senders
    self.texts = texts
    self.location = location
  }
}

/// One guarded reducer of an action.
package final class Rule: Sendable {
  package let when: CompiledExpression?
  /// The named values of all rules of its list, as expressions read them: by numbers after those of the variables.
  package let names: [DerivedDefinition]
  /// Those that stand at this rule. The first one of an action has those of the action, too.
  package let ownNames: ArraySlice<DerivedDefinition>
  /// In the order in which they take effect; all values are evaluated before the first step takes effect.
  package let steps: [RuleStep]
  /// Whether it refuses the action.
  package var rejects: ValueTemplate? {
    for case .reject(let message) in steps { return message }
    return nil
  }

  /// Whether it is navtree's own: an action of a list or a detail that loads.
  package var isOwn: Bool {
    if case .load? = steps.first { true } else { false }
  }

  /// The only step of the commonest rule: setting one field.
  package let assignment: Assignment?
  package let location: SourceLocation

  package init(
    when: CompiledExpression?, steps: [RuleStep], names: [DerivedDefinition] = [], own: Range<Int> = 0..<0,
    location: SourceLocation
  ) {
    self.when = when
    self.names = names
    ownNames = names[own]
    self.steps = steps
    if names.isEmpty, steps.count == 1, case .set(let assignment) = steps[0], assignment.target.tail.isEmpty {
      self.assignment = assignment
    } else {
      assignment = nil
    }
    self.location = location
  }
}

/// One step of a rule.
///
/// Large payloads are boxed: the commonest step, a `set`, is copied out of a list each time that it runs.
package enum RuleStep: Sendable {
  /// Refuses the action with this message.
  case reject(ValueTemplate)
  case set(Assignment)
  case setShared(Assignment)
  case unset(FieldTarget)
  /// Stops effects and timers with a key.
  case cancel(CancelTemplate)
  /// Drops all waiting links.
  case dropLinks
  indirect case navigate(NavigationStep)
  case effect(EffectTemplate)
  indirect case after(AfterTemplate)
  indirect case send(SendTemplate)
  /// The reply to the request.
  case reply(ValueTemplate)
  /// An action of a list or a detail that loads.
  case load(LoaderAction)
}

/// The effects and timers that a rule stops: those of its screen, of the session, or of both.
package struct CancelTemplate: Sendable {
  package let key: ValueTemplate
  package let isOfScreen: Bool
  package let isOfSession: Bool
}

/// A value that a rule writes, and its place.
package final class Assignment: Sendable {
  package let target: FieldTarget
  package let value: ValueTemplate
  /// The one expression whose value it is, if any.
  package let expression: CompiledExpression?

  package init(_ target: FieldTarget, _ value: ValueTemplate) {
    self.target = target
    self.value = value
    if case .expression(let expression) = value { self.expression = expression } else { expression = nil }
  }
}

/// The target of a write: a declared field, or a place inside its value.
package struct FieldTarget: Sendable {
  package let field: Int
  /// The segments after the field's name; empty: the field itself. `-` as the last one appends.
  package let tail: [PointerSegment]
  package let location: SourceLocation

  package init(field: Int, tail: [PointerSegment] = [], location: SourceLocation) {
    self.field = field
    self.tail = tail
    self.location = location
  }
}

/// A segment of the pointer to a place inside a field's value.
package enum PointerSegment: Sendable {
  /// A member's name, an index, or `-` for the end of a list.
  case token(ValueTemplate)
  /// `{member=value}`: the first item of a list whose member, a string or a number, is written so; in an object a plain
  /// name.
  case item(member: String, value: ValueTemplate)
}

/// The screens of a broadcast.
package final class Recipients: Sendable {
  package let type: Int
  /// Over each screen; nil for all.
  package let condition: CompiledExpression?
  /// The name of their window; nil for all windows.
  package let window: ValueTemplate?

  init(type: Int, condition: CompiledExpression?, window: ValueTemplate?) {
    self.type = type
    self.condition = condition
    self.window = window
  }
}

/// An action that a rule queues.
package struct SendTemplate: Sendable {
  package enum Target: Sendable {
    /// The screen that runs the rule.
    case itself
    /// The screen that holds it when the action arrives.
    case parent
    /// The root of its window.
    case root
    /// The window's active screen when the sent action is handled.
    case active
    /// A path or an id.
    case address(ValueTemplate)
  }

  package enum Action: Sendable {
    /// An action that the flow declares, with its payload object, if any.
    case declared(Int, with: ValueTemplate?)
    /// Navtree's own: `nav.push` and the like.
    case navigation(NavigationStep)
  }

  package let to: Target
  package let action: Action
  package let location: SourceLocation
  /// Those of a broadcast, in place of `to`.
  package var recipients: Recipients?
}
