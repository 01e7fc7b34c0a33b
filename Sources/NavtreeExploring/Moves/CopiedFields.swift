import NavtreeCEL
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText

/// The fields whose values are only copied whole and compared with literals, so that one value of each class which the
/// comparisons tell apart stands for all.
///
/// Fields are told apart by their names alone, and a use of one counts as a use of all of its name.
struct CopiedFields {
  /// A use that isn't a comparison with literals.
  private struct Use {
    /// The name of the field that takes the value.
    let taker: String?
    /// Whether it takes the value as it is.
    let isWhole: Bool
  }

  private var uses: [String: [Use]] = [:]
  private var compared: [String: [CELUses.Compared]] = [:]
  /// By name, the schemas of the fields that may take a copy. Params are none: they tell screens apart.
  private var takers: [String: [Schema]] = [:]
  private var params: Set<String> = []
  /// The names of which no field counts.
  private var idle: Set<String> = []
  /// Whether an expression may read any field.
  private var readsAll = false

  private static let result = "result"
  private static let wholes = ["screens", "owed", "parent"]
  /// The records of what those name.
  private static let ofWholes: Set<String> = ["state", "params", "input"]
  private static let records: Set<String> = [
    "state", "params", "shared", "action", "input", "output", "error", "link", "computed", "guards",
  ]

  init(_ flow: FlowDefinition, goals: [CELProgram], counting fields: CountedFields) {
    var counted: Set<String> = []
    func add(_ record: RecordDefinition, _ isCounted: [Bool]?) {
      for (index, field) in record.fields.enumerated() {
        takers[field.name, default: []].append(field.schema)
        if isCounted?[index] ?? true { counted.insert(field.name) }
      }
    }
    for (type, screen) in flow.screens.enumerated() {
      add(screen.state, fields.state[type])
      params.formUnion(screen.params.names.names)
      for element in screen.actions.elements { add(element.definition.payload, nil) }
      if let schema = screen.returns { takers[Self.result, default: []].append(schema) }
      for value in screen.computed + screen.guards { takers[value.name, default: []] += [] }
      counted.formUnion((screen.computed + screen.guards).map(\.name))
    }
    add(flow.shared, fields.shared)
    for element in flow.actions.elements { add(element.definition.payload, nil) }
    for effect in flow.effects { add(effect.input, nil) }
    for value in flow.computed + flow.guards { takers[value.name, default: []] += [] }
    counted.formUnion((flow.computed + flow.guards).map(\.name))
    idle = Set(takers.keys).subtracting(counted).subtracting([Self.result])
    for goal in goals { note(goal, nil, isWhole: false) }
    for use in FlowExpressions(of: flow).all {
      note(use.expression.program, use.taker, isWhole: use.isWhole && use.expression.program.reference != nil)
    }
  }

  private mutating func note(_ program: CELProgram, _ taker: String?, isWhole: Bool) {
    let found = CELUses(of: program.source)
    let isOfWholes = Self.wholes.contains { program.source.mentions($0) }
    if isOfWholes && found.readsWhole(Self.ofWholes) { readsAll = true }
    for path in found.others {
      if path.last.map(Self.records.contains) ?? false { readsAll = true }
      for name in path.dropFirst() {
        uses[name, default: []].append(Use(taker: taker, isWhole: isWhole && name == path.last))
      }
    }
    for comparison in found.compared {
      for name in comparison.path.dropFirst().dropLast() {
        uses[name, default: []].append(Use(taker: nil, isWhole: false))
      }
      if let name = comparison.path.last { compared[name, default: []].append(comparison) }
    }
    // An index may be a name.
    for name in found.texts where takers[name] != nil {
      uses[name, default: []].append(Use(taker: nil, isWhole: false))
    }
  }

  /// A value of each class of an input; nil where it is used in another way.
  func classes(of field: FieldDefinition) -> [JSONValue]? {
    if readsAll { return nil }
    var names: Set<String> = [field.name]
    var open = [field.name]
    while let name = open.popLast() {
      for use in uses[name] ?? [] {
        guard let taker = use.taker, !params.contains(taker),
          // No value fits a field of another type.
          let schemas = takers[taker]?.filter({ !$0.types.isDisjoint(with: field.schema.types) })
        else { return nil }
        if idle.contains(taker), !use.isWhole {
          guard field.schema.types == .string,
            schemas.allSatisfy({ $0.types == .string && $0.constraints == nil })
          else { return nil }
          continue
        }
        guard use.isWhole, schemas.allSatisfy({ $0.admitsAll(of: field.schema) }) else { return nil }
        if names.insert(taker).inserted { open.append(taker) }
      }
    }
    let comparisons = names.sorted().flatMap { compared[$0] ?? [] }
    return FieldUses(of: field.name, comparing: comparisons).classes(of: field.name, field.schema)
  }
}
