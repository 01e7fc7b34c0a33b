import NavtreeText
import NavtreeCEL
import NavtreeFlow
package import NavtreeJSON
import NavigationTree

extension Session {
  /// Checks a query and compiles it.
  ///
  /// - Parameter pointer: the place of its members in the params, for errors.
  package func query(_ request: QueryRequest, pointer: String = "") throws(Failure) -> Query {
    switch request.subject {
    case .screens(let name, let condition, let selected):
      guard let type = flow.screenNames.index(of: name) else {
        throw Failure(
          .unknownScreen, "no screen named '\(name.echo)'", ["pointer": .string("\(pointer)/screen")]
        )
        .hinting(name, among: flow.screenNames.names)
      }
      func program(_ source: String?, isCondition: Bool, _ member: String) throws(Failure) -> CELProgram? {
        guard let source else { return nil }
        return try compile(
          source, over: .screen(type: type), isCondition: isCondition, sensitive: request.sensitive,
          pointer: "\(pointer)/\(member)")
      }
      return Query(
        subject: .screens(
          type: type, condition: try program(condition, isCondition: true, "where"),
          selected: try program(selected, isCondition: false, "select")),
        sensitive: request.sensitive, pointer: pointer)
    case .expression(let source):
      let program = try compile(
        source, over: .session, isCondition: false, sensitive: request.sensitive, pointer: "\(pointer)/expr")
      return Query(subject: .expression(program), sensitive: request.sensitive, pointer: pointer)
    }
  }

  private func compile(
    _ source: String, over subject: QueryCompiler.Subject, isCondition: Bool, sensitive: Bool, pointer: String
  ) throws(Failure) -> CELProgram {
    do {
      return try queries.program(source, over: subject, isCondition: isCondition, sensitive: sensitive)
    } catch {
      throw Failure(error, in: source, pointer: pointer)
    }
  }

  /// Answers a query. All its evaluations together may cost as much as one expression.
  ///
  /// - Complexity: over a type, O(number of its screens, and their distance from the focus), plus the cost of
  ///   the expressions; over `screens`, O(number of live screens).
  package func answer(_ query: Query) throws(Failure) -> JSONValue {
    var budget = CELBudget(limit: traits.costLimit)
    switch query.subject {
    case .expression(let program):
      let scope = QueryScope(session: self, sensitive: query.sensitive)
      do {
        return try program.evaluate(scope, budget: &budget).json()
      } catch {
        throw failure(of: program, error, at: nil, pointer: "\(query.pointer)/expr")
      }
    case .screens(let type, _, _):
      var matches: [JSONValue] = []
      for id in ids(ofType: type) {
        if let match = try match(id, query, budget: &budget) { matches.append(match) }
      }
      return .array(matches)
    }
  }

  /// The live screens of a type in the order in which they were made.
  ///
  /// - Complexity: O(*n* log *n*) in their number.
  func ids(ofType type: Int) -> [ScreenID] {
    var ids: [ScreenID] = []
    for window in world.windows.indices { ids += world.windows[window].screens(ofType: type) }
    ids.sort()
    return ids
  }

  /// A screen as a query shows it; nil if its condition doesn't hold.
  ///
  /// - Complexity: O(distance to the screen), plus the cost of the expressions.
  func match(_ id: ScreenID, _ query: Query, budget: inout CELBudget) throws(Failure) -> JSONValue? {
    guard case .screens(_, let condition, let selected) = query.subject,
      let window = world.windows.index(holding: id)
    else { return nil }
    scope.look(at: id, in: window)
    let activation = QueryScope(session: self, sensitive: query.sensitive)
    if let condition {
      do {
        guard try condition.evaluateBool(activation, budget: &budget) else { return nil }
      } catch {
        throw failure(of: condition, error, at: (id, window), pointer: "\(query.pointer)/where")
      }
    }
    var match: JSONObject = ["at": .string(world.windows[window].address(of: id)), "id": .integer(id.number)]
    if let selected {
      do {
        match["value"] = try selected.evaluate(activation, budget: &budget).json()
      } catch {
        throw failure(of: selected, error, at: (id, window), pointer: "\(query.pointer)/select")
      }
    }
    return .object(match)
  }

  private func failure(
    of program: CELProgram, _ error: CELError, at place: (id: ScreenID, window: Int)?, pointer: String
  ) -> Failure {
    var data: JSONObject = ["pointer": .string(pointer), "expression": .string(program.source)]
    if let place { data["at"] = .string(world.windows[place.window].address(of: place.id)) }
    if let range = error.range { data.merge(range.columns) { _, new in new } }
    guard error.exceedsCost else { return Failure(.expressionFailed, error.message, data) }
    data["cost"] = .integer(error.cost ?? traits.costLimit)
    data["limit"] = .string(Limit.cost.rawValue)
    return Failure(.costExceeded, error.message, data)
  }
}

extension Failure {
  /// The failure of an expression in a request.
  fileprivate init(_ faults: CELDiagnostics, in source: String, pointer: String) {
    let errors = faults.diagnostics.filter { $0.severity == .error }
    var data: JSONObject = ["pointer": .string(pointer), "expression": .string(source)]
    if let first = errors.first {
      data.merge(first.range.columns) { _, new in new }
      if let hint = first.hint { data["hint"] = .string(hint) }
    }
    if errors.count > 1 { data["diagnostics"] = .array(errors.map(\.json)) }
    self.init(.invalidParams, errors.first?.message ?? "the expression is wrong", data)
  }
}

extension CELDiagnostic {
  fileprivate var json: JSONValue {
    var object: JSONObject = ["code": .string(code.rawValue), "message": .string(message)]
    object.merge(range.columns) { _, new in new }
    if let hint { object["hint"] = .string(hint) }
    return .object(object)
  }
}

extension CELSourceRange {
  /// Its start and end in an expression, in Unicode scalars, counted from 1.
  fileprivate var columns: JSONObject {
    ["column": .integer(start + 1), "endColumn": .integer(Swift.max(end, start + 1) + 1)]
  }
}
