import NavtreeCEL
import NavtreeFlow
import NavigationTree

extension ScreenSnapshot {
  /// The places that a computed value reads, through other computed values and guards too.
  ///
  /// - Complexity: O(number of their references).
  package func reads(ofComputed number: Int) -> Set<Touch> {
    var reads: Set<Touch> = []
    var seen: Set<ObjectIdentifier> = []
    add(flow.screens[type].computed[number], to: &reads, &seen)
    return reads
  }

  /// Each definition is added once.
  private func add(
    _ derived: DerivedDefinition, to reads: inout Set<Touch>, _ seen: inout Set<ObjectIdentifier>
  ) {
    guard seen.insert(ObjectIdentifier(derived.value)).inserted else { return }
    let definition = flow.screens[type]
    for reference in derived.value.program.references {
      let field = reference.field
      switch ScopeVariable(rawValue: reference.variable) {
      case .params: reads.insert(Touch(.params, of: id, field ?? Touch.any))
      case .state: reads.insert(Touch(.state, of: id, field ?? Touch.any))
      case .shared:
        let isField = field.map { $0 < flow.shared.fields.count } ?? false
        reads.insert(Touch(.shared, of: nil, isField ? field ?? Touch.any : Touch.any))
        if !isField, flow.computedReadsTime { reads.insert(Touch(.change)) }
      case .parent:
        reads.insert(Touch(.place, of: id))
        if let presenter { reads.formUnion([Touch(.params, of: presenter), Touch(.state, of: presenter)]) }
      case .screen: reads.insert(Touch(.place, of: id))
      case .computed:
        let all = definition.computed
        for derived in field.map({ [all[$0]] }) ?? all { add(derived, to: &reads, &seen) }
      case .guards:
        let all = flow.guards + definition.guards
        for derived in field.map({ [all[$0]] }) ?? all { add(derived, to: &reads, &seen) }
      case .now, .transitions: reads.insert(Touch(.change))
      case .action, .link, .screens, .old, .owed, nil: break
      }
    }
  }
}
