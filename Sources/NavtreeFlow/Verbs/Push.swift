package import NavtreeJSON

/// Presents a screen on top of the chain that holds the one that the navigation starts from.
package struct Push<Values: NavigationValues>: Verb {
  package var screen: Navigation<Values>.Screen
  package var slot: String?
  package var onDuplicate: DuplicateHandling

  package init(screen: Navigation<Values>.Screen, slot: String?, onDuplicate: DuplicateHandling) {
    self.screen = screen
    self.slot = slot
    self.onDuplicate = onDuplicate
  }

  package init() { self.init(screen: .unknown, slot: nil, onDuplicate: .push) }

  package static var form: VerbForm {
    VerbForm(
      .push, alone: .screen, "Pushes a screen on the chain that holds this one.",
      noun: "A screen to push on the chain.")
  }

  package mutating func walk<Walker: FieldWalker<Values>>(_ fields: inout Walker) throws(Walker.Fault) {
    try fields.screen(&screen)
    try fields.slot(.in, &slot, "The slot of the top screen; required if several take the type.")
    try fields.choice(.onDuplicate, &onDuplicate, DuplicateHandling.summary)
  }

  package var destination: Navigation<Values>.Destination { .screen(screen, .pushed(slot: slot)) }
}

extension Push<ValueTemplate> {
  @inlinable
  func map<Evaluator: NavigationEvaluator>(_ evaluator: Evaluator) throws(Evaluator.Fault) -> Push<JSONValue>
  {
    Push<JSONValue>(screen: try screen.map(evaluator), slot: slot, onDuplicate: onDuplicate)
  }
}
