import NavtreeCEL
package import NavtreeJSON
package import NavigationTree

/// The answer of a session to a query. All evaluations of a reader together may cost as much as one expression.
package struct QueryReader {
  private let transaction: Transaction
  private let query: Query
  private let scope: QueryScope
  private var budget: CELBudget

  package init(_ query: Query, in session: Session) { self.init(query, in: session.transaction) }

  init(_ query: Query, in transaction: Transaction) {
    self.transaction = transaction
    self.query = query
    scope = QueryScope(transaction: transaction, sensitive: query.sensitive)
    budget = CELBudget(limit: transaction.traits.costLimit)
  }

  /// The cost of the expressions so far.
  package var cost: Int { budget.used }

  /// - Complexity: over a type, O(number of its screens, and of those on the ways to them), plus the cost of the
  ///   expressions; over `screens`, O(number of live screens).
  package mutating func answer() throws(Failure) -> JSONValue {
    switch query.subject {
    case .expression(let program):
      return try evaluate(program, "expr", at: nil) { (scope, budget) throws(CELError) in
        try program.evaluate(scope, budget: &budget).json()
      }
    case .screens(let type, _, _):
      return .array(try matches(among: transaction.world.windows.ids(ofType: type)).compactMap(\.match))
    }
  }

  /// The recipients of a broadcast: the screens that match, in the order in which they were made.
  ///
  /// - Parameter only: the window whose screens are asked; nil for all windows.
  /// - Complexity: that of `screens(ofType:in:where:)`.
  package mutating func receivers(in only: Int?) throws(Failure) -> [ScreenID] {
    guard case .screens(let type, let condition, _) = query.subject else { return [] }
    return try transaction.screens(ofType: type, in: only) { (id) throws(Failure) in
      try holds(condition, of: id)
    }
  }

  /// The screens as the query shows them; nil where its condition doesn't hold.
  ///
  /// - Complexity: O(number of screens, and of those on the ways to them), plus the cost of the expressions.
  mutating func matches(among ids: [ScreenID]) throws(Failure) -> [(id: ScreenID, match: JSONValue?)] {
    try transaction.scope.lookAtMany { () throws(Failure) in
      var matches: [(id: ScreenID, match: JSONValue?)] = []
      for id in ids { matches.append((id, try match(id))) }
      return matches
    }
  }

  private mutating func match(_ id: ScreenID) throws(Failure) -> JSONValue? {
    guard case .screens(_, let condition, let selected) = query.subject,
      let at = transaction.world.windows.address(of: id), try holds(condition, of: id)
    else { return nil }
    var match: JSONObject = ["at": .string(at), "id": .integer(id.number)]
    if let selected {
      match["value"] = try evaluate(selected, "select", at: id) { (scope, budget) throws(CELError) in
        try selected.evaluate(scope, budget: &budget).json()
      }
    }
    return .object(match)
  }

  /// Directs expressions to a screen, and evaluates its condition.
  private mutating func holds(_ condition: CELProgram?, of id: ScreenID) throws(Failure) -> Bool {
    transaction.scope.look(at: id)
    guard let condition else { return true }
    return try evaluate(condition, "where", at: id) { (scope, budget) throws(CELError) in
      try condition.evaluateBool(scope, budget: &budget)
    }
  }

  /// - Parameters:
  ///   - member: where the program stands in the query.
  ///   - screen: the screen that it is evaluated for; nil: the session.
  private mutating func evaluate<Result>(
    _ program: CELProgram, _ member: String, at screen: ScreenID?,
    _ body: (QueryScope, inout CELBudget) throws(CELError) -> Result
  ) throws(Failure) -> Result {
    do {
      return try body(scope, &budget)
    } catch {
      var data: JSONObject = [
        "pointer": .string("\(query.pointer)/\(member)"), "expression": .string(program.source),
      ]
      if let screen { data["at"] = transaction.world.windows.address(of: screen).map { .string($0) } }
      if let range = error.range, error.source == program.source {
        data.merge(range.columns) { _, new in new }
      }
      guard error.exceedsCost else { throw Failure(.expressionFailed, error.message, data) }
      data["cost"] = .integer(error.cost ?? transaction.traits.costLimit)
      data["limit"] = .string(Limit.cost.rawValue)
      throw Failure(.costExceeded, error.message, data)
    }
  }
}
