import NavigationTree
package import NavtreeJSON

/// Puts a pane in focus.
package struct Focus<Values: NavigationValues>: Verb {
  package var pane: Values.Text

  package init(pane: Values.Text) { self.pane = pane }

  package init() { self.init(pane: Values.noText) }

  package static var form: VerbForm {
    VerbForm(
      .focus, alone: .pane, "Puts a pane in focus, in the nearest split at or above this screen that has it.",
      noun: "A pane to put in focus.")
  }

  package mutating func walk<Walker: FieldWalker<Values>>(_ fields: inout Walker) throws(Walker.Fault) {
    try fields.text(.pane, &pane, .part(.pane), "The pane's name.")
  }

  package var destination: Navigation<Values>.Destination { .part(.pane, pane) }
  package var lead: NavigationLead { .belowPane }
}

extension Focus<ValueTemplate> {
  @inlinable
  func map<Evaluator: NavigationEvaluator>(_ evaluator: Evaluator) throws(Evaluator.Fault)
    -> Focus<JSONValue>
  {
    Focus<JSONValue>(pane: try evaluator.text(of: pane))
  }
}
