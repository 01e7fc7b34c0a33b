package import NavtreeJSON

/// Opens the tree that a URL stands for.
package struct Open<Values: NavigationValues>: Verb {
  package var url: Values.Text

  package init(url: Values.Text) { self.url = url }

  package init() { self.init(url: Values.noText) }

  package static var form: VerbForm {
    VerbForm(.open, alone: .url, "Opens the screens that a URL stands for.", noun: "A URL to open.")
  }

  package mutating func walk<Walker: FieldWalker<Values>>(_ fields: inout Walker) throws(Walker.Fault) {
    try fields.text(.url, &url, .url, "The URL, or its path alone.")
  }

  package var destination: Navigation<Values>.Destination { .url(url) }
  package var lead: NavigationLead { .outcome }
}

extension Open<ValueTemplate> {
  @inlinable
  func map<Evaluator: NavigationEvaluator>(_ evaluator: Evaluator) throws(Evaluator.Fault) -> Open<JSONValue>
  {
    Open<JSONValue>(url: try evaluator.text(of: url))
  }
}
