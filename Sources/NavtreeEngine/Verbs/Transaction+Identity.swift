import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Transaction {
  /// The identity of a screen among those of its type; null matches any of them.
  func identity(of screen: Screen) throws(Failure) -> JSONValue {
    let definition = flow.screens[screen.type]
    guard let identity = definition.expressions.identity else {
      return .object(definition.params.object(screen.params))
    }
    return try scope.look(at: screen) { () throws(Failure) in try value(of: identity) }
  }

  /// The identity that a screen made by a request would have.
  func identity(of request: ScreenRequest, _ origin: Origin) throws(Failure) -> JSONValue {
    let params = try params(ofType: request.type, request.params, origin)
    return try identity(of: Screen(id: ScreenID(0), type: request.type, params: params))
  }

  /// Whether a screen is the requested one: of that type, and of that identity unless that is null.
  func isMatch(_ screen: Screen, type: Int, identity: JSONValue) throws(Failure) -> Bool {
    guard screen.type == type else { return false }
    if case .null = identity { return true }
    return try self.identity(of: screen) == identity
  }

  /// Whether a request is a double tap on a screen: of that type, and of an equal identity that isn't null.
  func isDuplicate(_ screen: Screen, _ request: ScreenRequest, _ origin: Origin) throws(Failure) -> Bool {
    guard screen.type == request.type else { return false }
    let identity = try identity(of: request, origin)
    if case .null = identity { return false }
    return try self.identity(of: screen) == identity
  }

  /// The top of the chain that holds a screen, if a request is a double tap on it.
  func duplicate(of request: ScreenRequest, onTopOf screen: ScreenID, _ origin: Origin) throws(Failure)
    -> ScreenID?
  {
    let top = try world.windows[focus(on: screen)].top
    return try isDuplicate(top, request, origin) ? top.id : nil
  }

  /// Leaves a screen as it is, or gives it the params of the duplicate request, whose presenter gets its result then.
  func keep(
    _ id: ScreenID, _ request: ScreenRequest, _ duplicate: DuplicateHandling,
    for presenter: ScreenID? = nil, _ origin: Origin
  ) throws(Failure) -> NavigationOutcome {
    if duplicate == .reuse {
      if let awaiting = request.awaiting, let presenter, presenter != id {
        try check(awaiting, of: type(of: presenter), origin)
        wait(for: id, awaiting, by: presenter)
      }
      try setParams(try params(of: id, given: request.params, merge: false, origin), of: id)
      try rememberParams(of: id)
    }
    return NavigationOutcome(id: id)
  }
}
