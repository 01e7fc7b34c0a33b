import NavtreeText
import NavtreeYAML

/// Compiles the projection by which an app is compared with its flow.
struct ProjectionCompiler {
  let compilation: Compilation
  let screens: [ScreenDefinition]

  private var sink: DiagnosticSink { compilation.sink }

  /// - Returns: nil where the flow declares none.
  func projection(_ node: YAMLNode?) -> ProjectionDefinition? {
    guard let node else { return nil }
    let reader = ObjectReader(node, .observe, sink)
    let state = reader[.state].map { FormChecker.members(of: $0, "screen", Self.fields, sink) } ?? []
    return ProjectionDefinition(
      hasActive: reader.boolean(.active) ?? false, hasTitle: reader.boolean(.title) ?? false,
      titles: compilation.screens.map { $0.reader.text(.title) },
      screens: state.compactMap { pair in
        compilation.screenType(pair.key).map { type in
          ProjectionDefinition.Screen(type: type, values: values(pair.value, of: type))
        }
      })
  }

  static let fields = Form.oneOrMore(.name)

  private func values(_ node: YAMLNode, of type: Int) -> [ProjectionDefinition.Value] {
    var values: [ProjectionDefinition.Value] = []
    for name in node.oneOrMore {
      guard let value = value(name, of: type) else { continue }
      if values.contains(value) {
        sink.error(.wrongValue, "'\(name.text)' is named twice", at: name, hint: "take one of the two out")
      }
      values.append(value)
    }
    return values
  }

  private func value(_ node: YAMLNode, of type: Int) -> ProjectionDefinition.Value? {
    let state = screens[type].state
    let computed = screens[type].computed
    if let field = state.names.index(of: node.text) { return .field(field) }
    if let index = computed.firstIndex(where: { $0.name == node.text }) { return .computed(index) }
    if state.isBroken || sink.isBroken(node.text, in: .state, .computed, .items, .entity) { return nil }
    let names = state.names.names + computed.map(\.name)
    sink.error(
      .unknownField, "'\(screens[type].name)' has no state field or computed value '\(node.text)'", at: node,
      hint: .known(node.text, among: names))
    return nil
  }
}
