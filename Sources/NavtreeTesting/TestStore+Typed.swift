public import Navtree
public import Testing

/// Calls with the types that `navtree types swift` makes.
extension TestStore where Typed: TypedSession {
  /// Sends an action to a place, and expects changes of the screen there.
  ///
  /// ```swift
  /// let store = try TestStore(SocialSession.self)
  /// await store.send(.inc, to: \.main.userList) { $0.count = 1 }
  /// ```
  /// - Parameters:
  ///   - action: An action of the screen that is expected there.
  ///   - place: The place, by the members of the typed session.
  ///   - kind: The kind of the error, if the action is expected to be refused.
  ///   - sourceLocation: The place of a failure.
  ///   - expected: Turns the state of the screen before into the one that is expected.
  /// - Returns: The outcome; nil if the action was refused.
  /// - Complexity: O(size of the session's state).
  @discardableResult
  public nonisolated(nonsending) func send<Place: ScreenPlace>(
    _ action: Place.Action, to place: KeyPath<Typed, Place>, refusedAs kind: NavtreeError.Kind? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ expected: (inout Place.State) throws -> Void = { _ in }
  ) async -> Receipt? where Place.Action: JSONConvertible {
    await send(action, to: place, refusedAs: kind, sourceLocation: sourceLocation) { state, _ in
      try expected(&state)
    }
  }

  /// Sends an action to a place, and expects changes of the screen there and of others.
  ///
  /// ```swift
  /// await store.send(.select(index: 0), to: \.main.userList) { list, others in
  ///   others.add(store.typed.main.userList.detail.userDetail) { $0.params.user = ["id": 1, "name": "Ada"] }
  /// }
  /// ```
  /// - Parameters:
  ///   - action: An action of the screen that is expected there.
  ///   - place: The place, by the members of the typed session.
  ///   - kind: The kind of the error, if the action is expected to be refused.
  ///   - sourceLocation: The place of a failure.
  ///   - expected: Turns the state of the screen, and of all of them, into those that are expected.
  /// - Returns: The outcome; nil if the action was refused.
  /// - Complexity: O(size of the session's state).
  @discardableResult
  public nonisolated(nonsending) func send<Place: ScreenPlace>(
    _ action: Place.Action, to place: KeyPath<Typed, Place>, refusedAs kind: NavtreeError.Kind? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ expected: (inout Place.State, inout ExpectedState) throws -> Void
  ) async -> Receipt? where Place.Action: JSONConvertible {
    let place = typed[keyPath: place]
    return expect("send \(action.json) to \(place.address)", kind, sourceLocation) {
      try $0.change(place, expected)
    } _: {
      try session.send(action, to: place)
    }
  }

  /// Answers the oldest effect of a type, and expects changes of the screen that waits for it.
  ///
  /// ```swift
  /// await store.answer(Social.Effect.FetchUsers.self, .init(items: []), to: \.main.userList) { $0.status = .end }
  /// ```
  /// - Parameters:
  ///   - effect: The effect's type.
  ///   - output: The output.
  ///   - place: The place of the screen that waits for it.
  ///   - kind: The kind of the error, if the answer is expected to be refused.
  ///   - sourceLocation: The place of a failure.
  ///   - expected: Turns the state of the screen before into the one that is expected.
  /// - Complexity: O(size of the session's state).
  public nonisolated(nonsending) func answer<Effect: TypedEffect, Place: ScreenPlace>(
    _ effect: Effect.Type, _ output: Effect.Output, to place: KeyPath<Typed, Place>,
    refusedAs kind: NavtreeError.Kind? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ expected: (inout Place.State) throws -> Void = { _ in }
  ) async {
    let place = typed[keyPath: place]
    await answer(
      Effect.name, output.json.object ?? [:], to: Address(place.address), refusedAs: kind,
      sourceLocation: sourceLocation
    ) { state in
      try state.change(place) { screen, _ in try expected(&screen) }
    }
  }

  /// Gives the oldest effect of a type an answer before the last one, and expects changes of the screen that waits for it.
  ///
  /// - Complexity: O(size of the session's state).
  public nonisolated(nonsending) func answer<Effect: TypedEffect, Place: ScreenPlace>(
    _ effect: Effect.Type, next output: Effect.Next, to place: KeyPath<Typed, Place>,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ expected: (inout Place.State) throws -> Void = { _ in }
  ) async {
    let place = typed[keyPath: place]
    await answer(
      Effect.name, next: output.json.object ?? [:], to: Address(place.address), sourceLocation: sourceLocation
    ) { state in
      try state.change(place) { screen, _ in try expected(&screen) }
    }
  }
}

extension ExpectedState {
  /// Expects changes of the screen at a place, with its types.
  ///
  /// - Throws: What the closure throws; or a sentence if the screen there is none of that type.
  public mutating func change<Place: ScreenPlace>(
    _ place: Place, _ change: (inout Place.State) throws -> Void
  ) throws {
    try self.change(place) { (state: inout Place.State, _: inout ExpectedState) in
      try change(&state)
    }
  }

  /// Expects a screen to come at a place.
  public mutating func add(
    _ place: some ScreenPlace, _ fields: (inout ExpectedScreen) -> Void = { _ in }
  ) {
    add(type(of: place).screenName, at: place.address, fields)
  }

  /// Expects the screen at a place to go, with all that it presents.
  public mutating func remove(_ place: some ScreenPlace) { remove(place.address) }

  mutating func change<Place: ScreenPlace>(
    _ place: Place, _ change: (inout Place.State, inout ExpectedState) throws -> Void
  ) throws {
    let screen = self[place.address]
    guard screen.screenName == Place.screenName else { throw NavtreeError.misplaced(place) }
    let before = screen.state.json
    var state = try Place.State(json: before)
    let written = state.json
    try change(&state, &self)
    for (name, value) in state.json.object ?? [:] where value != written[name] {
      self[place.address].state[name] = value
    }
  }
}
