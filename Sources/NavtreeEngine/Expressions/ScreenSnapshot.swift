import NavtreeCEL
package import NavtreeFlow
package import NavtreeJSON
package import NavigationTree
import NavtreeText

/// A screen as it is at one moment, with all that its computed values read: they are evaluated when they are asked for,
/// on any thread.
package final class ScreenSnapshot: Sendable {
  package let flow: FlowDefinition
  package let id: ScreenID
  package let type: Int
  package let params: [JSONValue]
  package let state: [JSONValue]
  package let selection: Int
  /// The screens that it presents, by slot.
  package let children: [Child?]
  package let address: String
  package let presenter: ScreenID?
  private let context: Context?

  package struct Child: Sendable, Equatable {
    package let id: ScreenID
    package let type: Int
  }

  fileprivate struct Parent: Sendable {
    let type: Int
    let params: [JSONValue]
    let state: [JSONValue]
  }

  /// The data around a screen that computes values.
  fileprivate struct Context: Sendable {
    let parent: Parent?
    let shared: [JSONValue]
    let now: Int
    let pending: Int
    let window: String
    let costLimit: Int
  }

  /// A live screen as it is now; nil if there is none with that id.
  ///
  /// - Parameter address: Its path, if that is known.
  /// - Complexity: O(number of slots + distance from the path of the focus).
  package init?(of id: ScreenID, in session: Session, at address: String? = nil) {
    let windows = session.windows
    guard let window = windows.index(holding: id), let place = windows[window].place(of: id),
      let screen = session.screen(id)
    else { return nil }
    flow = session.flow
    self.id = id
    type = screen.type
    params = screen.params
    state = screen.state
    selection = screen.selection
    presenter = place.parent
    children = flow.screens[type].slots.indices.map { slot in
      // The slot on the way to the focus is empty.
      let child = screen.slots[slot].screen ?? windows[window].child(of: screen, in: slot)
      return child.map { Child(id: $0.id, type: $0.type) }
    }
    self.address = address ?? windows[window].address(of: id)
    context =
      flow.screens[type].computed.isEmpty
      ? nil
      : Context(
        parent: place.parent.flatMap { windows[window].screen($0) }.map {
          Parent(type: $0.type, params: $0.params, state: $0.state)
        }, shared: session.shared, now: session.now, pending: session.pendingTransitions,
        window: windows[window].window, costLimit: session.limits[.cost])
  }

  /// A computed value; nil if its expression fails.
  ///
  /// - Complexity: The cost of its expression.
  package func computed(_ number: Int) -> JSONValue? {
    guard let context else { return nil }
    var budget = CELBudget(limit: context.costLimit)
    let scope = SnapshotScope(snapshot: self, context: context)
    return try? flow.screens[type].computed[number].value.program.evaluate(scope, budget: &budget).json()
  }
}

/// The values of the names in a screen's computed values, as they were.
private struct SnapshotScope: CELActivation {
  let snapshot: ScreenSnapshot
  let context: ScreenSnapshot.Context

  private var flow: FlowDefinition { snapshot.flow }
  private var definition: ScreenDefinition { flow.screens[snapshot.type] }

  func field(_ number: Int, of variable: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    switch ScopeVariable(rawValue: variable) {
    case .state: return CELValue(snapshot.state[number])
    case .params: return CELValue(snapshot.params[number])
    case .shared: return try shared(number)
    case .computed: return try definition.computed[number].value.program.evaluate(self, budget: &budget)
    case .guards:
      let condition = try flow.guardDefinition(number, on: definition)
      return try condition.value.program.evaluate(self, budget: &budget)
    case .screen: return CELValue(screen[["id", "path", "type", "window"][number]] ?? .null)
    case .parent:
      guard let parent = context.parent else {
        throw CELError(.noSuchKey, "the root of a window has no parent")
      }
      return flow.screens[parent.type].parentField(number, parent.params, parent.state)
    case .transitions: return .int(context.pending)
    case .action, .link, .now, .screens, .old, .owed, nil: throw Self.unbound
    }
  }

  func variable(_ number: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    switch ScopeVariable(rawValue: number) {
    case .state: return CELValue(.object(definition.state.object(snapshot.state)))
    case .params: return CELValue(.object(definition.params.object(snapshot.params)))
    case .shared:
      return try object(
        flow.shared.object(context.shared), and: flow.computed, of: number, budget: &budget)
    case .computed: return try object(and: definition.computed, of: number, budget: &budget)
    case .guards: return try object(and: flow.guards + definition.guards, of: number, budget: &budget)
    case .screen: return CELValue(.object(screen))
    case .parent:
      return context.parent.map { flow.screens[$0.type].parentObject($0.params, $0.state) } ?? .null
    case .transitions: return CELValue(.object(["pending": .integer(context.pending)]))
    case .now:
      guard let now = CELTimestamp(milliseconds: context.now) else { throw Self.unbound }
      return .timestamp(now)
    case .action, .link, .screens, .old, .owed, nil: throw Self.unbound
    }
  }

  private static let unbound = CELError(.host, "this name has no value here")

  /// A shared field, or after them a computed value of the flow, each with a budget of its own.
  private func shared(_ number: Int) throws(CELError) -> CELValue {
    if number < context.shared.count { return CELValue(context.shared[number]) }
    var budget = CELBudget(limit: context.costLimit)
    return try flow.computed[number - context.shared.count].value.program.evaluate(self, budget: &budget)
  }

  private var screen: JSONObject {
    [
      "id": .integer(snapshot.id.number), "path": .string(snapshot.address),
      "type": .string(definition.name), "window": .string(context.window),
    ]
  }
}
