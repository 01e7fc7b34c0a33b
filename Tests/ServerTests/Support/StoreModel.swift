import NavtreeJSON
import NavtreeJSONReading
import OrderedCollections
import NavtreePersistence
import NavtreeServer
import NavtreeEngine
import NavtreeTestSupport

/// The sessions that an undisturbed server makes of the lines of a load.
///
/// The same lines give the same sessions, byte for byte; so every stored state must be the state here after one of
/// them.
final class StoreModel {
  /// A session as `snapshot.save` gives it.
  struct Saved {
    let seq: Int
    let text: String
  }

  /// The store with which it is compared.
  private let path: String
  private let store: SessionStore
  private let server: NavtreeServer
  private let layer = RPCLayer(maximumDepth: 512)
  /// The sessions that are stored and not open, as they were closed.
  private var closed: [String: Saved] = [:]

  init(of path: String) throws {
    self.path = path
    store = try SessionStore(
      path: SessionStore.memory, durability: .commit, places: StoreLoad.places(beside: SessionStore.memory))
    server = NavtreeServer(clock: .virtual, store: store) { _ in .failure(.init(message: "no files here")) }
    _ = answer(Self.load)
  }

  /// Handles a line.
  ///
  /// - Returns: the answer.
  @discardableResult
  func play(_ line: String) throws -> String {
    let open = line.contains("session.close") ? openSessions : [:]
    let answer = answer(line)
    for (name, session) in open where server.sessions[name] == nil { closed[name] = session }
    for name in closed.keys {
      if try server.sessions[name] != nil || store.find(name) == nil { closed[name] = nil }
    }
    return answer
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

  // MARK: State

  /// The seqs of all stored sessions, by name.
  private var seqs: [String: Int] {
    server.sessions.values.reduce(into: closed.mapValues(\.seq)) { $0[$1.name] = $1.seq }
  }

  private var openSessions: [String: Saved] {
    server.sessions.values.reduce(into: [:]) { sessions, session in
      sessions[session.name] = Saved(
        seq: session.seq,
        text: Self.result(answer(Self.line("snapshot.save", ["session": .string(session.name)]))))
    }
  }

  /// All stored sessions, by name, in order.
  private func sessionsInOrder() throws -> [String: String] {
    try closed.merging(openSessions) { _, open in open }.mapValues {
      Self.inOrder(try StoredSession(JSONValue(parsing: $0.text, maximumDepth: 4_096)))
    }
  }

  /// A stored session with its rows and entries by their ids: in a changed one they have the order of
  /// writing, until it is written as a whole.
  private static func inOrder(_ stored: StoredSession) -> String {
    var ordered = stored
    for row in stored.screens.sorted(by: { $0.id < $1.id }) { ordered.put(row) }
    for part in StoredPart.allCases where part != .tombstones {
      let entries = (stored.parts[part]?.inOrder ?? []).map { ($0[part.key]?.integer ?? 0, $0) }
      for (id, entry) in entries.sorted(by: { $0.0 < $1.0 }) { ordered.put(entry, for: id, in: part) }
    }
    var writer = JSONWriter()
    ordered.write(into: &writer)
    return withoutPrefixes(writer.text)
  }

  // MARK: Comparing

  /// The lines that bring another server to the present state, from the stored one, and show it.
  var beginning: [String] {
    let names = Array(server.sessions.keys)
    return [Self.load]
      + names.map { Self.line("session.open", ["flow": "load", "session": .string($0)]) }
      + names.map { Self.line("snapshot.save", ["session": .string($0)]) }
  }

  /// The faults of the answers to those lines, as far as they came.
  func faults(inBeginning answers: some Sequence<String>) -> [String] {
    let sessions = openSessions
    let names = Array(server.sessions.keys)
    let opened = answers.dropFirst().prefix(names.count)
    let saved = answers.dropFirst(1 + names.count)
    return opened.filter { !$0.hasSuffix(#""restored":true}}"#) }.map { String($0.prefix(300)) }
      + zip(names, saved).compactMap { Self.difference(Self.result($1), sessions[$0]?.text) }
  }

  /// Handles lines that were answered, except those that failed for lack of space.
  ///
  /// - Returns: the answers that differ.
  func follow(_ lines: some Sequence<String>, _ answers: some Sequence<String>) throws -> [String] {
    var faults: [String] = []
    for (line, answer) in zip(lines, answers) where !Self.hasFoundNoRoom(answer) {
      let answer = answer.replacing(path, with: SessionStore.memory)
      if let difference = Self.difference(answer, try play(line)) { faults.append(difference) }
    }
    return faults
  }

  static func hasFoundNoRoom(_ answer: String) -> Bool { answer.contains(#""kind":"storage""#) }

  /// Handles as many of the lines as are stored.
  ///
  /// - Returns: the faults of the stored state.
  func faults(inStoreAfterSomeOf lines: some Sequence<String>) throws -> [String] {
    let places = StoreLoad.places(beside: path)
    let store = try SessionStore(reading: path, places: places)
    var (sound, findings) = store.verify()
    for place in places.values { findings += try SQLiteFieldStore(reading: place).verify().findings }
    if !findings.isEmpty { return findings.map { "\($0.session ?? "the file"): \($0.message)" } }
    let storedSeqs = Dictionary(uniqueKeysWithValues: sound.map { ($0.name, $0.seq) })
    let stored = Dictionary(
      uniqueKeysWithValues: try sound.map { entry in
        var whole = try store.readWithFields(entry)
        // Nothing is, in this flow.
        whole.isSensitive = false
        return (entry.name, Self.inOrder(whole))
      })
    var closest: [String]?
    for line in [""] + lines {
      if !line.isEmpty { try play(line) }
      guard seqs == storedSeqs else { continue }
      let sessions = try sessionsInOrder()
      if sessions == stored { return [] }
      closest = closest ?? stored.compactMap { Self.difference($1, sessions[$0]) }
    }
    return closest ?? ["stored are \(storedSeqs), which is after none of the lines"]
  }

  private static let load = line("flow.load", ["yaml": .string(StoreLoad.flow)])

  private static func line(_ method: String, _ params: JSONValue) -> String {
    #"{"jsonrpc":"2.0","id":0,"method":"\#(method)","params":\#(params)}"#
  }

  /// The result in an answer to the request 0, as written.
  private static func result(_ answer: String) -> String {
    String(answer.dropFirst(#"{"jsonrpc":"2.0","id":0,"result":"#.count).dropLast())
  }

  /// The first difference of two texts, in a few words.
  private static func difference(_ found: String, _ expected: String?) -> String? {
    let (found, expected) = (withoutPrefixes(found), withoutPrefixes(expected ?? ""))
    if found == expected { return nil }
    let count = max(zip(found.utf8, expected.utf8).prefix { $0 == $1 }.count - 60, 0)
    return "\(found.dropFirst(count).prefix(150)) isn't \(expected.dropFirst(count).prefix(150))"
  }

  /// The text without the prefixes of effect keys, which count the openings of a process.
  private static func withoutPrefixes(_ text: String) -> String {
    var rest = text[...]
    var kept = ""
    while let start = rest.firstRange(of: #""keyPrefix":""#) {
      kept += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: #"","#) else { break }
      rest = rest[end.upperBound...]
    }
    return kept + rest
  }
}
