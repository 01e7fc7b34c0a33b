import NavtreeCEL
import NavtreeEngine
import NavtreeFlow
import NavtreeText

/// The fields on which the course of a session may depend: those that a guard, a navigation, an effect's input, a timer
/// or an invariant reads, and those from which such fields are set.
///
/// States that differ only in other fields continue alike. A field that may be read counts as read.
struct FieldReads {
  private let flow: FlowDefinition
  private(set) var fields: CountedFields
  /// Whether an expression reads the time.
  private(set) var readsTime = false
  /// The assignments whose targets aren't read so far.
  private var assignments: [(target: Target, value: FlowExpressions, type: Int?)] = []
  private var known: Set<Expression> = []
  /// Whether a field was added since the last round.
  private var hasGrown = false

  private enum Target {
    case state(type: Int, field: Int)
    case params(type: Int, field: Int)
    case shared(Int)
  }

  private struct Expression: Hashable {
    let program: ObjectIdentifier
    let type: Int?
  }

  /// - Parameter goals: further conditions over the session.
  init(_ flow: FlowDefinition, goals: [CELProgram] = []) {
    self.flow = flow
    fields = CountedFields(flow, all: false)
    for goal in goals { read(goal, on: nil) }
    for type in flow.screens.indices { collect(type) }
    collect(flow.actions.rules, on: nil)
    collectBeside()
    var isComplete = false
    while !isComplete {
      hasGrown = false
      let waiting = assignments
      assignments = []
      for assignment in waiting {
        if counts(assignment.target) {
          read(assignment.value, on: assignment.type)
        } else {
          assignments.append(assignment)
        }
      }
      isComplete = !hasGrown && assignments.count == waiting.count
    }
    fields.times = readsTime
  }

  /// Counts all params, which the URLs of screens are made of.
  mutating func readAllParams() { fields.params = fields.params.map { $0.map { _ in true } } }

  private func counts(_ target: Target) -> Bool {
    switch target {
    case .state(let type, let field): fields.state[type][field]
    case .params(let type, let field): fields.params[type][field]
    case .shared(let field): fields.shared[field]
    }
  }

  // MARK: Collecting

  private mutating func collect(_ type: Int) {
    let screen = flow.screens[type]
    for (field, definition) in screen.state.fields.enumerated() {
      add(definition.initial, to: .state(type: type, field: field), on: type)
    }
    for (field, definition) in screen.params.fields.enumerated() {
      add(definition.initial, to: .params(type: type, field: field), on: type)
    }
    var roots = FlowExpressions()
    roots.addParts(of: screen)
    // Without an identity of its own all params are one.
    if screen.expressions.identity == nil { fields.params[type] = fields.params[type].map { _ in true } }
    if let loader = screen.loader {
      // Its fields are read by navtree itself.
      for field in 0..<min(loader.fieldCount, screen.state.fields.count) { fields.state[type][field] = true }
    }
    read(roots, on: type)
    collect(screen.rules, on: type)
    // State that is kept returns by the params.
    if screen.keep { fields.params[type] = fields.params[type].map { _ in true } }
  }

  private mutating func collectBeside() {
    var roots = FlowExpressions()
    roots.addParts(of: flow)
    read(roots, on: nil)
    for (field, definition) in flow.shared.fields.enumerated() {
      add(definition.initial, to: .shared(field), on: nil)
    }
  }

  private mutating func collect(_ rules: [Rule], on type: Int?) {
    for rule in rules {
      var roots = FlowExpressions()
      roots.add(rule.ownNames)
      roots.add(rule.when)
      for step in rule.steps {
        switch step {
        case .set(let assignment):
          roots.add(assignment.target)
          guard let type else { continue }
          // A place inside a value may not exist.
          if !assignment.target.tail.isEmpty { mark(\.state, assignment.target.field, on: type) }
          add(assignment.value, to: .state(type: type, field: assignment.target.field), on: type)
        case .setShared(let assignment):
          roots.add(assignment.target)
          if !assignment.target.tail.isEmpty { readShared(assignment.target.field, on: type) }
          add(assignment.value, to: .shared(assignment.target.field), on: type)
        case .reject: break
        case .reply(let value): if mayFail(value, Schema(), on: type) { roots.add(value, nil) }
        case .unset(let target):
          roots.add(target)
          mark(\.state, target.field, on: type)
          readShared(target.field, on: type)
        case .send(let send):
          roots.add(send)
          guard let recipients = send.recipients else { continue }
          var condition = FlowExpressions()
          condition.add(recipients.condition)
          read(condition, on: recipients.type)
        case .cancel, .dropLinks, .navigate, .effect, .after, .load:
          roots.add(step.parts, in: nil, nil)
        }
      }
      read(roots, on: type)
    }
  }

  private mutating func add(_ value: ValueTemplate?, to target: Target, on type: Int?) {
    guard let value else { return }
    var expressions = FlowExpressions()
    expressions.add(value, nil)
    if expressions.all.isEmpty { return }
    // A change fails with a value that can't be computed or doesn't fit, whether or not its field is read.
    if mayFail(value, schema(of: target), on: type) { read(expressions, on: type) }
    assignments.append((target, expressions, type))
  }

  private func schema(of target: Target) -> Schema {
    switch target {
    case .state(let type, let field): flow.screens[type].state.fields[field].schema
    case .params(let type, let field): flow.screens[type].params.fields[field].schema
    case .shared(let field): flow.shared.fields[field].schema
    }
  }

  /// Whether a value may fail to be computed, or to fit, in one state and not in another.
  private func mayFail(_ value: ValueTemplate, _ schema: Schema, on type: Int?) -> Bool {
    var expressions = FlowExpressions()
    expressions.add(value, nil)
    return expressions.all.contains { use in
      let program = use.expression.program
      let isOfMove = program.references.allSatisfy { reference in
        let variable = ScopeVariable(rawValue: reference.variable)
        return variable == .action || variable == .link
      }
      if isOfMove { return false }
      return schema.constraints != nil || !CELUses(of: program.source).isPlain
        || !program.references.allSatisfy { hasPlainValue($0, on: type) }
    }
  }

  /// Whether a name has a value that is never null.
  private func hasPlainValue(_ reference: CELReference, on type: Int?) -> Bool {
    guard let field = reference.field, reference.path.isEmpty, let type,
      let variable = ScopeVariable(rawValue: reference.variable)
    else { return false }
    let fields: [FieldDefinition]
    switch variable {
    case .state: fields = flow.screens[type].state.fields
    case .params: fields = flow.screens[type].params.fields
    case .shared: fields = flow.shared.fields
    case .action, .link: return true
    case .computed, .screen, .parent, .now, .screens, .old, .guards, .owed: return false
    }
    guard fields.indices.contains(field) else { return false }
    return [.boolean, .integer, .string].contains(fields[field].schema.types)
  }

  // MARK: Reading

  private mutating func read(_ expressions: FlowExpressions, on type: Int?) {
    for use in expressions.all { read(use.expression.program, on: type) }
  }

  private mutating func read(_ program: CELProgram, on type: Int?) {
    guard known.insert(Expression(program: ObjectIdentifier(program), type: type)).inserted else { return }
    for reference in program.references {
      guard let variable = ScopeVariable(rawValue: reference.variable) else { continue }
      switch variable {
      case .state: mark(\.state, reference.field, on: type)
      case .params: mark(\.params, reference.field, on: type)
      case .old: mark(\.params, nil, on: type)
      case .shared: readShared(reference.field, on: type)
      case .computed: readDerived(\.computed, reference.field, on: type)
      case .guards: readGuards(reference.field, on: type)
      case .screen: if reference.field ?? 0 == 0 { fields.numbers = true }
      case .parent, .screens: readNames(in: program.source)
      case .owed:
        readNames(in: program.source)
        if program.source.mentions("since") || program.source.mentions("due") { readsTime = true }
      case .now: readsTime = true
      case .action, .link: break
      }
    }
  }

  private mutating func mark(_ record: WritableKeyPath<CountedFields, [[Bool]]>, _ field: Int?, on type: Int?)
  {
    // The flow's own rules, and links, run on any screen.
    for type in type.map({ [$0] }) ?? Array(flow.screens.indices) {
      let all = fields[keyPath: record][type].indices
      for field in field.map({ [$0] }) ?? Array(all)
      where all.contains(field) && !fields[keyPath: record][type][field] {
        fields[keyPath: record][type][field] = true
        hasGrown = true
      }
    }
  }

  private mutating func readShared(_ field: Int?, on type: Int?) {
    let count = flow.shared.fields.count
    for index in field.map({ [$0] }) ?? Array(0..<(count + flow.computed.count)) {
      if index < count {
        if !fields.shared[index] { hasGrown = true }
        fields.shared[index] = true
      } else if index - count < flow.computed.count {
        read(flow.computed[index - count].value.program, on: type)
      }
    }
  }

  private mutating func readDerived(
    _ list: KeyPath<ScreenDefinition, [DerivedDefinition]>, _ field: Int?, on type: Int?
  ) {
    for type in type.map({ [$0] }) ?? Array(flow.screens.indices) {
      let all = flow.screens[type][keyPath: list]
      for index in field.map({ [$0] }) ?? Array(all.indices) where all.indices.contains(index) {
        read(all[index].value.program, on: type)
      }
    }
  }

  private mutating func readGuards(_ field: Int?, on type: Int?) {
    let count = flow.guards.count
    for index in flow.guards.indices where field ?? index == index {
      read(flow.guards[index].value.program, on: type)
    }
    if let field {
      if field >= count { readDerived(\.guards, field - count, on: type) }
    } else {
      readDerived(\.guards, nil, on: type)
    }
  }

  /// Marks the fields that an expression over other screens may read, by their names.
  private mutating func readNames(in source: String) {
    let uses = CELUses(of: source)
    var names: Set<String> = []
    var isWhole = false
    let variables = Set(ScopeVariable.allCases.map(\.name))
    for path in uses.others + uses.compared.map(\.path) {
      names.formUnion(path.dropFirst())
      guard let first = path.first, let last = path.last else { continue }
      if path.count == 1 {
        if !variables.contains(first) { isWhole = true }
      } else if last == "state" || last == "params" {
        isWhole = true
      }
      if path.count == 2, last == "id", !variables.contains(first) || first == "screen" {
        fields.numbers = true
      }
    }
    for case .string(let name) in uses.literals {
      names.insert(name)
      if name == "state" || name == "params" { isWhole = true }
      if name == "id" { fields.numbers = true }
    }
    for (type, screen) in flow.screens.enumerated() {
      for (index, field) in screen.state.fields.enumerated() where isWhole || names.contains(field.name) {
        mark(\.state, index, on: type)
      }
      for (index, field) in screen.params.fields.enumerated() where isWhole || names.contains(field.name) {
        mark(\.params, index, on: type)
      }
    }
  }
}

extension LoaderDefinition {
  /// The number of fields that it adds to the state.
  fileprivate var fieldCount: Int {
    switch kind {
    case .list: Field.cursor.rawValue + 1
    case .detail: Field.error.rawValue + 1
    }
  }
}
