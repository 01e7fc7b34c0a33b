public import Navtree
public import Testing

/// A session whose every change must be expected: state, screens, effects and time.
///
/// ```swift
/// @Test func aRowIsCounted() async throws {
///   let store = try TestStore(flow)
///   await store.answer("fetchUsers", ["items": [["id": 1, "name": "Ada"]]]) {
///     $0["/main"].items = [["id": 1, "name": "Ada"]]
///   }
///   await store.send("inc", to: "/main") { $0["/main"].count = 1 }
/// }
/// ```
/// Each call says what it changes, and nothing else may change. Effects are answered by `answer` and
/// ``fail(_:_:to:sourceLocation:_:)``; time passes by ``advance(by:sourceLocation:_:)``. Whatever is left at the end, an
/// effect without an answer or a timer, is a failure: see ``finish(sourceLocation:)``.
///
/// With the types that `navtree types swift` makes, a place is a key path, and the closure gets the state that is expected
/// there:
///
/// ```swift
/// let store = try TestStore(SocialSession.self)
/// await store.send(.inc, to: \.main.userList) { $0.count = 1 }
/// ```
public final class TestStore<Typed> {
  /// The session, for whatever the store has no method for. What changes there is expected by the next call.
  public let session: Session
  /// The session with its types; the session itself if the store was made without.
  public let typed: Typed
  private let flow: Flow
  private let sourceLocation: SourceLocation
  private var isFinished = false

  private init(_ session: Session, _ typed: Typed, _ sourceLocation: SourceLocation) {
    self.session = session
    self.typed = typed
    flow = session.flow
    self.sourceLocation = sourceLocation
  }

  deinit { finish(sourceLocation: sourceLocation) }

  /// Sends an action, and expects its changes.
  ///
  /// - Parameters:
  ///   - action: The action's name.
  ///   - payload: The fields of the action.
  ///   - address: The screen; by default the active one.
  ///   - kind: The kind of the error, if the action is expected to be refused.
  ///   - sourceLocation: The place of a failure.
  ///   - expected: Turns the state before into the state that is expected.
  /// - Returns: The outcome; nil if the action was refused.
  /// - Complexity: O(size of the session's state).
  @discardableResult
  public nonisolated(nonsending) func send(
    _ action: String, _ payload: JSONObject = [:], to address: Address = .active,
    refusedAs kind: NavtreeError.Kind? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ expected: (inout ExpectedState) throws -> Void = { _ in }
  ) async -> Receipt? {
    expect("send \(action)\(Self.text(payload)) to \(Self.text(address))", kind, sourceLocation, expected) {
      try session.send(action, payload, to: address)
    }
  }

  /// Makes any other call, such as a navigation, and expects its changes.
  ///
  /// ```swift
  /// await store.perform({ try $0.back() }) { $0.remove("/main/detail") }
  /// ```
  /// - Returns: What the call returns; nil if it was refused.
  /// - Complexity: O(size of the session's state).
  @discardableResult
  public nonisolated(nonsending) func perform<Result>(
    _ call: (Session) throws -> Result, refusedAs kind: NavtreeError.Kind? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ expected: (inout ExpectedState) throws -> Void = { _ in }
  ) async -> Result? {
    expect("the call", kind, sourceLocation, expected) { try call(session) }
  }

  /// Answers the oldest effect of a name, and expects the changes.
  ///
  /// - Parameters:
  ///   - effect: The effect's name.
  ///   - output: The output.
  ///   - address: The screen that waits for it; by default any.
  ///   - kind: The kind of the error, if the answer is expected to be refused.
  ///   - sourceLocation: The place of a failure.
  ///   - expected: Turns the state before into the state that is expected.
  /// - Complexity: O(size of the session's state).
  public nonisolated(nonsending) func answer(
    _ effect: String, _ output: JSONObject = [:], to address: Address? = nil,
    refusedAs kind: NavtreeError.Kind? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ expected: (inout ExpectedState) throws -> Void = { _ in }
  ) async {
    guard let request = request(effect, address, sourceLocation) else { return }
    expect("the answer to \(effect)", kind, sourceLocation, expected) {
      try session.answer(request.id, output)
    }
  }

  /// Gives the oldest effect of a name an answer before the last one, and expects the changes.
  ///
  /// - Complexity: O(size of the session's state).
  public nonisolated(nonsending) func answer(
    _ effect: String, next output: JSONObject, to address: Address? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ expected: (inout ExpectedState) throws -> Void = { _ in }
  ) async {
    guard let request = request(effect, address, sourceLocation) else { return }
    expect("an answer to \(effect)", nil, sourceLocation, expected) {
      try session.answer(request.id, next: output)
    }
  }

  /// Lets the oldest effect of a name fail, and expects the changes.
  ///
  /// - Parameters:
  ///   - effect: The effect's name.
  ///   - error: The reason.
  ///   - address: The screen that waits for it; by default any.
  ///   - sourceLocation: The place of a failure.
  ///   - expected: Turns the state before into the state that is expected.
  /// - Complexity: O(size of the session's state).
  public nonisolated(nonsending) func fail(
    _ effect: String, _ error: JSONValue = .null, to address: Address? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ expected: (inout ExpectedState) throws -> Void = { _ in }
  ) async {
    guard let request = request(effect, address, sourceLocation) else { return }
    expect("the failure of \(effect)", nil, sourceLocation, expected) {
      try session.fail(request.id, error)
    }
  }

  /// Lets time pass, and expects the changes of the timers that run.
  ///
  /// - Parameters:
  ///   - milliseconds: 0 or more.
  ///   - sourceLocation: The place of a failure.
  ///   - expected: Turns the state before into the state that is expected.
  /// - Complexity: O(size of the session's state), and the cost of the timers.
  public nonisolated(nonsending) func advance(
    by milliseconds: Int, sourceLocation: SourceLocation = #_sourceLocation,
    _ expected: (inout ExpectedState) throws -> Void = { _ in }
  ) async {
    expect("advancing by \(milliseconds) ms", nil, sourceLocation, expected) {
      try session.advance(by: milliseconds)
    }
  }

  /// Ends the test: an effect that waits for an answer, or a timer that is set, is a failure.
  ///
  /// A store that is released without it does the same, and reports the place where it was made.
  public func finish(sourceLocation: SourceLocation = #_sourceLocation) {
    if isFinished { return }
    isFinished = true
    for effect in session.effectsInFlight {
      let place = effect.address.isEmpty ? "the session" : effect.address
      report("the effect \(effect.name) \(effect.input) of \(place) was never answered", sourceLocation)
    }
    if let due = session.nextTimer {
      report("a timer is set, which runs in \(due - session.now) ms", sourceLocation)
    }
    try? session.close()
  }

  // MARK: Expecting

  @discardableResult
  func expect<Result>(
    _ what: String, _ kind: NavtreeError.Kind?, _ sourceLocation: SourceLocation,
    _ expected: (inout ExpectedState) throws -> Void, _ call: () throws -> Result
  ) -> Result? {
    let before = ExpectedState(session)
    var wanted = before
    do {
      try expected(&wanted)
    } catch {
      report("what \(what) should change can't be told: \(error)", sourceLocation)
    }
    var result: Result?
    do {
      result = try call()
      if let kind { report("\(what) should be refused as \(kind.rawValue), but wasn't", sourceLocation) }
    } catch let error as NavtreeError {
      if error.kind != kind { report("\(what) was refused: \(error)", sourceLocation) }
    } catch {
      report("\(what) was refused: \(error)", sourceLocation)
    }
    let differences = wanted.differences(from: ExpectedState(session), before: before, flow)
    if !differences.isEmpty {
      report(
        "\(what) changed something else than expected\n" + differences.joined(separator: "\n"), sourceLocation
      )
    }
    return result
  }

  func request(_ effect: String, _ address: Address?, _ sourceLocation: SourceLocation)
    -> EffectRequest?
  {
    let waiting = session.effectsInFlight
    let screen = address.flatMap { session.tree[$0]?.id }
    if let found = waiting.first(where: { $0.name == effect && (address == nil || $0.screen == screen) }) {
      return found
    }
    let names = waiting.map { "\($0.name) of \($0.address.isEmpty ? "the session" : $0.address)" }
    report(
      "no effect \(effect)\(address.map { " of \($0)" } ?? "") waits for an answer; "
        + (names.isEmpty ? "none does" : "these do: \(names.joined(separator: ", "))"), sourceLocation)
    return nil
  }

  func report(_ text: String, _ sourceLocation: SourceLocation) {
    Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
  }

  static func text(_ payload: JSONObject) -> String { payload.isEmpty ? "" : " \(payload)" }

  static func text(_ address: Address) -> String {
    address == .active ? "the active screen" : "\(address)"
  }
}

extension TestStore where Typed == Session {
  /// Opens a session on a virtual clock.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - instant: The first instant, in milliseconds since 1970.
  ///   - limits: The session's bounds.
  ///   - shared: Values of shared fields, before the start is chosen.
  ///   - sourceLocation: The place of a failure at the end.
  /// - Throws: `NavtreeError`, as a session does.
  public convenience init(
    _ flow: Flow, from instant: Int = 0, limits: Limits = Limits(), shared: JSONObject = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws(NavtreeError) {
    let session = try Session(flow, clock: .virtual(from: instant), limits: limits, shared: shared)
    self.init(session, session, sourceLocation)
  }
}

extension TestStore where Typed: TypedSession {
  /// Opens a session of the flow that types were made from, on a virtual clock.
  ///
  /// - Parameters:
  ///   - type: The type of the session.
  ///   - instant: The first instant, in milliseconds since 1970.
  ///   - limits: The session's bounds.
  ///   - shared: Values of shared fields, before the start is chosen.
  ///   - sourceLocation: The place of a failure at the end.
  /// - Throws: `NavtreeError`, as a session does, or `FlowDiagnostics`.
  public convenience init(
    _ type: Typed.Type, from instant: Int = 0, limits: Limits = Limits(), shared: JSONObject = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let session = try Session(Typed.flow, clock: .virtual(from: instant), limits: limits, shared: shared)
    self.init(session, try Typed(session), sourceLocation)
  }
}
