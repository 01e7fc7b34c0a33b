import NavtreeFlow
import NavtreeJSON
import NavtreeText
import NavtreeYAML

/// Checks what a file of scenarios expects of screens against the types that may be at their paths.
struct ScreenExpectations {
  let context: ReadingContext

  private var sink: DiagnosticSink { context.sink }

  /// A screen that is expected at a path.
  func place(_ pair: YAMLNode.Pair) -> Expectation.Place {
    let types = context.places?.types(at: pair.key, takesID: false)
    let value = pair.value
    guard value.kind == .mapping else {
      return Expectation.Place(path: pair.key.text, location: pair.key.location, screen: nil)
    }
    let reader = ObjectReader(value, .screenParts, sink)
    if let types { check(reader, types, at: pair.key.text) }
    let members = ValueCompiler.data(value, sink)?.object ?? [:]
    return Expectation.Place(
      path: pair.key.text, location: pair.key.location,
      screen: Expected(.object(members.filter { !$0.key.isAuthorsKey }), of: value))
  }

  /// Checks members of the state of the screen at a path, or of any.
  func checkState(_ node: YAMLNode, at: YAMLNode?) {
    guard let places = context.places else { return }
    // A wrong path was reported.
    guard let types = at.map({ places.types(at: $0) }) ?? places.anywhere else { return }
    check(node, .state, types, at: at?.text)
  }

  private func check(_ reader: ObjectReader, _ types: Set<Int>, at path: String) {
    var types = types
    if let name = reader[.screen], let type = ScreenCheck(context: context).type(name) {
      if !types.contains(type) {
        sink.error(
          .notPresentable, "no screen '\(name.text)' can be at \(path)", at: name,
          hint: "there can be: \(names(of: types))")
        return
      }
      types = [type]
    }
    for key in [Key.params, .state, .computed] {
      if let node = reader[key] { check(node, key, types, at: path) }
    }
  }

  private func names(of types: Set<Int>) -> String {
    types.sorted().compactMap { context.flow?.screenNames[$0] }.joined(separator: ", ")
  }

  /// Checks members of a record of a screen whose type is one of several.
  private func check(_ node: YAMLNode, _ key: Key, _ types: Set<Int>, at path: String?) {
    guard let flow = context.flow else { return }
    let names = { (type: Int) -> [String] in
      switch key {
      case .params: flow.screens[type].params.names.names
      case .state: flow.screens[type].state.names.names
      default: flow.screens[type].computed.map(\.name)
      }
    }
    let has = { (type: Int, name: String) -> Bool in
      switch key {
      case .params: flow.screens[type].params.names.index(of: name) != nil
      case .state: flow.screens[type].state.names.index(of: name) != nil
      default: flow.screens[type].computed.contains { $0.name == name }
      }
    }
    let types = types.sorted()
    let owner =
      types.count == 1 ? "'\(flow.screenNames[types[0]])'" : path.map { "no screen at \($0)" } ?? "no screen"
    let given = node.pairs.map(\.key)
    let fitting = types.filter { type in given.allSatisfy { has(type, $0.text) } }
    guard !fitting.isEmpty else {
      let all = Set(types.flatMap(names)).sorted()
      let unknown = given.filter { !all.contains($0.text) }
      for name in unknown.isEmpty ? Array(given.prefix(1)) : unknown {
        let verb = types.count == 1 ? "has no" : "has"
        let also =
          unknown.isEmpty ? " and \(given.dropFirst().map { "'\($0.text)'" }.joined(separator: " and "))" : ""
        sink.error(
          .unknownField, "\(owner) \(verb) \(noun(key)) '\(name.text)'\(also)", at: name,
          hint: Hint.spelling(name.text, among: all)
            ?? (all.isEmpty ? "it has none" : "there are: \(all.joined(separator: ", "))"))
      }
      return
    }
    if key == .computed { return }
    let records = fitting.map { key == .params ? flow.screens[$0].params : flow.screens[$0].state }
    if records.count == 1 {
      ValueCheck(sink: sink).check(node, records[0], of: owner, isPartial: true)
      return
    }
    let fits = records.contains {
      ValueCheck(sink: DiagnosticSink()).check(node, $0, of: owner, isPartial: true)
    }
    if !fits { ValueCheck(sink: sink).check(node, records[0], of: owner, isPartial: true) }
  }

  private func noun(_ key: Key) -> String {
    switch key {
    case .params: "param"
    case .state: "state field"
    default: "computed value"
    }
  }
}
