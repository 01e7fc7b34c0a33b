import NavtreeCEL
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText

/// The fields that only bounds read.
extension FieldReads {
  /// The fields that count, and that are only compared with numbers and changed by constants.
  var counters: [DeclaredField: Bounds] {
    bounds.filter { fields[$0] && !$1.steps.isEmpty && !opaque.contains($0) }
  }

  /// The constant by which a value changes its own field, if it does.
  func step(_ value: ValueTemplate, of target: DeclaredField) -> Int? {
    guard case .expression(let expression) = value else { return nil }
    let record: String
    switch target.record {
    case .state: record = "state"
    case .shared: record = "shared"
    case .params: return nil
    }
    let name = "\(record).\(flow[target].name)"
    let source = expression.program.source.filter { $0 != " " }
    guard source.hasPrefix(name), flow[target].schema.types == .integer else { return nil }
    let rest = source.dropFirst(name.count)
    guard rest.first == "+" || rest.first == "-" else { return nil }
    return Int(rest)
  }

  /// Whether an expression only compares a field with whole numbers, which are then noted.
  ///
  /// - Parameter type: the screen's; nil for a shared field.
  mutating func compares(_ reference: CELReference, in program: CELProgram, on type: Int?) -> Bool {
    let record = type.map { flow.screens[$0].state } ?? flow.shared
    guard let field = reference.field, record.fields.indices.contains(field), reference.path.isEmpty else {
      return false
    }
    let path = [type == nil ? "shared" : "state", record.fields[field].name]
    let uses = CELUses(of: program.source)
    if uses.others.contains(where: { $0.starts(with: path) || $0 == [path[0]] }) { return false }
    var edges: [Int] = []
    for compared in uses.compared where compared.path.starts(with: path) {
      guard compared.path == path, let number = (try? compared.literal.json())?.number, abs(number) < 1e15
      else { return false }
      edges += [Int(number.rounded(.down)), Int(number.rounded(.up))]
    }
    bounds[DeclaredField(ofState: type, field), default: Bounds()].edges += edges
    return true
  }

  /// Notes the fields that a condition over a whole state reads: it has one truth in a state, whose counters have many
  /// values.
  ///
  /// - Parameter type: that of the screen; nil for a condition over the session.
  mutating func readState(_ condition: CELProgram, on type: Int? = nil) {
    var open = [condition]
    var known: Set<ObjectIdentifier> = []
    while let program = open.popLast() {
      guard known.insert(ObjectIdentifier(program)).inserted else { continue }
      for reference in program.references {
        let variable = ScopeVariable(rawValue: reference.variable)
        let record: DeclaredField.Record? =
          variable == .shared ? .shared : variable == .state ? type.map { .state($0) } : nil
        if let record {
          for field in reference.field.map({ [$0] }) ?? Array(flow[record].fields.indices) {
            opaque.insert(DeclaredField(record, field))
          }
        }
        let screen = type.map { flow.screens[$0] }
        if variable == .shared { open += flow.computed.map(\.value.program) }
        if variable == .computed { open += (screen?.computed ?? []).map(\.value.program) }
        if variable == .guards { open += (flow.guards + (screen?.guards ?? [])).map(\.value.program) }
      }
    }
  }
}
