package import NavtreeJSON

/// Puts a tree in place of the root of a window, a tab or a pane.
package struct Reset<Values: NavigationValues>: Verb {
  package var tree: Navigation<Values>.Tree
  package var reuse: Bool

  package init(tree: Navigation<Values>.Tree, reuse: Bool) {
    self.tree = tree
    self.reuse = reuse
  }

  package init() { self.init(tree: .chain([]), reuse: false) }

  package static var form: VerbForm {
    VerbForm(
      .reset, alone: .tree, "Puts any tree in place of the root of the window, tab or pane.",
      noun: "A tree to put in place of a root.")
  }

  package mutating func walk<Walker: FieldWalker<Values>>(_ fields: inout Walker) throws(Walker.Fault) {
    try fields.tree(
      .tree, &tree, "A map with screen, params, state, selected, focus and slots, or a list of screens.")
    try fields.flag(.reuse, &reuse, "Whether screens equal in type, identity and place keep id and state.")
  }

  package var destination: Navigation<Values>.Destination { .tree(tree) }
  package var lead: NavigationLead { .belowOutcome }
  package var removal: Navigation<Values>.Removal { .allBut(tree) }
}

extension Reset<ValueTemplate> {
  @inlinable
  func map<Evaluator: NavigationEvaluator>(_ evaluator: Evaluator) throws(Evaluator.Fault)
    -> Reset<JSONValue>
  {
    Reset<JSONValue>(tree: try tree.map(evaluator), reuse: reuse)
  }
}
