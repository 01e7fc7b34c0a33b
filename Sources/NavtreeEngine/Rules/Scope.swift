import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// What the flow's expressions see while a rule is run or a screen is made.
///
/// It copies nothing: it reads the focus where it stands, so that a state is still written in place.
final class Scope: CELActivation {
  @exclusivity(unchecked)
  unowned(unsafe) var session: Session?
  let flow: FlowDefinition
  /// The window whose focus is `screen`, and gives `params` and `state`.
  @exclusivity(unchecked)
  var window = 0
  /// A screen that is being made and isn't in the tree yet; it stands for the focus then.
  @exclusivity(unchecked)
  var made: Screen?
  /// The screen that is gone, where `made` is it.
  @exclusivity(unchecked)
  var departed: DepartedScreen?
  /// The payload of the action at hand, as its first declaring screen has it.
  @exclusivity(unchecked)
  var payload: [JSONValue] = []
  /// The fields of a payload that were given, while it is bound.
  @exclusivity(unchecked)
  var given: [JSONValue?] = []
  /// The link whose templates are evaluated.
  var link: LinkMatch?
  /// What a migration reads: a screen's params and state, and what is shared; or the last alone.
  var old: [JSONValue] = []
  /// The declaration that `payload` follows.
  @exclusivity(unchecked)
  var payloadFields = RecordDefinition()

  init(flow: FlowDefinition) {
    self.flow = flow
  }

  func field(_ number: Int, of variable: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    guard let session, let scopeVariable = ScopeVariable(rawValue: variable) else { throw Self.unbound }
    switch scopeVariable {
    case .state:
      return CELValue(made?.state[number] ?? session.world.windows[window].focus.state[number])
    case .params:
      return CELValue(made?.params[number] ?? session.world.windows[window].focus.params[number])
    case .action:
      return CELValue(payload[number])
    case .shared:
      return CELValue(session.world.shared[number])
    case .computed:
      return try computed(number, budget: &budget)
    case .screen:
      return screenField(number)
    case .parent:
      guard let parent else { throw CELError(.noSuchKey, "the root of a window has no parent") }
      return CELValue(.object(parent[number == 0 ? "params" : "state"]?.object ?? [:]))
    case .link:
      guard let link else { throw Self.unbound }
      return CELValue(link.values[number])
    case .old:
      return CELValue(old[number])
    case .now, .screens:
      throw Self.unbound
    }
  }

  func variable(_ number: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    guard let session, let scopeVariable = ScopeVariable(rawValue: number) else { throw Self.unbound }
    switch scopeVariable {
    case .state: return CELValue(.object(definition.state.object(screen.state)))
    case .params: return CELValue(.object(definition.params.object(screen.params)))
    case .action: return CELValue(.object(payloadFields.object(payload)))
    case .shared: return CELValue(.object(flow.shared.object(session.world.shared)))
    case .computed:
      var values: JSONObject = [:]
      for (index, computed) in definition.computed.enumerated() {
        values[computed.name] = try self.computed(index, budget: &budget).json()
      }
      return CELValue(.object(values))
    case .screen:
      return CELValue(
        .object([
          "id": .integer(screen.id.number), "path": .string(path), "type": .string(definition.name),
        ]))
    case .parent:
      return parent.map { CELValue(.object($0)) } ?? .null
    case .now:
      guard let now = CELTimestamp(milliseconds: session.now) else { throw Self.unbound }
      return .timestamp(now)
    case .screens: return CELValue(.array(session.liveScreens()))
    case .old:
      let names = ["params", "state", "shared"].suffix(old.count)
      return CELValue(.object(JSONObject(uniqueKeysWithValues: zip(names, old))))
    case .link:
      guard let link else { throw Self.unbound }
      return CELValue(.object(flow.links.record(of: link.route).object(link.values)))
    }
  }

  private static let unbound = CELError(.host, "this name has no value here")

  private var screen: Screen {
    if let made { return made }
    guard let session else { return Screen(id: ScreenID(0), type: 0) }
    return session.world.windows[window].focus
  }

  private var definition: ScreenDefinition { flow.screens[screen.type] }

  private var path: String {
    guard let session else { return "" }
    if let departed { return departed.address }
    return session.address(of: screen.id, in: window)
  }

  private func screenField(_ number: Int) -> CELValue {
    switch number {
    case 0: .int(screen.id.number)
    case 1: .string(path)
    default: .string(definition.name)
    }
  }

  /// The params and state of the screen that holds this one.
  private var parent: JSONObject? {
    guard let session else { return nil }
    let holder = made == nil ? session.world.windows[window].parent : departed?.parent
    guard let parent = holder else { return nil }
    let definition = flow.screens[parent.type]
    return [
      "params": .object(definition.params.object(parent.params)),
      "state": .object(definition.state.object(parent.state)),
    ]
  }

  private func computed(_ number: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    try definition.computed[number].value.program.evaluate(self, budget: &budget)
  }
}
