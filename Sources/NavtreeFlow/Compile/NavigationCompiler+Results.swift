import NavtreeCEL
import NavtreeJSON
import NavtreeText
import NavtreeYAML

/// The results of screens, and the actions that take them.
extension NavigationCompiler {
  func awaiting(_ reader: ObjectReader, _ template: ScreenTemplate, _ name: YAMLNode) -> Awaiting? {
    guard reader.has(.then) || reader.has(.otherwise) else { return nil }
    let presented = compilation.screens[template.type]
    if let then = reader[.then], presented.returns == nil {
      sink.error(
        .wrongValue, "'\(presented.name.text)' has no 'returns', so that it gives no result", at: then,
        hint: "declare it on the screen: returns: string; or take only 'otherwise'")
      return nil
    }
    return Awaiting(
      then: reader[.then].flatMap { action($0, "the result", ResultDeclarer.ofScreens) },
      otherwise: reader[.otherwise].flatMap { action($0, "the reason", ResultDeclarer.ofScreens) },
      location: name.location)
  }

  /// The action of a screen that takes its awaited answer.
  ///
  /// - Parameter given: the payload fields that navtree gives with it.
  func action(_ node: YAMLNode, _ what: String, _ given: [String] = ResultDeclarer.names) -> Int? {
    let declarations = compilation.declarations
    guard let index = compilation.actionNames.index(of: node.text),
      let declaration = screen.map({ $0.action(index) ?? declarations.ofFlow(index) })
        ?? declarations[index]?.first
    else {
      if sink.isBroken(node.text, in: .actions) { return nil }
      let known = (screen.map { [$0] } ?? compilation.screens).lazy.flatMap(\.actions)
      sink.error(
        .unknownAction,
        "\(screen.map { "'\($0.name.text)'" } ?? "no screen") has \(screen == nil ? "an" : "no") action "
          + "'\(node.text)'",
        at: node,
        hint: Hint.spelling(
          node.text, among: (Array(known) + compilation.flowActions).map(\.name.text)),
        missing: compilation.actionNames.index(of: node.text) == nil ? MissingName(.actions, node.text) : nil)
      return nil
    }
    checkPayload(of: declaration, node, what, given)
    return index
  }

  /// The flow's own action that takes the session's awaited answer.
  func flowAction(_ node: YAMLNode, _ what: String) -> Int? {
    guard let declaration = compilation.flowAction(node) else { return nil }
    checkPayload(of: declaration, node, what, ResultDeclarer.names)
    return declaration.action
  }

  private func checkPayload(
    of declaration: ActionDeclaration, _ node: YAMLNode, _ what: String, _ given: [String]
  ) {
    let missing = declaration.payload.fields.filter { $0.initial == nil && !given.contains($0.name) }
    if let first = missing.first {
      sink.error(
        .missingParam,
        "'\(node.text)' gets \(what) and nothing else, and needs the payload field '\(first.name)'",
        at: node, hint: "give the field a default, or name another action")
    }
  }
}
