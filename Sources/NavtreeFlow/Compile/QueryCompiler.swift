package import NavtreeCEL
import NavtreeJSON

/// Compiles the expressions that come with requests, over one screen type or over all live screens.
///
/// A program is kept for the next request with the same text, up to a number of them.
package final class QueryCompiler {
  /// The variables of an expression.
  package enum Subject: Hashable {
    /// A screen of this type, as its own expressions see it; of its parent only params and state are known.
    case screen(type: Int)
    /// All live screens.
    case session
  }

  private struct Key: Hashable {
    let source: UTF8Key
    let subject: Subject
    let isCondition: Bool
    let sensitive: Bool
  }

  /// The most programs kept, and the longest source of a kept one, in bytes.
  private static let keptPrograms = 256
  private static let keptSource = 4096

  private let flow: FlowDefinition
  private var programs: [Key: CELProgram] = [:]

  package init(flow: FlowDefinition) {
    self.flow = flow
  }

  /// - Parameters:
  ///   - isCondition: whether it must give a bool.
  ///   - sensitive: whether sensitive fields have their values; otherwise they read as the string `***`.
  package func program(
    _ source: String, over subject: Subject, isCondition: Bool, sensitive: Bool
  ) throws(CELDiagnostics) -> CELProgram {
    let key = Key(source: UTF8Key(source), subject: subject, isCondition: isCondition, sensitive: sensitive)
    if let program = programs[key] { return program }
    let program = try CEL.compile(
      source, in: scope(of: subject, sensitive: sensitive).environment, expecting: isCondition ? .bool : nil)
    if source.utf8.count <= Self.keptSource {
      if programs.count == Self.keptPrograms { programs.removeAll(keepingCapacity: true) }
      programs[key] = program
    }
    return program
  }

  /// The declarations of the expressions over a subject.
  package static func environment(
    of subject: Subject, in flow: FlowDefinition, sensitive: Bool
  ) -> CELEnvironment {
    QueryCompiler(flow: flow).scope(of: subject, sensitive: sensitive).environment
  }

  private func scope(of subject: Subject, sensitive: Bool) -> Scope {
    var scope = Scope()
    declare(.shared, flow.shared, flow.computed, in: &scope, sensitive)
    var guards = flow.guards
    if case .screen(let type) = subject { guards += flow.screens[type].guards }
    if !guards.isEmpty { scope.declare(.guards, Self.fields(of: guards, sensitive)) }
    scope.declarePresent()
    switch subject {
    case .session: scope.declareScreens()
    case .screen(let type):
      let definition = flow.screens[type]
      scope.declare(.screen, Compilation.screenFields)
      declare(.params, definition.params, in: &scope, sensitive)
      declare(.state, definition.state, in: &scope, sensitive)
      scope.declare(.computed, Self.fields(of: definition.computed, sensitive))
      let fields = ["params", "state"].map { CELField($0, .map(.string, .dyn)) }
      scope.declare(.parent, fields, isNullable: true)
    }
    return scope
  }

  private func declare(
    _ variable: ScopeVariable, _ record: RecordDefinition, _ derived: [DerivedDefinition] = [],
    in scope: inout Scope, _ sensitive: Bool
  ) {
    let fields = Scope.fields(of: record, prefix: variable.name)
    scope.declare(
      variable,
      zip(fields, record.fields).map { field, declared in
        declared.sensitive && !sensitive ? CELField(field.name, .string) : field
      } + Self.fields(of: derived, sensitive))
  }

  private static func fields(of derived: [DerivedDefinition], _ sensitive: Bool) -> [CELField] {
    derived.map { $0.sensitive && !sensitive ? CELField($0.name, .string) : $0.field }
  }
}
