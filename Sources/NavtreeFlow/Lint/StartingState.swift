import NavigationTree
import NavtreeCEL
import NavtreeJSON

/// The state that a session starts with, as far as the flow determines it.
struct StartingState: CELActivation {
  /// Nil where the value is known at run time only.
  private let values: [JSONValue?]
  private let screens: [JSONValue]?
  private let computed: [DerivedDefinition]
  private let guards: [DerivedDefinition]

  /// - Parameter isCertain: Whether the state is limited to values that the host can't change when it opens the
  ///   session; otherwise the shared fields have their initial values, and no link is opened.
  init(_ flow: FlowDefinition, isCertain: Bool) {
    computed = flow.computed
    guards = flow.guards
    values = flow.shared.fields.map { field in
      isCertain ? nil : field.initial.map { $0.constant } ?? field.schema.zero
    }
    screens = isCertain && !flow.links.definitions.isEmpty ? nil : Self.screens(of: flow)
  }

  /// The screens that windows start with, unless a condition or a rule decides.
  private static func screens(of flow: FlowDefinition) -> [JSONValue]? {
    if flow.lifecycleRules(do: { $0.navigation != nil || $0.send != nil }) { return nil }
    var screens: [JSONValue] = []
    for window in flow.start {
      guard let choice = window.choices.first, choice.when == nil else { return nil }
      var open = [(type: choice.screen.type, depth: 0)]
      while let (type, depth) = open.popLast() {
        // Screens that hold one another without end were reported.
        if screens.count > mostScreens { return nil }
        let screen = flow.screens[type]
        screens.append(
          ["type": .string(screen.name), "window": .string(window.window), "depth": .integer(depth)])
        for index in screen.slots.indices.reversed() {
          if let part = screen.part(index) { open.append((part.type, depth + 1)) }
        }
      }
    }
    return screens
  }

  /// Whether an expression over it is false; nil when that is unknown.
  func breaks(_ condition: CompiledExpression) -> Bool? {
    var budget = CELBudget(limit: Self.costLimit)
    return (try? condition.program.evaluateBool(self, budget: &budget)).map { !$0 }
  }

  func field(_ number: Int, of variable: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    switch ScopeVariable(rawValue: variable) {
    case .guards where guards.indices.contains(number):
      return try guards[number].value.program.evaluate(self, budget: &budget)
    case .shared where number >= values.count:
      return try computed[number - values.count].value.program.evaluate(self, budget: &budget)
    case .shared:
      guard let value = values[number] else { throw Self.unknown }
      return CELValue(value)
    case .transitions: return .int(0)
    default: throw Self.unknown
    }
  }

  func variable(_ number: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    guard case .screens = ScopeVariable(rawValue: number), let screens else { throw Self.unknown }
    return CELValue(.array(screens))
  }

  private static let unknown = CELError(.host, "this can't be known at load")
  private static let costLimit = 100_000
  private static let mostScreens = 1_000
}

extension FlowDefinition {
  /// Whether a rule of a lifecycle event has such a step.
  func lifecycleRules(do isMeant: (StepParts) -> Bool) -> Bool {
    screens.contains { screen in
      screen.lifecycle.values.joined().contains { $0.parts.contains(where: isMeant) }
    }
  }
}

extension ScreenDefinition {
  /// The screen that is made with this one in a tab or a pane; nil if that starts empty or is made later.
  func part(_ index: Int) -> ScreenTemplate? {
    slots[index].style == .pane || !lazy || selected == index ? slots[index].initial : nil
  }
}
