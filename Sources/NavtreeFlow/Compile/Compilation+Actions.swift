import NavtreeText
import NavtreeYAML

extension Compilation {
  /// The flow's own action that a node names; reported when there is none.
  func flowAction(_ name: YAMLNode) -> ActionDeclaration? {
    if let action = actionNames.index(of: name.text),
      let declaration = declarations.ofFlow(action)
    {
      return declaration
    }
    if sink.isBroken(name.text, in: .actions) { return nil }
    sink.error(
      .unknownAction,
      "the flow has no action '\(name.text)' of its own, and what is for the session goes to no other",
      at: name,
      hint: Hint.spelling(name.text, among: flowActions.map(\.name.text))
        ?? "declare it under the flow's own 'actions'")
    return nil
  }
}
