package import NavtreeJSON

/// Opens a window, after the others.
package struct OpenWindow<Values: NavigationValues>: Verb {
  package var window: Values.Text
  /// Its root.
  package var screen: Navigation<Values>.Screen

  package init(window: Values.Text, screen: Navigation<Values>.Screen) {
    self.window = window
    self.screen = screen
  }

  package init() { self.init(window: Values.noText, screen: .unknown) }

  package static var form: VerbForm {
    VerbForm(.openWindow, "Opens a window.", noun: "A window to open.")
  }

  package mutating func walk<Walker: FieldWalker<Values>>(_ fields: inout Walker) throws(Walker.Fault) {
    try fields.text(.window, &window, .window, "The window's name.")
    try fields.screen(&screen)
  }

  package var destination: Navigation<Values>.Destination { .screen(screen, .inPlace) }
  package var lead: NavigationLead { .belowOutcome }
}

extension OpenWindow<ValueTemplate> {
  @inlinable
  func map<Evaluator: NavigationEvaluator>(_ evaluator: Evaluator) throws(Evaluator.Fault)
    -> OpenWindow<JSONValue>
  {
    OpenWindow<JSONValue>(window: try evaluator.text(of: window), screen: try screen.map(evaluator))
  }
}
