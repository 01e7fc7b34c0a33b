import NavtreeText
import NavtreeYAML

/// Compiles the stores of a flow, and tracks which of them fields name.
final class StoreCompiler {
  private let sink: DiagnosticSink
  private(set) var definitions: [StoreDefinition] = []
  private var names = NameTable()
  /// Names of stores that couldn't be read and were reported.
  private var broken: Set<String> = []
  /// The stores that a field names.
  private(set) var used: Set<Int> = []

  init(sink: DiagnosticSink) {
    self.sink = sink
  }

  func declare(_ node: YAMLNode?) {
    guard let node else { return }
    let members = FormChecker.members(of: node, "store", .object(.store), sink)
    broken = Set(node.pairs.map(\.key.text)).subtracting(members.map(\.key.text))
    for member in members {
      if member.key.text == Format.keptNowhere {
        sink.error(
          .reservedName, "'\(Format.keptNowhere)' says that a field is kept nowhere", at: member.key,
          hint: "give the store another name")
      }
      // A duplicate name was reported.
      guard names.insert(member.key.text) == definitions.count else { continue }
      let reader = ObjectReader(member.value, .store, sink)
      definitions.append(
        StoreDefinition(
          name: member.key.text, isDurable: reader.boolean(.durable) ?? true,
          isSensitive: reader.boolean(.sensitive) ?? false, location: member.key.location))
    }
  }

  /// The persistence of a field.
  ///
  /// - Parameters:
  ///   - node: the field's `persist`, if given.
  ///   - subject: the field, as a report names it.
  func persistence(_ node: YAMLNode?, isSensitive: Bool, _ subject: @autoclosure () -> String)
    -> FieldPersistence
  {
    guard let node else { return .session }
    if node.text == Format.keptNowhere { return .nowhere }
    guard let index = names.index(of: node.text) else {
      if !broken.contains(node.text) {
        sink.error(
          .unknownStore, "no store named '\(node.text)'", at: node,
          hint: Hint.spelling(node.text, among: names.names + [Format.keptNowhere])
            ?? "declare it: stores: { \(node.text): \(isSensitive ? "{ sensitive: true }" : "{}") }",
          missing: MissingName(.stores, node.text))
      }
      return .session
    }
    used.insert(index)
    let store = definitions[index]
    if isSensitive, !store.isSensitive {
      sink.error(
        .sensitive, "\(subject()) is sensitive, and the store '\(store.name)' isn't", at: node,
        hint: "name one that is declared with sensitive: true, or \(Format.keptNowhere)")
    }
    return .store(index)
  }
}
