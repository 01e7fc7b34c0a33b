import NavigationTree
package import NavtreeJSON

/// Selects a tab.
package struct Select<Values: NavigationValues>: Verb {
  package var tab: Values.Text
  /// The params of the tab's root.
  package var params: Values.Object?

  package init(tab: Values.Text, params: Values.Object?) {
    self.tab = tab
    self.params = params
  }

  package init() { self.init(tab: Values.noText, params: nil) }

  package static var form: VerbForm {
    VerbForm(
      .select, alone: .tab, "Selects a tab, in the nearest tabs at or above this screen that have it.",
      noun: "A tab to select.")
  }

  package mutating func walk<Walker: FieldWalker<Values>>(_ fields: inout Walker) throws(Walker.Fault) {
    try fields.text(.tab, &tab, .part(.tab), "The tab's name.")
    try fields.params(.params, &params, of: tab, "The params of the tab's root.")
  }

  package var destination: Navigation<Values>.Destination { .part(.tab, tab) }
  package var lead: NavigationLead { .belowOutcome }
}

extension Select<ValueTemplate> {
  @inlinable
  func map<Evaluator: NavigationEvaluator>(_ evaluator: Evaluator) throws(Evaluator.Fault)
    -> Select<JSONValue>
  {
    let params = try params.map { (it) throws(Evaluator.Fault) in try evaluator.object(of: it, at: nil) }
    return Select<JSONValue>(tab: try evaluator.text(of: tab), params: params)
  }
}
