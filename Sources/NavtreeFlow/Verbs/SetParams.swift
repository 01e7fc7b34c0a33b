package import NavtreeJSON

/// Changes the params of a screen.
package struct SetParams<Values: NavigationValues>: Verb {
  package var params: Values.Object
  package var replace: Bool

  package init(params: Values.Object, replace: Bool) {
    self.params = params
    self.replace = replace
  }

  package init() { self.init(params: Values.noMembers, replace: false) }

  package static var form: VerbForm {
    VerbForm(
      .setParams, alone: .params, "Changes this screen's params.",
      noun: "Params to merge into the present ones.")
  }

  package mutating func walk<Walker: FieldWalker<Values>>(_ fields: inout Walker) throws(Walker.Fault) {
    try fields.params(.params, &params, "The params to merge into the present ones.")
    try fields.flag(.replace, &replace, "Whether they replace all params; defaults are kept.")
  }

  package var destination: Navigation<Values>.Destination { .here }
}

extension SetParams<ValueTemplate> {
  @inlinable
  func map<Evaluator: NavigationEvaluator>(_ evaluator: Evaluator) throws(Evaluator.Fault)
    -> SetParams<JSONValue>
  {
    SetParams<JSONValue>(params: try evaluator.object(of: params, at: nil), replace: replace)
  }
}
