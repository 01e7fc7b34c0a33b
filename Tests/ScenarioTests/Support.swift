import NavtreeCEL
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import NavtreeTestSupport
import NavtreeYAML
import Testing

/// A flow of the specs.
func specFlow(_ name: String) throws -> FlowDefinition {
  let file = "\(name).navtree.yaml"
  let bytes = try #require(Files.bytes(of: "\(Files.package)/Specs/\(file)"))
  return try #require(FlowLoader.load(bytes, file: file).flow)
}

func flow(_ yaml: String) throws -> FlowDefinition {
  let outcome = FlowLoader.load(Array(yaml.utf8), file: "flow.yaml")
  return try #require(outcome.flow, "\(outcome.diagnostics.map(\.message))")
}

/// Scenarios as Swift values, whose places are the numbers of their steps.
struct Script {
  let flow: FlowDefinition
  private let conditions: QueryCompiler
  var scenario = Scenario(name: "scenario", location: Script.place(0))

  init(_ flow: FlowDefinition) {
    self.flow = flow
    conditions = QueryCompiler(flow: flow)
  }

  static func place(_ line: Int) -> NavtreeYAML.SourceLocation {
    NavtreeYAML.SourceLocation(line: line, column: 1, endColumn: 2)
  }

  func expected(_ value: JSONValue) -> Expected { Expected(value: value, location: place) }

  var place: NavtreeYAML.SourceLocation { Self.place(scenario.steps.count + 1) }

  func condition(_ source: String) throws -> Condition {
    let program = try conditions.program(source, over: .session, isCondition: true, sensitive: true)
    return Condition(program: program, location: place)
  }

  mutating func step(
    _ verb: Step.Verb, at: String? = nil,
    _ expect: ((inout NavtreeScenarios.Expectation, Script) throws -> Void)? = nil
  ) throws {
    var expectation: NavtreeScenarios.Expectation?
    if let expect {
      var empty = NavtreeScenarios.Expectation(location: place)
      try expect(&empty, self)
      expectation = empty
    }
    scenario.steps.append(Step(location: place, verb: verb, at: at, expect: expectation))
  }

  mutating func stub(_ effect: String, _ outcome: EffectOutcome, when: String? = nil, after: Int = 0) throws {
    var environment = CELEnvironment(isChecked: false)
    environment.declare("input", .dyn, at: ConditionVariable.input)
    environment.declare("at", .string, at: ConditionVariable.at)
    environment.declare("example", .dyn, at: ConditionVariable.example)
    let when = try when.map { Condition(program: try CEL.compile($0, in: environment), location: place) }
    scenario.stubs.append(
      Stub(effect: effect, location: place, when: when, outcome: outcome, after: after))
  }

  func run(limits: Limits = Limits(), observes: Bool = false) -> ScenarioResult {
    let file = ScenarioFile(
      name: "test.scenarios.yaml", source: SourceText(file: "test.scenarios.yaml", bytes: []), flow: flow,
      flowPath: flow.file, scenarios: [scenario])
    return ScenarioRunner(file, limits: limits, observes: observes).run(scenario)
  }

  /// What failed: `LINE KIND: MESSAGE`, then the differences, a line each.
  func failures() -> [String] {
    run().failures.flatMap { failure in
      ["\(failure.location.line) \(failure.kind): \(failure.message)"]
        + failure.differences.map { difference in
          let expected = difference.expected.map { "\($0)" } ?? "nothing"
          return "  \(difference.pointer): \(expected), \(difference.actual.map { "\($0)" } ?? "nothing")"
        }
    }
  }
}
