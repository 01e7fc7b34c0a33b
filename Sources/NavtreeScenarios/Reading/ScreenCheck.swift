import NavtreeFlow
import NavtreeText
import NavtreeYAML

/// Checks screens and trees of screens that a file of scenarios writes.
struct ScreenCheck {
  let context: ReadingContext

  private var sink: DiagnosticSink { context.sink }

  /// The type of a screen's name; nil, and reported, if there is none.
  func type(_ name: YAMLNode) -> Int? {
    guard let flow = context.flow else { return nil }
    if let type = flow.screenNames.index(of: name.text) { return type }
    sink.error(
      .unknownScreen, "no screen named '\(name.text)'", at: name,
      hint: Hint.spelling(name.text, among: flow.screenNames.names)
        ?? "there are: \(flow.screenNames.names.joined(separator: ", "))")
    return nil
  }

  /// Checks a tree as `reset` takes it. Recursion is bounded by the depth of YAML.
  func checkTree(_ node: YAMLNode) {
    switch node.kind {
    case .scalar: if let type = type(node) { checkParams(nil, type, at: node) }
    case .sequence:
      if node.count == 0 {
        sink.error(.wrongValue, "a tree has at least one screen", at: node, hint: "name the root")
      }
      for element in node.elements { checkTree(element) }
    case .mapping:
      if let name = node["screen"], name.string != nil { return checkNode(node) }
      guard node.count == 1, let pair = node.pairs.first(where: { _ in true }) else {
        sink.error(
          .wrongValue,
          "a screen of a tree is a name, a map of one name to its params, or a map with 'screen'",
          at: ObjectReader.place(of: node), in: node, hint: "- NAME: { … }")
        return
      }
      if let type = type(pair.key) { checkParams(pair.value, type, at: pair.key) }
    }
  }

  private func checkNode(_ node: YAMLNode) {
    let reader = ObjectReader(node, .tree, sink)
    guard let flow = context.flow, let name = reader[.screen], let type = type(name) else { return }
    let screen = flow.screens[type]
    checkParams(reader[.params], type, at: name)
    if let state = reader[.state], state.kind == .mapping {
      ValueCheck(sink: sink).check(state, screen.state, of: "the state of '\(screen.name)'", isPartial: true)
    }
    for pair in reader[.slots].map({ Array($0.pairs) }) ?? [] {
      if !screen.slots.contains(where: { $0.name == pair.key.text }) {
        sink.error(
          .unknownSlot, "'\(screen.name)' has no slot '\(pair.key.text)'", at: pair.key,
          hint: .known(pair.key.text, among: screen.slots.map(\.name)))
      }
      checkTree(pair.value)
    }
  }

  func checkParams(_ params: YAMLNode?, _ type: Int, at name: YAMLNode) {
    guard let flow = context.flow else { return }
    let record = flow.screens[type].params
    let owner = "the screen '\(flow.screenNames[type])'"
    if let params, params.kind == .mapping {
      ValueCheck(sink: sink).check(params, record, of: owner, isPartial: false)
      return
    }
    if let params, params.kind != .scalar || params.scalar != .null {
      sink.error(
        .wrongType,
        "the params of '\(flow.screenNames[type])' must be a map, not \(FormChecker.describe(params))",
        at: params)
      return
    }
    let missing = record.fields.filter { $0.initial == nil }
    guard !missing.isEmpty else { return }
    sink.error(
      .missingParam, "\(owner) needs \(missing.map { "'\($0.name)'" }.joined(separator: ", "))", at: name,
      hint: "give it params: { \(missing.map { "\($0.name): …" }.joined(separator: ", ")) }")
  }
}

/// Checks a URL that a file of scenarios opens.
struct LinkCheck {
  let context: ReadingContext

  /// Warns of a URL that no link takes, which may be meant: then an error is expected.
  func check(_ node: YAMLNode) {
    guard let flow = context.flow, node.kind == .scalar else { return }
    let table = flow.links.table
    do {
      let url = try table.read(node.text)
      if flow.links.match(url) != nil { return }
      report(node, table.hint(for: url))
    } catch {
      report(node, table.prefixHint)
    }
  }

  private func report(_ node: YAMLNode, _ hint: String?) {
    context.sink.error(
      .unknownLink, "no link of the flow fits '\(node.text)'", at: node,
      hint: hint.map(Hint.sentence) ?? "the flow has no links")
  }
}
