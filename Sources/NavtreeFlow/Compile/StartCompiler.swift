import NavtreeText
import NavtreeYAML

/// Compiles the screens that windows start with.
struct StartCompiler {
  let compilation: Compilation

  private var sink: DiagnosticSink { compilation.sink }

  /// The window that opens when the flow names none.
  static let mainWindow = "main"

  func windows(_ node: YAMLNode?) -> [StartWindow] {
    guard let node else { return [] }
    if node.kind == .mapping, !Self.isScreen(node) {
      let members = FormChecker.members(of: node, "window", .start, sink)
      if members.isEmpty, node.count == 0 {
        sink.error(.wrongValue, "'start' has no window", at: node, hint: "write the name of a screen")
      }
      return members.map { StartWindow(window: $0.key.text, choices: choices($0.value)) }
    }
    return [StartWindow(window: Self.mainWindow, choices: choices(node))]
  }

  /// The kinds of windows that a host may open.
  func kinds(_ node: YAMLNode?) -> [WindowKind] {
    guard let node else { return [] }
    let form = Form.short(.screen, .windowKind, isFlag: false)
    return FormChecker.members(of: node, "kind", form, sink).compactMap { member in
      let reader = ObjectReader(member.value, .windowKind, alone: .screen, sink)
      guard let root = reader[.screen].flatMap(compilation.screenType) else { return nil }
      var roots = ScreenSet([root])
      if let presents = reader[.presents] {
        roots = ScreenDeclarer.presents(presents, compilation)
        if !roots[root] {
          sink.error(
            .notPresentable,
            "'\(compilation.screenNames[root])' isn't among what '\(member.key.text)' presents", at: presents,
            hint: "add it to 'presents'")
        }
      }
      compilation.rootTypes.formUnion(roots.types ?? Array(compilation.screens.indices))
      return WindowKind(name: member.key.text, roots: roots, location: member.key.location)
    }
  }

  /// Whether a map is a screen, and not a map of windows.
  static func isScreen(_ node: YAMLNode) -> Bool {
    node[Key.screen.rawValue] != nil || node[Key.when.rawValue] != nil
  }

  private func choices(_ node: YAMLNode) -> [StartChoice] {
    let scope = compilation.sharedScope
    var choices: [StartChoice] = []
    let isList = node.kind == .sequence
    let (name, subject) = (
      isList ? FormatObject.Name.choice : .start, isList ? "a choice of 'start'" : "'start'"
    )
    var last: ObjectReader?
    for element in node.oneOrMore {
      let isScalar = element.kind == .scalar
      if isScalar { last = nil }
      guard FormChecker.check(element, isScalar ? .screen : .object(name), as: subject, sink) else {
        continue
      }
      let reader = ObjectReader(element, name, alone: .screen, sink)
      last = reader
      let when = reader[.when].flatMap { compilation.expressions.condition($0, scope) }
      guard let screen = compilation.screenTemplate(reader, scope) else { continue }
      choices.append(StartChoice(when: when, screen: screen))
    }
    if isList, let name = last?.name(of: .when) {
      sink.error(
        .wrongValue, "the last choice of 'start' must hold always, so that there is a screen", at: name,
        hint: "take its 'when' out, or add one without")
    } else if isList, node.count == 0 {
      sink.error(.wrongValue, "'start' is an empty list", at: node, hint: "write the name of a screen")
    }
    for choice in choices { compilation.rootTypes.insert(choice.screen.type) }
    return choices
  }
}
