import NavtreeCEL
import NavtreeFlow
import NavtreeJSON

/// Variables of expressions as wholes, whose fields each scope reads in its own way.
extension CELActivation {
  /// Derived values as an object, whose numbers in the variable follow those of stored values.
  func object(
    _ stored: JSONObject = [:], and derived: [DerivedDefinition], of variable: Int, budget: inout CELBudget
  ) throws(CELError) -> CELValue {
    var values = stored
    for (index, definition) in derived.enumerated() {
      values[definition.name] = try field(stored.count + index, of: variable, budget: &budget).json()
    }
    return CELValue(.object(values))
  }
}

extension ScreenDefinition {
  /// A screen's params or its state, as the screens that it holds see them.
  func parentField(_ number: Int, _ params: [JSONValue], _ state: [JSONValue]) -> CELValue {
    .map(CELMap(number == 0 ? RecordView(self.params, params) : RecordView(self.state, state)))
  }

  /// Both of them.
  func parentObject(_ params: [JSONValue], _ state: [JSONValue], sensitive: Bool = true) -> CELValue {
    CELValue(
      .object([
        "params": .object(self.params.object(params, sensitive: sensitive)),
        "state": .object(self.state.object(state, sensitive: sensitive)),
      ]))
  }
}

extension FlowDefinition {
  /// One of the flow's guards, or after them of a screen's.
  func guardDefinition(
    _ number: Int, on screen: @autoclosure () throws(CELError) -> ScreenDefinition
  ) throws(CELError) -> DerivedDefinition {
    number < guards.count ? guards[number] : try screen().guards[number - guards.count]
  }
}
