package import NavtreeJSON
package import NavtreeYAML

/// Gives the values of a navigation's templates.
package protocol NavigationEvaluator {
  associatedtype Fault: Error

  func value(of template: ValueTemplate) throws(Fault) -> JSONValue
  func text(of template: ValueTemplate) throws(Fault) -> String
  func number(of template: ValueTemplate) throws(Fault) -> Int
  /// - Parameter location: the place of the screen that it belongs to; nil for the navigation itself.
  func object(of template: ValueTemplate, at location: SourceLocation?) throws(Fault) -> JSONObject
}

extension Navigation<ValueTemplate>.Screen {
  @inlinable
  package func map<Evaluator: NavigationEvaluator>(_ evaluator: Evaluator) throws(Evaluator.Fault)
    -> Navigation<JSONValue>.Screen
  {
    let params = try params.map { (it) throws(Evaluator.Fault) in try evaluator.object(of: it, at: location) }
    return Navigation<JSONValue>.Screen(type: type, params: params, awaiting: awaiting)
  }
}

extension Navigation<ValueTemplate>.Tree {
  /// Recursion is bounded by the depth of YAML.
  package func map<Evaluator: NavigationEvaluator>(_ evaluator: Evaluator) throws(Evaluator.Fault)
    -> Navigation<JSONValue>.Tree
  {
    switch self {
    case .node(let node): return .node(try node.map(evaluator))
    case .chain(let nodes):
      return .chain(try nodes.map { (it) throws(Evaluator.Fault) in try it.map(evaluator) })
    }
  }
}

extension Navigation<ValueTemplate>.Tree.Node {
  package func map<Evaluator: NavigationEvaluator>(_ evaluator: Evaluator) throws(Evaluator.Fault)
    -> Navigation<JSONValue>.Tree.Node
  {
    let state = try state.map { (it) throws(Evaluator.Fault) in
      try evaluator.object(of: it, at: screen.location)
    }
    let filled = try slots.map { (slot) throws(Evaluator.Fault) in
      Navigation<JSONValue>.Tree.Slot(name: slot.name, tree: try slot.tree.map(evaluator))
    }
    return Navigation<JSONValue>.Tree.Node(
      try screen.map(evaluator), state: state, selected: selected, slots: filled)
  }
}
