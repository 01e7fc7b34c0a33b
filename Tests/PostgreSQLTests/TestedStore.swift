import NavtreeEngine
import NavtreeExploring
import NavtreeJSON
import NavtreeJSONReading
import NavtreePersistence
import NavtreePostgreSQL
import NavtreeScenarios
import NavtreeServer
import NavtreeTestSupport
import Synchronization
import NavtreeSystem

/// The databases that keep sessions; the tests of stores run with each.
enum StoreKind: String, CaseIterable, Sendable {
  case sqlite, postgresql

  /// Those that are installed. The tests of PostgreSQL alone are skipped visibly where it isn't.
  static var installed: [StoreKind] { PostgresServer.isInstalled ? allCases : [.sqlite] }
}

/// A store of the tests, which processes open and close.
final class TestedStore {
  let kind: StoreKind
  /// The schema, or the file's name.
  let name: String
  private let server: PostgresServer?

  private static let count = Atomic<Int>(0)
  /// Tells the files of this process from those that one of the same number has left.
  private static let run = UInt32.random(in: 0 ... .max)

  enum Failure: Error {
    case isNotInstalled
  }

  init(_ kind: StoreKind) throws {
    self.kind = kind
    name = "store_\(getpid())_\(Self.run)_\(Self.count.add(1, ordering: .relaxed).newValue)"
    server = kind == .postgresql ? PostgresServer.shared : nil
    if kind == .postgresql, server == nil { throw Failure.isNotInstalled }
  }

  deinit {
    for suffix in ["", "-wal", "-shm", ".lock"] where kind == .sqlite { unlink(path + suffix) }
  }

  private var path: String { "/tmp/navtree-\(name).db" }

  /// Its place on the command line.
  var argument: String { kind == .sqlite ? "sqlite:" + path : url }

  var url: String { server?.url(schema: name) ?? "" }

  /// Opens it as another process does.
  ///
  /// - Parameter fields: the stores of flows, in this process, by name.
  func open(
    _ durability: Durability = .commit, lease: Int = 60_000, advertised: String? = nil,
    fields: [String: TestedStore] = [:]
  ) throws -> SessionStore {
    let fields = try FieldStores(fields.mapValues { try $0.openFields() })
    guard kind == .postgresql, let url = PostgresURL(url) else {
      return try SessionStore(path: path, durability: durability, fields)
    }
    let tables = try PostgresSessionTables(url, durability: durability, lease: lease, advertised: advertised)
    return SessionStore(tables, durability: durability, fields)
  }

  /// Opens it as a store of a flow.
  func openFields() throws -> any FieldStore {
    guard kind == .postgresql, let url = PostgresURL(url) else {
      return try SQLiteFieldStore(path: path, durability: .commit)
    }
    return try PostgresFieldStore(url, durability: .commit)
  }

  /// Opens it for reading.
  func read() throws -> SessionStore {
    guard kind == .postgresql, let url = PostgresURL(url) else { return try SessionStore(reading: path) }
    let tables = try PostgresSessionTables(url, durability: .off, lease: 60_000, isReadOnly: true)
    return SessionStore(tables, durability: .off, try FieldStores([:]), isReadOnly: true)
  }

  /// Runs SQL in the schema.
  @discardableResult
  func run(_ sql: String) throws -> String {
    try server?.run("SET search_path TO \(name); \(sql)") ?? ""
  }

  /// Ends the leases of all sessions, as the server judges them.
  func expireLeases() throws {
    try run("UPDATE sessions SET expires = clock_timestamp() - interval '1 hour'")
  }
}

/// A server in this process over a store, as `navtree serve` runs it.
final class StoredProcess {
  static let flow = """
    navtree: 1
    flow: counter
    start: { screen: counter }
    effects: { fetch: { output: { text: string } } }
    screens:
      counter:
        state: { count: integer, items: { type: array, items: string, maxItems: 1000000 } }
        slots: { next: { presents: [counter] } }
        actions:
          count: { set: { count: "${state.count + 1}" } }
          keep: { payload: { text: string }, set: { count: "${state.count + 1}", "/items/-": "${action.text}" } }
          drop: { unset: ["/items/0"] }
          fetch: { effect: { name: fetch, done: fetched } }
          fetched: { set: { count: "${state.count + 100}" } }
    """

  /// A flow with a store of its own.
  private static let secretive = """
    navtree: 1
    flow: counter
    start: { screen: counter }
    stores: { secrets: { sensitive: true } }
    screens:
      counter:
        state: { count: integer, token: { type: string, sensitive: true, persist: secrets } }
        actions:
          count: { set: { count: "${state.count + 1}" } }
          sign: { payload: { token: string }, set: { token: "${action.token}" } }
          leave: { set: { token: "" } }
    """

  private(set) var store: SessionStore?
  private var server: NavtreeServer!
  private let layer = RPCLayer(maximumDepth: 512)
  /// The notifications that weren't taken yet.
  private(set) var notifications: [JSONValue] = []

  init(_ store: SessionStore?, flow: String = StoredProcess.flow) throws {
    self.store = store
    server = NavtreeServer(
      clock: .virtual, store: store, random: { 7 }, tester: ScenarioTests.tester,
      planner: SessionPlans.planner
    ) { _ in .failure(.init(message: "no files here")) }
    try call("flow.load", ["yaml": .string(flow)])
  }

  /// One over sessions whose flow keeps a field in another store.
  convenience init(_ sessions: TestedStore, secretsIn fields: TestedStore) throws {
    try self.init(try sessions.open(fields: ["secrets": fields]), flow: Self.secretive)
  }

  struct Refusal: Error, CustomStringConvertible {
    let error: JSONValue
    var kind: String { error["data"]?["kind"]?.string ?? "" }
    var data: JSONValue { error["data"] ?? .null }
    var description: String { error.description }
  }

  /// The answers to lines that are committed together.
  func send(_ requests: [(method: String, params: JSONValue)]) -> [JSONValue] {
    var output = JSONWriter()
    for (index, request) in requests.enumerated() {
      let line: JSONValue = [
        "jsonrpc": "2.0", "id": .integer(index), "method": .string(request.method), "params": request.params,
      ]
      let bytes = Array("\(line)".utf8)
      (bytes + Array(repeating: 0, count: JSONParser.padding)).withUnsafeBytes {
        layer.handle(UnsafeRawBufferPointer(rebasing: $0[..<bytes.count]), with: server, into: &output)
      }
    }
    if let error = server.commit() { layer.refuseAll(after: 0, error, in: &output) }
    server.writeCaused(into: &output)
    return take(output.text)
  }

  /// Renews the leases that are due, as the loop does.
  func keepUp() {
    server.keepUp()
    var output = JSONWriter()
    server.writeCaused(into: &output)
    _ = take(output.text)
  }

  /// Lets it know the sessions that are opened next, as the loop does.
  func foresee(_ names: [String]) throws {
    let lines = names.map { name in
      let line: JSONValue = [
        "jsonrpc": "2.0", "id": 1, "method": "session.open",
        "params": ["flow": "counter", "session": .string(name)],
      ]
      return "\(line)\n"
    }
    let text = Array(lines.joined().utf8)
    var splitter = LineSplitter(limit: 1 << 20)
    _ = splitter.append(atMost: text.count) {
      $0.copyBytes(from: text); return text.count
    }
    struct Unforeseen: Error {}
    guard server.foresees else { throw Unforeseen() }
    server.foresee { note in splitter.eachWaiting { layer.peek($0, note) } }
  }

  func endForesight() { server.endForesight() }

  var upkeepDelay: Int? { server.upkeepDelay }

  func pass(to instant: Int) { server.pass(to: instant) }

  private func take(_ text: String) -> [JSONValue] {
    let lines = text.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }
    notifications += lines.filter { $0["method"] != nil }
    return lines.filter { $0["method"] == nil }
  }

  func takeNotifications(_ method: String) -> [JSONValue] {
    defer { notifications.removeAll { $0["method"]?.string == method } }
    return notifications.filter { $0["method"]?.string == method }.map { $0["params"] ?? .null }
  }

  /// The result of a request.
  @discardableResult
  func call(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    let answer = send([(method, params)]).first ?? .null
    if let error = answer["error"] { throw Refusal(error: error) }
    return answer["result"] ?? .null
  }

  @discardableResult
  func open(_ name: String = "counter", wait: JSONValue? = nil) throws -> JSONValue {
    var params: JSONObject = ["flow": "counter", "session": .string(name)]
    if let wait { params["wait"] = wait }
    return try call("session.open", .object(params))
  }

  @discardableResult
  func dispatch(_ action: JSONValue, in name: String = "counter") throws -> JSONValue {
    try call("dispatch", ["session": .string(name), "action": action])
  }

  func snapshot(_ name: String = "counter") throws -> JSONValue {
    var snapshot = try call("snapshot.save", ["session": .string(name)])
    if case .object(var members) = snapshot {
      members["keyPrefix"] = nil
      snapshot = .object(members)
    }
    return snapshot
  }

  /// Ends it; a lock on a file ends with its process.
  func finish() throws {
    defer { (server, store) = (nil, nil) }
    try server.finish()
  }
}
