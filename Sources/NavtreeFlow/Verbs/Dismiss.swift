package import NavtreeJSON

/// Removes a screen with everything in it.
package struct Dismiss<Values: NavigationValues>: Verb {
  package var result: Values?
  package var all: Bool

  package init(result: Values?, all: Bool) {
    self.result = result
    self.all = all
  }

  package init() { self.init(result: nil, all: false) }

  package static var form: VerbForm {
    VerbForm(
      .dismiss, alone: .result, isFlag: true, word: .all, "Removes this screen with everything it holds.",
      noun: "How to remove the screen.")
  }

  package mutating func walk<Walker: FieldWalker<Values>>(_ fields: inout Walker) throws(Walker.Fault) {
    try fields.value(.result, &result, "The result for the screen that presented it.")
    try fields.flag(.all, &all, "Whether to remove the modals that hold it as well.")
  }

  package var destination: Navigation<Values>.Destination { .back }
  package var removal: Navigation<Values>.Removal { .own }
}

extension Dismiss<ValueTemplate> {
  @inlinable
  func map<Evaluator: NavigationEvaluator>(_ evaluator: Evaluator) throws(Evaluator.Fault)
    -> Dismiss<JSONValue>
  {
    let result = try result.map { (it) throws(Evaluator.Fault) in try evaluator.value(of: it) }
    return Dismiss<JSONValue>(result: result, all: all)
  }
}
