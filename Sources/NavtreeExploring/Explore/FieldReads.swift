import NavtreeCEL
import NavtreeEngine
import NavtreeFlow
import NavtreeText

/// The fields on which the course of a session may depend: those that a guard, a navigation, an effect's input, a timer
/// or an invariant reads, and those from which such fields are set.
///
/// States that differ only in other fields continue alike. A field that may be read counts as read.
struct FieldReads {
  let flow: FlowDefinition
  private(set) var fields: CountedFields
  /// The comparisons with numbers of a field, and the constants that it is changed by.
  struct Bounds {
    var edges: [Int] = []
    var steps: [Int] = []
  }

  var bounds: [DeclaredField: Bounds] = [:]
  /// The fields that are read in another way.
  var opaque: Set<DeclaredField> = []
  /// Whether an expression reads the time.
  private(set) var readsTime = false
  /// The assignments whose targets aren't read so far.
  private var assignments: [(target: DeclaredField, value: FlowExpressions, type: Int?)] = []
  private var known: Set<Expression> = []
  /// Whether a field was added since the last round.
  private var hasGrown = false

  private struct Expression: Hashable {
    let program: ObjectIdentifier
    let type: Int?
  }

  /// - Parameter goals: further conditions over the session.
  init(_ flow: FlowDefinition, goals: [CELProgram] = []) {
    self.flow = flow
    fields = CountedFields(flow, all: false)
    for goal in goals { read(goal, on: nil) }
    for condition in goals + flow.properties.flatMap(\.expressions).map(\.program) { readState(condition) }
    for (type, screen) in flow.screens.enumerated() {
      if let condition = screen.collapsed { readState(condition.program, on: type) }
    }
    for type in flow.screens.indices { collect(type) }
    collect(flow.actions.rules, on: nil)
    collectBeside()
    var isComplete = false
    while !isComplete {
      hasGrown = false
      let waiting = assignments
      assignments = []
      for assignment in waiting {
        if fields[assignment.target] {
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

  // MARK: Collecting

  private mutating func collect(_ type: Int) {
    let screen = flow.screens[type]
    for record in [DeclaredField.Record.state(type), .params(type)] { addInitial(record, on: type) }
    var roots = FlowExpressions()
    roots.addParts(of: screen)
    // Without an identity of its own all params are one.
    if screen.expressions.identity == nil { fields.params[type] = fields.params[type].map { _ in true } }
    if let loader = screen.loader {
      // Its fields are read by navtree itself.
      for field in 0..<min(loader.fieldCount, screen.state.fields.count) { mark(.state(type), field) }
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
    addInitial(.shared, on: nil)
  }

  private mutating func addInitial(_ record: DeclaredField.Record, on type: Int?) {
    for (field, definition) in flow[record].fields.enumerated() {
      add(definition.initial, to: DeclaredField(record, field), on: type)
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
          if !assignment.target.tail.isEmpty { mark(.state(type), assignment.target.field) }
          add(assignment.value, to: DeclaredField(.state(type), assignment.target.field), on: type)
        case .setShared(let assignment):
          roots.add(assignment.target)
          if !assignment.target.tail.isEmpty { readShared(assignment.target.field, on: type) }
          add(assignment.value, to: DeclaredField(.shared, assignment.target.field), on: type)
        case .reject: break
        case .reply(let value): if mayFail(value, Schema(), on: type) { roots.add(value, nil) }
        case .unset(let target):
          roots.add(target)
          for type in types(type) { mark(.state(type), target.field) }
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

  private mutating func add(_ value: ValueTemplate?, to target: DeclaredField, on type: Int?) {
    guard let value else { return }
    var expressions = FlowExpressions()
    expressions.add(value, nil)
    if expressions.all.isEmpty { return }
    let mayFail = self.mayFail(value, flow[target].schema, on: type)
    if let step = step(value, of: target) {
      bounds[target, default: Bounds()].steps.append(step)
      // It may fail, at a bound.
      if mayFail { mark(target.record, target.number, isOpaque: false) }
      return
    }
    // A change fails with a value that can't be computed or doesn't fit, whether or not its field is read.
    if mayFail { read(expressions, on: type) }
    assignments.append((target, expressions, type))
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
    case .computed, .screen, .parent, .now, .screens, .old, .guards, .owed, .transitions: return false
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
      case .state:
        let isCompared = type.map { compares(reference, in: program, on: $0) } ?? false
        for type in types(type) { mark(.state(type), reference.field, isOpaque: !isCompared) }
      case .params: for type in types(type) { mark(.params(type), reference.field) }
      case .old: for type in types(type) { mark(.params(type), nil) }
      case .shared:
        readShared(reference.field, on: type, isOpaque: !compares(reference, in: program, on: nil))
      case .computed: readDerived(\.computed, reference.field, on: type)
      case .guards: readGuards(reference.field, on: type)
      case .screen: if reference.field ?? 0 == 0 { fields.numbers = true }
      case .parent, .screens: readNames(in: program.source)
      case .owed:
        readNames(in: program.source)
        if program.source.mentions("since") || program.source.mentions("due") { readsTime = true }
      case .now: readsTime = true
      case .action, .link, .transitions: break
      }
    }
  }

  /// The types of screens that an expression may run on: the flow's own rules, and links, run on any.
  private func types(_ type: Int?) -> [Int] { type.map { [$0] } ?? Array(flow.screens.indices) }

  private mutating func mark(_ record: DeclaredField.Record, _ number: Int?, isOpaque: Bool = true) {
    for index in flow[record].fields.indices where number ?? index == index {
      let field = DeclaredField(record, index)
      if isOpaque { opaque.insert(field) }
      if !fields[field] { hasGrown = true }
      fields[field] = true
    }
  }

  private mutating func readShared(_ number: Int?, on type: Int?, isOpaque: Bool = true) {
    mark(.shared, number, isOpaque: isOpaque)
    let count = flow.shared.fields.count
    for index in flow.computed.indices where number ?? count + index == count + index {
      read(flow.computed[index].value.program, on: type)
    }
  }

  private mutating func readDerived(
    _ list: KeyPath<ScreenDefinition, [DerivedDefinition]>, _ field: Int?, on type: Int?
  ) {
    for type in types(type) {
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
    let names = Set(uses.paths.flatMap { $0.dropFirst() } + uses.texts)
    let isWhole = uses.readsWhole(["state", "params"])
    if uses.readsNumbers { fields.numbers = true }
    for record in flow.screens.indices.flatMap({ [DeclaredField.Record.state($0), .params($0)] }) {
      for (index, field) in flow[record].fields.enumerated() where isWhole || names.contains(field.name) {
        mark(record, index)
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
