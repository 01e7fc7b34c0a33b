import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeText
import NavtreeYAML

/// The effect that an action would have, and why, or why it would fail.
public struct Explanation: Sendable {
  /// A rule that was examined.
  public struct Rule: Sendable {
    /// The address of the screen whose rule it is.
    public let address: String
    /// The screen.
    public let screen: Screen.ID
    /// The action's name.
    public let action: String
    /// The rule's place in the action, from 0 on.
    public let index: Int
    /// The file of the flow in which it stands.
    public let file: String
    /// The line at which it begins, from 1 on.
    public let line: Int
    /// The column at which it begins, from 1 on.
    public let column: Int
    /// Its guard, if it has one.
    public let when: String?
    /// Whether the rule runs.
    public let holds: Bool
    /// The parts of the guard in the order in which they are evaluated, the whole last.
    public let parts: [Part]
  }

  /// A part of a guard, and what it gives.
  public struct Part: Sendable {
    /// The part, as written.
    public let text: String
    /// Its value; several inside a macro. A value that is long, or failed, is described.
    public let values: [JSONValue]
  }

  /// A screen that would come or go.
  public struct Row: Sendable, Hashable {
    /// The screen.
    public let id: Screen.ID
    /// The screen type's name.
    public let screen: String
    /// The screen that holds it; nil for the root of a window.
    public let parent: Screen.ID?
    /// The slot in that screen.
    public let slot: String?
    /// The window.
    public let window: String
  }

  /// A screen that would stay and be another one in these places.
  public struct Changed: Sendable, Hashable {
    /// The address.
    public let address: String
    /// The screen.
    public let screen: Screen.ID
    /// The places, as JSON Pointers such as `/state/count`.
    public let pointers: [String]
  }

  /// The address of the screen whose rule would run; nil if it would fail.
  public let handledBy: String?
  /// The address of the screen that would be active; nil if it would fail.
  public let active: String?
  /// The value that a rule would reply with.
  public let reply: JSONValue?
  /// The rules that were examined, in order; at most 100.
  public let rules: [Rule]
  /// The screens that were asked and wouldn't take the action.
  public let declined: [Decliner]
  /// The screens that would come.
  public let created: [Row]
  /// The screens that would go.
  public let removed: [Row]
  /// The screens that would stay and change.
  public let changed: [Changed]
  /// The places of the shared state that would change.
  public let shared: [String]
  /// The effects that would be requested.
  public let asked: [EffectRequest]
  /// From the former state of the window to the later one, without the values of sensitive fields.
  public let patch: JSONPatch
  /// What ``Session/send(_:_:to:bubbles:)`` would throw.
  public let error: NavtreeError?
}

extension Session {
  /// Explains what an action would do and why, or why it would fail. Nothing changes.
  ///
  /// - Parameters:
  ///   - action: The action's name.
  ///   - payload: The fields of the action.
  ///   - address: The screen; by default the active one of the only window.
  ///   - bubbles: Whether ancestors may take it.
  /// - Throws: ``NavtreeError/Kind/closed``. What the action would throw is a part of the explanation.
  /// - Complexity: As ``send(_:_:to:bubbles:)``, and O(size of the window's state).
  public func explain(
    _ action: String, _ payload: JSONObject = [:], to address: Address = .active, bubbles: Bool = true
  ) throws(NavtreeError) -> Explanation {
    if mode != .open { throw refusal }
    catchUp(takesAnswers: true)
    let explanation = NavtreeEngine.Explanation(of: engine) { () throws(Failure) in
      try engine.focus(on: address)
    } _: { (cursor) throws(Failure) in
      guard let index = engine.flow.actionNames.index(of: action) else {
        throw engine.unknownAction(action, from: cursor.screen)
      }
      try engine.dispatch(index, payload, to: cursor.screen, bubbles: bubbles)
    }
    return Explanation(explanation, engine)
  }
}

extension Explanation {
  fileprivate init(_ explanation: NavtreeEngine.Explanation, _ engine: NavtreeEngine.Session) {
    let trace = explanation.trace
    let isDone = trace.failure == nil
    handledBy = isDone ? engine.handlerText : nil
    active = isDone ? explanation.active : nil
    reply = isDone ? engine.reply : nil
    rules = trace.rules.map { Rule($0, of: engine.flow) }
    declined = trace.decliners.map(Decliner.init)
    let receipt = trace.receipt
    created = receipt.created.map(Row.init)
    removed = receipt.removed.map(Row.init)
    changed = receipt.changed.map {
      Changed(address: $0.at, screen: Screen.ID($0.id.number), pointers: $0.pointers)
    }
    shared = receipt.shared
    asked = receipt.asked.map { EffectRequest($0.effect, at: String(decoding: $0.at, as: UTF8.self)) }
    patch = explanation.patch
    error = trace.failure.map { NavtreeError($0) }
  }
}

extension Explanation.Rule {
  fileprivate init(_ rule: RuleTrace, of flow: FlowDefinition) {
    address = rule.at
    screen = Screen.ID(rule.id.number)
    action = rule.action
    index = rule.index
    file = flow.file(of: rule.location)
    line = rule.location.line
    column = rule.location.column
    when = rule.condition?.source
    holds = rule.condition?.holds ?? true
    parts = (rule.condition?.parts ?? []).map {
      Explanation.Part(text: $0.text, values: $0.values.map(\.json))
    }
  }
}

extension GuardTrace.Value {
  fileprivate var json: JSONValue {
    switch self {
    case .value(let value): value
    case .summary(let text), .failed(let text): .string(text)
    }
  }
}

extension Explanation.Row {
  fileprivate init(_ row: NavtreeEngine.Receipt.Row) {
    id = Screen.ID(row.id.number)
    screen = row.type
    parent = row.parent.map { Screen.ID($0.number) }
    slot = row.slot
    window = row.window
  }
}
