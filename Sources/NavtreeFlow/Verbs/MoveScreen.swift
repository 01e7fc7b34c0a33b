package import NavtreeJSON

/// Moves a screen, with everything that it holds, to a slot of another one.
package struct MoveScreen<Values: NavigationValues>: Verb {
  /// The address of the screen that takes it.
  package var to: Values.Text
  package var slot: String?
  package var ifOccupied: OccupiedHandling

  package init(to: Values.Text, slot: String?, ifOccupied: OccupiedHandling) {
    self.to = to
    self.slot = slot
    self.ifOccupied = ifOccupied
  }

  package init() { self.init(to: Values.noText, slot: nil, ifOccupied: .fail) }

  package static var form: VerbForm {
    VerbForm(
      .move, alone: .to, "Moves this screen with everything it holds to another place.",
      noun: "A place to move the screen to.")
  }

  package mutating func walk<Walker: FieldWalker<Values>>(_ fields: inout Walker) throws(Walker.Fault) {
    try fields.text(.to, &to, .address, "The path or the id of the screen that takes it.")
    try fields.slot(.in, &slot, "The slot of that screen; required if several take the type.")
    try fields.choice(.ifOccupied, &ifOccupied, flag: .replace, OccupiedHandling.summary)
  }

  package var destination: Navigation<Values>.Destination { .here }
}

extension MoveScreen<ValueTemplate> {
  @inlinable
  func map<Evaluator: NavigationEvaluator>(_ evaluator: Evaluator) throws(Evaluator.Fault)
    -> MoveScreen<JSONValue>
  {
    MoveScreen<JSONValue>(to: try evaluator.text(of: to), slot: slot, ifOccupied: ifOccupied)
  }
}
