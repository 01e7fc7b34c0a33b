import NavtreeCEL
import NavtreeFlow
package import NavtreeJSON
package import NavigationTree

/// The answer of a session to a query. All evaluations of a reader together may cost as much as one expression.
package struct QueryReader {
  private let session: Session
  private let query: Query
  private let scope: QueryScope
  private var budget: CELBudget

  package init(_ query: Query, in session: Session) {
    self.session = session
    self.query = query
    scope = QueryScope(session: session, sensitive: query.sensitive)
    budget = CELBudget(limit: session.traits.costLimit)
  }

  /// - Complexity: over a type, O(number of its screens, and their distance from the focus), plus the cost of
  ///   the expressions; over `screens`, O(number of live screens).
  package mutating func answer() throws(Failure) -> JSONValue {
    switch query.subject {
    case .expression(let program):
      return try evaluate(program, "expr", at: nil) { (scope, budget) throws(CELError) in
        try program.evaluate(scope, budget: &budget).json()
      }
    case .screens: return .array(try matches().map(\.match))
    }
  }

  /// The recipients of a broadcast: the screens that match, in the order in which they were made.
  ///
  /// - Complexity: O(number of screens of the type), plus the cost of the condition.
  package mutating func receivers() throws(Failure) -> [ScreenID] { try matches().map(\.id) }

  private mutating func matches() throws(Failure) -> [(id: ScreenID, match: JSONValue)] {
    guard case .screens(let type, _, _) = query.subject else { return [] }
    var matches: [(id: ScreenID, match: JSONValue)] = []
    for id in session.world.windows.ids(ofType: type) {
      if let match = try match(id) { matches.append((id, match)) }
    }
    return matches
  }

  /// A screen as the query shows it; nil if its condition doesn't hold.
  ///
  /// - Complexity: O(distance to the screen), plus the cost of the expressions.
  mutating func match(_ id: ScreenID) throws(Failure) -> JSONValue? {
    guard case .screens(_, let condition, let selected) = query.subject,
      let window = session.world.windows.index(holding: id)
    else { return nil }
    session.scope.look(at: id, in: window)
    let address = session.world.windows[window].address(of: id)
    if let condition {
      let holds = try evaluate(condition, "where", at: address) { (scope, budget) throws(CELError) in
        try condition.evaluateBool(scope, budget: &budget)
      }
      if !holds { return nil }
    }
    var match: JSONObject = ["at": .string(address), "id": .integer(id.number)]
    if let selected {
      match["value"] = try evaluate(selected, "select", at: address) { (scope, budget) throws(CELError) in
        try selected.evaluate(scope, budget: &budget).json()
      }
    }
    return .object(match)
  }

  /// - Parameters:
  ///   - member: where the program stands in the query.
  ///   - address: the screen that it is evaluated for; nil: the session.
  private mutating func evaluate<Result>(
    _ program: CELProgram, _ member: String, at address: String?,
    _ body: (QueryScope, inout CELBudget) throws(CELError) -> Result
  ) throws(Failure) -> Result {
    do {
      return try body(scope, &budget)
    } catch {
      var data: JSONObject = [
        "pointer": .string("\(query.pointer)/\(member)"), "expression": .string(program.source),
      ]
      if let address { data["at"] = .string(address) }
      if let range = error.range, error.source == program.source {
        data.merge(range.columns) { _, new in new }
      }
      guard error.exceedsCost else { throw Failure(.expressionFailed, error.message, data) }
      data["cost"] = .integer(error.cost ?? session.traits.costLimit)
      data["limit"] = .string(Limit.cost.rawValue)
      throw Failure(.costExceeded, error.message, data)
    }
  }
}
