import NavtreeFlow
import NavtreeJSON
import NavtreeYAML

/// A scenario and the node of its name.
struct ReadScenario {
  let scenario: Scenario
  let name: YAMLNode
}

/// Reads a scenario, once for each of its examples.
struct ExampleReader {
  let node: YAMLNode
  let defaults: ObjectReader?
  let stubs: YAMLNode?
  let context: ReadingContext

  private var sink: DiagnosticSink { context.sink }

  func scenarios() -> [ReadScenario] {
    let programs = ExampleTemplates.ProgramsBySource()
    return examples().compactMap { example in
      context.willRead()
      let templates = ExampleTemplates(example, programs, sink)
      guard
        let expanded = templates.expanded(node, without: Key.examples.rawValue, room: &context.room)
      else { return nil }
      return scenario(ObjectReader(expanded, .scenario, sink, without: .examples), example, templates)
    }
  }

  /// The examples, or the one without members.
  private func examples() -> [ExampleValues] {
    guard let list = node[Key.examples.rawValue] else { return [.none] }
    guard FormChecker.check(list, .list(.map(.any, .data)), as: "'examples'", sink) else { return [] }
    if list.count == 0 {
      sink.error(
        .wrongValue, "without an example the scenario never runs", at: list,
        hint: "give it one, or take 'examples' out")
    }
    var names: [String] = []
    var known: Set<String> = []
    for element in list.elements {
      for pair in element.pairs where known.insert(pair.key.text).inserted { names.append(pair.key.text) }
    }
    let form = context.number(ofExamplesWith: names)
    return list.elements.enumerated().map { index, element in
      var values = JSONObject()
      for pair in element.pairs { values[pair.key.text] = ValueCompiler.data(pair.value, sink) ?? .null }
      return ExampleValues(number: index + 1, values: values, names: names, form: form)
    }
  }

  private func scenario(_ reader: ObjectReader, _ example: ExampleValues, _ templates: ExampleTemplates)
    -> ReadScenario?
  {
    guard let name = reader[.name] else { return nil }
    let isNumbered =
      example.number != nil && node[Key.name.rawValue].map { !$0.text.isTemplate } ?? true
    var scenario = Scenario(
      name: name.text + (isNumbered ? " [\(example.number ?? 0)]" : ""), location: name.location)
    scenario.tags = texts(defaults?[.tags]) + texts(reader[.tags])
    scenario.clock = (reader[.clock] ?? defaults?[.clock])?.instant
    scenario.example = example.values
    let steps = StepReader(context, example, templates)
    let stubs = StubReader(context: context, example: example)
    scenario.stubs = stubs.stubs(reader[.stubs])
    if let node = self.stubs, let expanded = templates.expanded(node, room: &context.room) {
      scenario.stubs += stubs.stubs(expanded)
    }
    if let given = reader[.given] {
      scenario.given = GivenReader(context: context, steps: steps).given(given)
    }
    scenario.steps = steps.steps(reader[.steps])
    guard
      context.admits(
        scenario.given.part.stepCount + scenario.steps.stepCount, isFinal: true, at: name)
    else { return nil }
    scenario.always = steps.conditions(defaults?[.always]) + steps.conditions(reader[.always])
    if let ends = reader[.ends] {
      let owed = ObjectReader(ends, .ends, sink)
      scenario.ends = Scenario.Ends(
        location: owed.name(of: .owed)?.location ?? ends.location, owesNothing: owed[.owed] != nil)
    }
    checkContent(reader, scenario, name)
    SavedNames(sink: sink).check(scenario)
    return ReadScenario(scenario: scenario, name: name)
  }

  private func texts(_ node: YAMLNode?) -> [String] {
    guard let node else { return [] }
    return node.kind == .sequence ? node.elements.map(\.text) : [node.text]
  }

  private func checkContent(_ reader: ObjectReader, _ scenario: Scenario, _ name: YAMLNode) {
    let isProving = [Key.given, .ends, .always].contains(where: reader.has)
    guard !reader.isAmiss, scenario.steps.isEmpty, !isProving, reader[.steps]?.count ?? 0 == 0,
      !reader.isBroken(.steps)
    else { return }
    sink.warning(
      .wrongValue, "the scenario '\(scenario.name)' does nothing and expects nothing", at: name.location,
      hint: "give it steps: [{ do: …, expect: { … } }]")
  }
}

/// Checks that a scenario restores only what it has saved.
private struct SavedNames {
  let sink: DiagnosticSink

  func check(_ scenario: Scenario) {
    var saved: [String] = []
    check(scenario.given.part, &saved)
    check(scenario.steps, &saved)
  }

  private func check(_ steps: [Step], _ saved: inout [String]) {
    for step in steps {
      switch step.verb {
      case .save(let name): saved.append(name)
      case .part(_, let steps): check(steps, &saved)
      case .restore(let name) where !saved.contains(name):
        sink.add(
          .error, .unknownSnapshot, "no step before saves '\(name)'", at: step.location,
          hint: Hint.spelling(name, among: saved).map { Hint($0.text) }
            ?? (saved.isEmpty ? "add a step: save: \(name)" : "saved are: \(saved.joined(separator: ", "))"))
      default: break
      }
    }
  }
}
