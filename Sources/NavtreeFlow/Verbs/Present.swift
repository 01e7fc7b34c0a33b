package import NavtreeJSON

/// Presents a screen in a slot of the one that the navigation starts from.
package struct Present<Values: NavigationValues>: Verb {
  package var screen: Navigation<Values>.Screen
  package var slot: String?
  package var ifOccupied: OccupiedHandling
  package var onDuplicate: DuplicateHandling

  package init(
    screen: Navigation<Values>.Screen, slot: String?, ifOccupied: OccupiedHandling,
    onDuplicate: DuplicateHandling
  ) {
    self.screen = screen
    self.slot = slot
    self.ifOccupied = ifOccupied
    self.onDuplicate = onDuplicate
  }

  package init() { self.init(screen: .unknown, slot: nil, ifOccupied: .fail, onDuplicate: .push) }

  package static var form: VerbForm {
    VerbForm(
      .present, alone: .screen, "Presents a screen in one of its slots.",
      noun: "A screen to present in one of this screen's slots.")
  }

  package mutating func walk<Walker: FieldWalker<Values>>(_ fields: inout Walker) throws(Walker.Fault) {
    try fields.screen(&screen)
    try fields.slot(.in, &slot, "The slot; required if several take the type.")
    try fields.choice(.ifOccupied, &ifOccupied, flag: .replace, OccupiedHandling.summary)
    try fields.awaiting(&screen)
    try fields.choice(.onDuplicate, &onDuplicate, DuplicateHandling.summary)
  }

  package var destination: Navigation<Values>.Destination { .screen(screen, .presented(slot: slot)) }
}

extension Present<ValueTemplate> {
  @inlinable
  func map<Evaluator: NavigationEvaluator>(_ evaluator: Evaluator) throws(Evaluator.Fault)
    -> Present<JSONValue>
  {
    Present<JSONValue>(
      screen: try screen.map(evaluator), slot: slot, ifOccupied: ifOccupied, onDuplicate: onDuplicate)
  }
}

/// The handling of `present` and `move` when the slot, or another of its sort, is occupied.
package enum OccupiedHandling: String, NavigationChoice {
  case fail, replace, ignore

  static var summary: String { "The handling if the slot, or another of its sort, is occupied" }
}
