package import NavtreeJSON

/// Goes to a screen if it exists, else pushes it.
package struct Navigate<Values: NavigationValues>: Verb {
  package var screen: Navigation<Values>.Screen
  package var pop: Bool
  package var merge: Bool
  package var onDuplicate: DuplicateHandling

  package init(screen: Navigation<Values>.Screen, pop: Bool, merge: Bool, onDuplicate: DuplicateHandling) {
    self.screen = screen
    self.pop = pop
    self.merge = merge
    self.onDuplicate = onDuplicate
  }

  package init() { self.init(screen: .unknown, pop: false, merge: false, onDuplicate: .push) }

  package static var form: VerbForm {
    VerbForm(
      .navigate, alone: .screen,
      "Goes to a screen that is already on top or in a tab or pane, else pushes it.",
      noun: "A screen to go to.")
  }

  package mutating func walk<Walker: FieldWalker<Values>>(_ fields: inout Walker) throws(Walker.Fault) {
    try fields.screen(&screen)
    try fields.flag(.pop, &pop, "Whether to go back to it if it is in the chain.")
    try fields.flag(.merge, &merge, Self.mergeSummary)
    try fields.choice(.onDuplicate, &onDuplicate, DuplicateHandling.summary)
  }

  package static var mergeSummary: String {
    "Whether to merge the params into those that the screen has, instead of its defaults."
  }

  package var destination: Navigation<Values>.Destination { .screen(screen, .pushed(slot: nil)) }
  package var lead: NavigationLead { .belowOutcome }
}

extension Navigate<ValueTemplate> {
  @inlinable
  func map<Evaluator: NavigationEvaluator>(_ evaluator: Evaluator) throws(Evaluator.Fault)
    -> Navigate<JSONValue>
  {
    Navigate<JSONValue>(screen: try screen.map(evaluator), pop: pop, merge: merge, onDuplicate: onDuplicate)
  }
}
