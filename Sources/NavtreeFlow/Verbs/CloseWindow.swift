package import NavtreeJSON

/// Closes a window with everything that it holds.
package struct CloseWindow<Values: NavigationValues>: Verb {
  package var window: Values.Text

  package init(window: Values.Text) { self.window = window }

  package init() { self.init(window: Values.noText) }

  package static var form: VerbForm {
    VerbForm(
      .closeWindow, alone: .window, "Closes a window with everything that it holds.",
      noun: "A window to close.")
  }

  package mutating func walk<Walker: FieldWalker<Values>>(_ fields: inout Walker) throws(Walker.Fault) {
    try fields.text(.window, &window, .window, "The window's name.")
  }

  package var destination: Navigation<Values>.Destination { .back }
  package var removal: Navigation<Values>.Removal { .window }
}

extension CloseWindow<ValueTemplate> {
  @inlinable
  func map<Evaluator: NavigationEvaluator>(_ evaluator: Evaluator) throws(Evaluator.Fault)
    -> CloseWindow<JSONValue>
  {
    CloseWindow<JSONValue>(window: try evaluator.text(of: window))
  }
}
