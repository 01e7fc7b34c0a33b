package import NavtreeJSON

/// Goes back to the nearest matching screen at or below the one that the navigation starts from.
package struct PopTo<Values: NavigationValues>: Verb {
  package var screen: Navigation<Values>.Screen
  package var identity: Values?
  package var merge: Bool
  package var otherwise: MissingScreenHandling

  package init(
    screen: Navigation<Values>.Screen, identity: Values?, merge: Bool, otherwise: MissingScreenHandling
  ) {
    self.screen = screen
    self.identity = identity
    self.merge = merge
    self.otherwise = otherwise
  }

  package init() { self.init(screen: .unknown, identity: nil, merge: false, otherwise: .fail) }

  package static var form: VerbForm {
    VerbForm(
      .popTo, alone: .screen, "Goes back to the nearest matching screen at or below this one.",
      noun: "A screen to go back to.")
  }

  package mutating func walk<Walker: FieldWalker<Values>>(_ fields: inout Walker) throws(Walker.Fault) {
    try fields.screen(&screen)
    try fields.value(
      .identity, &identity, "The identity, instead of that of the params; null is any.")
    try fields.flag(.merge, &merge, Navigate<Values>.mergeSummary)
    try fields.choice(.otherwise, &otherwise, "The fallback if none matches")
  }

  package var destination: Navigation<Values>.Destination {
    switch otherwise {
    case .push: .screen(screen, .pushed(slot: nil))
    case .replace: .screen(screen, .inPlace)
    case .fail: .screen(screen, .none)
    }
  }
  package var removal: Navigation<Values>.Removal { .pushed(except: screen.type) }
}

extension PopTo<ValueTemplate> {
  @inlinable
  func map<Evaluator: NavigationEvaluator>(_ evaluator: Evaluator) throws(Evaluator.Fault)
    -> PopTo<JSONValue>
  {
    let identity = try identity.map { (it) throws(Evaluator.Fault) in try evaluator.value(of: it) }
    return PopTo<JSONValue>(
      screen: try screen.map(evaluator), identity: identity, merge: merge, otherwise: otherwise)
  }
}

/// The fallback of `popTo` where there is no such screen.
package enum MissingScreenHandling: String, NavigationChoice {
  case fail, replace, push
}
