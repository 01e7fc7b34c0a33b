package import NavtreeJSON

/// Removes screens from the top of a chain.
package struct Pop<Values: NavigationValues>: Verb {
  package var count: Values.Number

  package init(count: Values.Number) { self.count = count }

  package init() { self.init(count: Values.one) }

  package static var form: VerbForm {
    VerbForm(
      .pop, alone: .count, isFlag: true, "Pops screens from the chain that holds this one.",
      noun: "How many screens to pop.")
  }

  package mutating func walk<Walker: FieldWalker<Values>>(_ fields: inout Walker) throws(Walker.Fault) {
    try fields.count(.count, &count, "The number of screens, at most down to the chain's root; default 1.")
  }

  package var destination: Navigation<Values>.Destination { .back }
  package var removal: Navigation<Values>.Removal { .pushed(except: nil) }
}

extension Pop<ValueTemplate> {
  @inlinable
  func map<Evaluator: NavigationEvaluator>(_ evaluator: Evaluator) throws(Evaluator.Fault) -> Pop<JSONValue> {
    Pop<JSONValue>(count: try evaluator.number(of: count))
  }
}
