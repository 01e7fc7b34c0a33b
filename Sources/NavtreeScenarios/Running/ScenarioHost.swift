import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreePersistence
import NavtreeServer

/// The session of one scenario, in a private server.
///
/// Plain steps go to the session itself; all others go through the methods of the protocol.
final class ScenarioHost {
  private let flow: FlowDefinition
  private let limits: Limits
  /// The store of a session that is killed.
  private let store: SessionStore?
  private(set) var server: NavtreeServer
  private(set) var session: Session
  private let coverage: CoverageRecorders?

  init(
    _ scenario: Scenario, of flow: FlowDefinition, limits: Limits, coverage: CoverageRecorders?
  ) throws(Failure) {
    self.flow = flow
    self.limits = limits
    self.coverage = coverage
    store = scenario.kills ? try Self.makeStore(for: flow) : nil
    server = Self.makeServer(flow, limits, store, coverage)
    if let snapshot = scenario.given.snapshot {
      session = try Self.restore(snapshot, at: scenario.clock, flow, on: server)
    } else {
      session =
        try server.open(
          flow, as: flow.name, clock: .virtual, now: scenario.clock ?? 0, link: scenario.given.link,
          shared: scenario.given.shared
        ).session
    }
    try commit()
  }

  private static func makeStore(for flow: FlowDefinition) throws(Failure) -> SessionStore {
    let places = flow.stores.map { ($0.name, SessionStore.memory) }
    return try SessionStore(
      path: SessionStore.memory, durability: .commit, places: Dictionary(uniqueKeysWithValues: places))
  }

  private static func makeServer(
    _ flow: FlowDefinition, _ limits: Limits, _ store: SessionStore?, _ coverage: CoverageRecorders?
  ) -> NavtreeServer {
    let server = NavtreeServer(limits: limits, clock: .virtual, store: store) { _ in
      .failure(NavtreeServer.FileFailure(message: "a scenario reads no files"))
    }
    server.coverage = coverage
    server.add(flow)
    return server
  }

  /// - Parameter clock: the instant at which the session goes on; nil: that of the snapshot.
  private static func restore(
    _ snapshot: JSONValue, at clock: Int?, _ flow: FlowDefinition, on server: NavtreeServer
  ) throws(Failure) -> Session {
    var stored: StoredSession
    do {
      stored = try StoredSession(snapshot)
    } catch {
      throw Failure(.invalidParams, "the snapshot's \(error.pointer) \(error.message)")
    }
    if let clock { stored.move(to: clock) }
    return try server.restore(stored, flow, as: flow.name, clock: .virtual).session
  }

  /// Drops the session without closing it, and opens it again from its store in another server.
  func kill() throws(Failure) {
    store?.abandon(flow.name)
    server = Self.makeServer(flow, limits, store, coverage)
    session = try server.open(flow, as: flow.name, clock: .virtual).session
  }

  /// Makes everything so far final, as after a line of requests.
  func commit() throws(Failure) {
    guard store != nil, let error = server.commit() else { return }
    throw Failure(.storage, error.message, error.data)
  }

  /// Calls a method of the protocol on the session.
  func request(_ method: String, _ params: JSONObject) throws(RPCError) -> JSONValue {
    var params = params
    params["session"] = .string(flow.name)
    let result = try server.request(method, params)
    // A snapshot may have taken its place.
    if let present = server.sessions[flow.name] { session = present }
    return result
  }

  /// The screen at an address and its window; without an address the active screen.
  func find(_ address: String?) throws(Failure) -> Cursor {
    try with(address) { (address) throws(Failure) in try session.find(address, window: nil) }
  }

  /// The same, with the focus of the window moved there.
  func focus(on address: String?) throws(Failure) -> Cursor {
    try with(address) { (address) throws(Failure) in try session.focus(on: address, window: nil) }
  }

  private func with<Result>(
    _ text: String?, _ body: (Address?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard var text else {
      do {
        return try body(nil)
      } catch {
        guard case .nameWindow(let names) = error.advice else { throw error }
        // A step has no 'window'.
        let hint = "say it with 'at'; the windows are \(names.joined(separator: ", "))"
        throw Failure(error.kind, error.message, error.data).with("hint", .string(hint))
      }
    }
    let result = text.withUTF8 { bytes in
      Swift.Result { () throws(Failure) in
        guard let address = Address(UnsafeRawBufferPointer(bytes)) else {
          throw Failure(.invalidParams, "'at' must be an address, such as \"/main/detail\" or \"#17\"")
        }
        return try body(address)
      }
    }
    return try result.get()
  }
}
