import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeYAML

extension Transaction {
  func holds(_ condition: CompiledExpression) throws(Failure) -> Bool {
    var budget = CELBudget(limit: traits.costLimit)
    let holds: Bool
    do {
      holds = try condition.program.evaluateBool(activation, budget: &budget)
    } catch {
      throw failure(of: condition, error)
    }
    try spend(cost: budget.used, on: condition)
    return holds
  }

  /// Evaluates a guard.
  @inline(__always)
  func holds(guard condition: CompiledExpression) throws(Failure) -> Bool {
    if listeners.coverage != nil { return try measured(guard: condition) }
    return try holds(condition)
  }

  func value(of expression: CompiledExpression) throws(Failure) -> JSONValue {
    var budget = CELBudget(limit: traits.costLimit)
    let value: JSONValue
    do {
      value = try expression.program.evaluate(activation, budget: &budget).json()
    } catch {
      throw failure(of: expression, error)
    }
    try spend(cost: budget.used, on: expression)
    return value
  }

  /// The present value of a template.
  ///
  /// Recursion is bounded by the depth of YAML.
  func value(of template: ValueTemplate) throws(Failure) -> JSONValue {
    switch template {
    case .constant(let value): return value
    case .expression(let expression): return try value(of: expression)
    case .text(let parts): return .string(try text(of: parts))
    case .array(let templates):
      var values: [JSONValue] = []
      values.reserveCapacity(templates.count)
      for template in templates { values.append(try value(of: template)) }
      return .array(values)
    case .object(let members):
      var object: JSONObject = [:]
      for member in members { object[member.key] = try value(of: member.value) }
      return .object(object)
    }
  }

  /// The text of a template; a value that isn't a string is written as JSON.
  func text(of template: ValueTemplate) throws(Failure) -> String {
    switch try value(of: template) {
    case .string(let text): text
    case let other: other.description
    }
  }

  private func text(of parts: [ValueTemplate.TextPart]) throws(Failure) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .expression(let expression):
        text += try self.text(of: .expression(expression))
      }
    }
    return text
  }

  /// The value of a field: the given one, else its default.
  func value(_ given: JSONValue?, of field: FieldDefinition) throws(Failure) -> JSONValue {
    if let given { return given }
    return try value(ofUnset: field)
  }

  /// The value of a field that isn't given.
  func value(ofUnset field: FieldDefinition) throws(Failure) -> JSONValue {
    guard let initial = field.initial else { return .null }
    if case .constant(let value) = initial { return value }
    return try fitted(value(of: initial), to: field, at: field.location)
  }

  /// A value that a rule gives, checked against its field.
  func fitted(_ value: JSONValue, to field: FieldDefinition, at location: SourceLocation) throws(Failure)
    -> JSONValue
  {
    var value = value
    do {
      try field.schema.fit(&value)
    } catch {
      throw flowDefect(error, of: field, at: location)
    }
    return value
  }

  /// The failure of a value that doesn't fit a field.
  func flowDefect(_ misfit: Misfit, of field: FieldDefinition, at location: SourceLocation) -> Failure {
    let misfit = misfit.seen(in: field)
    return flowDefect(
      "\(field.name): \(misfit.message)", at: location, pointer: "/\(field.name)\(misfit.pointer)")
  }

  /// The failure of a rule's own value.
  func flowDefect(_ message: String, at location: SourceLocation, pointer: String? = nil) -> Failure {
    var failure = Failure(.flowDefect, "\(flow.text(of: location)): \(message)", placeData(location))
    if let pointer { failure.data["pointer"] = .string(pointer) }
    return failure
  }

  private func failure(of expression: CompiledExpression, _ error: CELError) -> Failure {
    // The range of a failure in a value that the expression reads is one of another source.
    let isOwn = error.source == expression.program.source
    let location = (isOwn ? error.range.map(expression.location(of:)) : nil) ?? expression.location
    var data = placeData(location)
    data["expression"] = .string(expression.program.source)
    if error.exceedsCost {
      data["cost"] = .integer(error.cost ?? limits[.cost])
      data["limit"] = .string(Limit.cost.rawValue)
    }
    return Failure(
      error.exceedsCost ? .costExceeded : .expressionFailed,
      "\(flow.text(of: location)): \(expression.isSensitive ? error.messageWithoutValues : error.message)",
      data)
  }

  private func placeData(_ location: SourceLocation) -> JSONObject {
    [
      "file": .string(flow.file(of: location)), "line": .integer(location.line),
      "column": .integer(location.column),
    ]
  }

  /// A computed value of a screen, as a reader sees it.
  ///
  /// - Complexity: O(distance of the screen from the focus), plus the cost of the expression.
  func computedValue(
    _ number: Int, of screen: ScreenID, _ view: StateView
  ) throws(Failure) -> JSONValue {
    guard let type = world.windows.place(of: screen)?.type else { return .null }
    scope.look(at: screen)
    let computed = flow.screens[type].computed[number]
    guard view.shows(computed) else { return StateView.hidden }
    let value = try value(of: computed.value)
    listeners.coverage?.count(.computed(ObjectIdentifier(computed.value)))
    return value
  }
}
