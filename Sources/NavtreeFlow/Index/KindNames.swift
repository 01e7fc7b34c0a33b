/// Names by their kinds, each once, in the order in which they came.
package struct KindNames: Sendable {
  /// The kinds that have names.
  package private(set) var kinds: [FlowSymbol.Kind] = []
  private var names: [FlowSymbol.Kind: [String]] = [:]
  private var known: Set<FlowSymbol> = []

  package subscript(kind: FlowSymbol.Kind) -> [String] { names[kind] ?? [] }

  func contains(_ kind: FlowSymbol.Kind, _ name: String) -> Bool { known.contains(FlowSymbol(kind, name)) }

  mutating func add(_ kind: FlowSymbol.Kind, _ name: String) {
    guard known.insert(FlowSymbol(kind, name)).inserted else { return }
    if names[kind] == nil { kinds.append(kind) }
    names[kind, default: []].append(name)
  }
}
