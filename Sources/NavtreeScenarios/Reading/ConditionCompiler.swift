import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavtreeYAML

/// Compiles the conditions of a file of scenarios, each distinct text once.
final class ConditionCompiler {
  private struct Key: Hashable {
    let source: UTF8Key
    /// The effect that a stub answers; nil for a condition over the session.
    let effect: String?
    /// The form of the examples, if the text may read them.
    let form: Int
  }

  private let sink: DiagnosticSink
  private let session: CELEnvironment
  private var programs: [Key: Result<CELProgram, CELDiagnostics>] = [:]

  init(_ flow: FlowDefinition, _ sink: DiagnosticSink) {
    self.sink = sink
    session = QueryCompiler.environment(of: .session, in: flow, sensitive: true)
  }

  /// The condition of a node; nil, and reported, if it is wrong.
  ///
  /// - Parameter effect: The effect whose request it reads; nil: it reads the session.
  func condition(_ node: YAMLNode, over effect: EffectDefinition?, _ example: ExampleValues) -> Condition? {
    let source = node.text
    let isOfExample = source.contains("example")
    let key = Key(source: UTF8Key(source), effect: effect?.name, form: isOfExample ? example.form : 0)
    let result = programs[key] ?? compiled(source, over: effect, example)
    programs[key] = result
    switch result {
    case .success(let program): return Condition(program: program, location: node.location)
    case .failure(let faults):
      for fault in faults.diagnostics {
        sink.error(
          DiagnosticCode(fault.code), fault.message,
          at: node.location(of: fault.range.start..<fault.range.end),
          in: node, hint: fault.hint.map(Hint.sentence))
      }
      return nil
    }
  }

  private func compiled(_ source: String, over effect: EffectDefinition?, _ example: ExampleValues)
    -> Result<CELProgram, CELDiagnostics>
  {
    var environment = session
    if let effect {
      environment = CELEnvironment()
      let fields = effect.input.fields.map { $0.schema.field($0.name, of: "input") }
      environment.declare(
        "input", .object(CELObjectType(name: "input", fields: fields, isOpen: false)),
        at: ConditionVariable.input)
      environment.declare("at", .string, at: ConditionVariable.at)
    }
    example.declare(in: &environment, at: ConditionVariable.example)
    let complete = environment
    return Result { () throws(CELDiagnostics) in
      try CEL.compile(source, in: complete, expecting: .bool)
    }
  }
}
