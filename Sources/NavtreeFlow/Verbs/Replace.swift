package import NavtreeJSON

/// Puts a screen in place of another one.
package struct Replace<Values: NavigationValues>: Verb {
  package var screen: Navigation<Values>.Screen

  package init(screen: Navigation<Values>.Screen) { self.screen = screen }

  package init() { self.init(screen: .unknown) }

  package static var form: VerbForm {
    VerbForm(
      .replace, alone: .screen, "Puts a screen in this one's place.",
      noun: "A screen to put in another's place.")
  }

  package mutating func walk<Walker: FieldWalker<Values>>(_ fields: inout Walker) throws(Walker.Fault) {
    try fields.screen(&screen)
  }

  package var destination: Navigation<Values>.Destination { .screen(screen, .inPlace) }
  package var removal: Navigation<Values>.Removal { .own }
}

extension Replace<ValueTemplate> {
  @inlinable
  func map<Evaluator: NavigationEvaluator>(_ evaluator: Evaluator) throws(Evaluator.Fault)
    -> Replace<JSONValue>
  {
    Replace<JSONValue>(screen: try screen.map(evaluator))
  }
}
