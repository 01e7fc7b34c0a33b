package import NavtreeJSON

/// Gives the values of a navigation's templates.
package protocol NavigationEvaluator {
  associatedtype Fault: Error

  func value(of template: ValueTemplate) throws(Fault) -> JSONValue
  func text(of template: ValueTemplate) throws(Fault) -> String
  func number(of template: ValueTemplate) throws(Fault) -> Int
  /// - Parameter location: the place of the screen that it belongs to; nil for the navigation itself.
  func object(of template: ValueTemplate, at location: SourceLocation?) throws(Fault) -> JSONObject
}

extension Navigation<ValueTemplate> {
  /// The navigation with the values that its templates give.
  @inlinable
  package func map<Evaluator: NavigationEvaluator>(_ evaluator: Evaluator) throws(Evaluator.Fault)
    -> Navigation<JSONValue>
  {
    switch self {
    case .present(let screen, let slot, let ifOccupied, let duplicate):
      return .present(try screen.map(evaluator), slot: slot, ifOccupied, duplicate)
    case .push(let screen, let slot, let duplicate):
      return .push(try screen.map(evaluator), slot: slot, duplicate)
    case .navigate(let screen, let pop, let merge, let duplicate):
      return .navigate(try screen.map(evaluator), pop: pop, merge: merge, duplicate)
    case .replace(let screen): return .replace(try screen.map(evaluator))
    case .pop(let count): return .pop(count: try evaluator.number(of: count))
    case .popTo(let screen, let identity, let merge, let otherwise):
      let identity = try identity.map { (it) throws(Evaluator.Fault) in try evaluator.value(of: it) }
      return .popTo(try screen.map(evaluator), identity: identity, merge: merge, otherwise)
    case .popToRoot: return .popToRoot
    case .dismiss(let result, let all):
      let result = try result.map { (it) throws(Evaluator.Fault) in try evaluator.value(of: it) }
      return .dismiss(result: result, all: all)
    case .back: return .back
    case .select(let tab, let params):
      let params = try params.map { (it) throws(Evaluator.Fault) in try evaluator.object(of: it, at: nil) }
      return .select(tab: try evaluator.text(of: tab), params: params)
    case .focus(let pane): return .focus(pane: try evaluator.text(of: pane))
    case .setParams(let params, let replace):
      return .setParams(try evaluator.object(of: params, at: nil), replace: replace)
    case .reset(let tree, let reuse): return .reset(try tree.map(evaluator), reuse: reuse)
    case .open(let url): return .open(url: try evaluator.text(of: url))
    }
  }
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
