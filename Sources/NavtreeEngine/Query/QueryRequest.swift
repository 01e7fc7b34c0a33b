import NavtreeJSON

/// A query on a session: over the screens of a type, or for one value of the whole.
package struct QueryRequest {
  package enum Subject {
    case screens(type: String, where: String?, select: String?)
    case expression(String)
  }

  package let subject: Subject
  /// With the values of sensitive fields.
  package let sensitive: Bool

  /// - Parameter pointer: the place of its members in the params, for errors.
  package init(
    screen: String?, condition: String?, select: String?, expression: String?, sensitive: Bool,
    pointer: String = ""
  ) throws(Failure) {
    self.sensitive = sensitive
    switch (screen, expression) {
    case (let screen?, nil): subject = .screens(type: screen, where: condition, select: select)
    case (nil, let expression?):
      if let other = condition.map({ _ in "where" }) ?? select.map({ _ in "select" }) {
        throw Failure(
          .invalidParams, "'\(other)' goes with 'screen', not with 'expr'",
          [
            "pointer": .string("\(pointer)/\(other)"),
            "hint": "write it into the expression: screens.filter(s, …).map(s, …)",
          ])
      }
      subject = .expression(expression)
    case (nil, nil), (.some, .some):
      throw Failure(
        .invalidParams, "give either 'screen' or 'expr'",
        [
          "pointer": .string(pointer),
          "hint": #"{"screen": TYPE, "where": CEL, "select": CEL}, or {"expr": CEL}"#,
        ])
    }
  }
}
