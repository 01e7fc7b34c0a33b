import JSON
import OrderedCollections
import Persistence
import Server
import Session
import TestSupport

/// What a server that nothing ever happens to makes of the lines of a load.
///
/// The same lines give the same sessions, byte for byte; so whatever is stored must be what is here after one of them.
final class StoreModel {
  /// A session as `snapshot.save` gives it.
  struct Saved {
    let seq: Int
    let text: String
  }

  private let store: SessionStore
  private let server: NavtreeServer
  private let layer = RPCLayer(maximumDepth: 512)
  /// The sessions that are stored and not open, as they were closed.
  private var closed: [String: Saved] = [:]

  init() throws {
    store = try SessionStore(path: SessionStore.memory, durability: .commit)
    server = NavtreeServer(clock: .virtual, store: store) { _ in .failure(.init(message: "no files here")) }
    let params: JSONValue = ["yaml": .string(StoreLoad.flow)]
    _ = answer(#"{"jsonrpc":"2.0","id":0,"method":"flow.load","params":\#(params)}"#)
  }

  /// Handles a line.
  func play(_ line: String) throws {
    let open = line.contains("session.close") ? openSessions : [:]
    _ = answer(line)
    for (name, session) in open where server.sessions[name] == nil { closed[name] = session }
    for name in closed.keys {
      if try server.sessions[name] != nil || store.find(name) == nil { closed[name] = nil }
    }
  }

  /// The seqs of all that are stored, by name.
  var seqs: [String: Int] {
    server.sessions.values.reduce(into: closed.mapValues(\.seq)) { $0[$1.name] = $1.seq }
  }

  /// All that are stored, by name, in order.
  func sessionsInOrder() throws -> [String: String] {
    try closed.merging(openSessions) { _, open in open }.mapValues {
      Self.inOrder(try StoredSession(JSONValue(parsing: $0.text, maximumDepth: 4_096)))
    }
  }

  /// A stored session with its rows and entries by their ids: one that has been changed has them in the order in which
  /// they were written, until it is written as a whole.
  static func inOrder(_ stored: StoredSession) -> String {
    var ordered = stored
    for row in stored.screens.sorted(by: { $0.id < $1.id }) { ordered.put(row) }
    for part in StoredPart.allCases where part != .tombstones {
      let entries = (stored.parts[part]?.inOrder ?? []).map { ($0[part.key]?.integer ?? 0, $0) }
      for (id, entry) in entries.sorted(by: { $0.0 < $1.0 }) { ordered.put(entry, for: id, in: part) }
    }
    var writer = JSONWriter()
    ordered.write(into: &writer)
    return writer.text
  }

  var openSessions: [String: Saved] {
    server.sessions.values.reduce(into: [:]) { sessions, session in
      let request =
        #"{"jsonrpc":"2.0","id":0,"method":"snapshot.save","params":{"session":"\#(session.name)"}}"#
      sessions[session.name] = Saved(seq: session.seq, text: Self.result(answer(request)))
    }
  }

  /// The result in an answer to the request 0, as it stands there.
  static func result(_ answer: some StringProtocol) -> String {
    String(answer.dropFirst(#"{"jsonrpc":"2.0","id":0,"result":"#.count).dropLast())
  }

  private func answer(_ line: String) -> String {
    var output = JSONWriter()
    var bytes = Array(line.utf8)
    let count = bytes.count
    bytes += Array(repeating: 0, count: JSONParser.padding)
    bytes.withUnsafeBytes {
      layer.handle(UnsafeRawBufferPointer(rebasing: $0[..<count]), with: server, into: &output)
    }
    _ = server.commit()
    return String(output.text.prefix { $0 != "\n" })
  }
}
