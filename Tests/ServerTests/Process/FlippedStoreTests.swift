import NavtreeEngine
import NavtreeJSON
import NavtreePersistence
import NavtreeTestSupport
import OrderedCollections
import Testing
import NavtreeSystem

/// Stores with one flipped bit: it does no harm, or it is reported, and no session becomes another.
///
/// Each bit of the cells of three sessions' rows is flipped, in debug one of each byte; with
/// `NAVTREE_FLIPS=all`, each bit of the files.
@Suite
struct FlippedStoreTests {
  private static let names = ["counter", "beta", "gamma"]
  private static let isThorough = getenv("NAVTREE_FLIPS").map { String(cString: $0) } == "all"

  private let folder: TemporaryFolder
  private var store: String { folder.path + "/store.db" }
  private var people: String { folder.path + "/people.db" }

  static let flow = """
    navtree: 1
    flow: older
    start: { screen: counter }
    stores: { secrets: { sensitive: true }, people: {} }
    shared:
      token: { type: string, sensitive: true, persist: secrets }
      user: { type: string, persist: people }
    screens:
      counter:
        state: { count: integer, text: string, note: { type: string, persist: people } }
        slots: { next: { presents: [counter] } }
        actions:
          count: { set: { count: "${state.count + 1}", note: noted } }
          keep: { payload: { text: string }, set: { count: "${state.count + 1}", text: "${action.text}" } }
          sign: { payload: { token: string, user: string }, shared: { token: "${action.token}", user: "${action.user}" } }
    """

  /// Three sessions with a snapshot and changes each, values in another store, and a value that has ended.
  init() throws {
    folder = try TemporaryFolder()

    for round in 0..<2 {
      let sessions = try SessionStore(
        path: store, durability: .commit, places: ["people": folder.path + "/people.db"])
      let talk = try ServedStore(sessions, flow: Self.flow)
      for name in Self.names {
        let session = JSONValue.string(name)
        try talk.call("session.open", ["flow": "older", "session": session])
        try talk.call(
          "dispatch",
          ["session": session, "action": ["type": "keep", "text": .string("\(round) of \(name)")]])
        let sign: JSONValue = ["type": "sign", "token": "", "user": .string("user of \(name)")]
        try talk.call("dispatch", ["session": session, "action": sign])
      }
      guard round == 1 else {
        try talk.finish()
        continue
      }
      try talk.call("push", ["session": "beta", "screen": "counter"])
      try talk.call("dispatch", ["session": "beta", "action": ["type": "count"]])
      // What isn't tidied stays beside its successor.
      try talk.call("pop", ["session": "beta"])
    }
    // Without a log, which each reader would make and remove: the file format of SQLite, section 1.3.
    for path in [store, people] { for place in [18, 19] { Self.put(1, at: place, in: path) } }
  }

  // MARK: What is read

  /// What each session has, as far as it is read; nil for one that isn't found.
  private func contents(_ store: SessionStore) -> [String: String?] {
    Self.names.reduce(into: [:]) { contents, name in
      do {
        guard let entry = try store.find(name) else {
          contents.updateValue(nil, forKey: name)
          return
        }
        let stored = try store.readWithFields(entry)
        var writer = JSONWriter()
        stored.write(into: &writer, isStored: true)
        contents[name] =
          "\(entry.name) \(entry.flow) \(entry.version) \(entry.hash) \(entry.seq) \(writer.text)"
      } catch {}
    }
  }

  /// - Parameter fields: the open store of the flow; nil to open it.
  private func contents(_ fields: SQLiteFieldStore? = nil) throws -> [String: String?] {
    let fields = try FieldStores(["people": fields ?? SQLiteFieldStore(reading: people)])
    return contents(try SessionStore(reading: store, fields))
  }

  /// The bytes of the snapshots, changes and values, of which all bits are alike to a checksum.
  private func bodies(in file: [UInt8]) -> Set<Int> {
    let ends = [UInt8(ascii: "}"), UInt8(ascii: "\"")]
    var places: Set<Int> = []
    var start: Int?
    for place in file.indices {
      guard file[place] >= 0x20, file[place] < 0x7F else {
        if let start, place - start > 40, file[start..<place].contains(where: ends.contains) {
          places.formUnion(start + 8..<place)
        }
        start = nil
        continue
      }
      start = start ?? place
    }
    return places
  }

  private func verify() throws -> [StoreFinding] {
    let store = try SessionStore(reading: store)
    return store.verify().findings + (try SQLiteFieldStore(reading: people).verify().findings)
  }

  // MARK: Flips

  /// The bytes of the cells of all tables and indexes but the schema's, by the file format of SQLite, section 1.6.
  static func cells(of file: [UInt8]) -> [Int] {
    func integer(_ place: Int) -> Int { Int(file[place]) << 8 | Int(file[place + 1]) }
    let size = integer(16)
    return stride(from: size, to: file.count, by: size).flatMap { page -> [Int] in
      [2, 5, 10, 13].contains(file[page]) ? Array(page + integer(page + 5)..<page + size) : []
    }
  }

  /// The first bytes of each row: the size, and its number.
  private static func heads(of file: [UInt8]) -> [Int] {
    func integer(_ place: Int) -> Int { Int(file[place]) << 8 | Int(file[place + 1]) }
    let size = integer(16)
    return stride(from: size, to: file.count, by: size).filter { file[$0] == 13 }.flatMap { page in
      (0..<integer(page + 3)).flatMap { row -> [Int] in
        let start = page + integer(page + 8 + 2 * row)
        return Array(start..<start + 4)
      }
    }
  }

  private static func put(_ byte: UInt8, at place: Int, in path: String) {
    let file = open(path, O_WRONLY)
    defer { close(file) }
    withUnsafeBytes(of: byte) { _ = pwrite(file, $0.baseAddress, 1, off_t(place)) }
  }

  /// The bits to flip of a byte: of a long text one, since all are alike to a checksum, and in debug one of any byte.
  private func bits(of place: Int, _ isBody: Bool) -> [Int] {
    if !Self.isThorough, isBody || rounds(8, inDebug: 1) == 1 { return [(place + place / 8) % 8] }
    return Array(0...7)
  }

  private func flipAll(of path: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let sound = try contents()
    #expect(sound.values.allSatisfy { $0 != nil } && sound.count == Self.names.count)
    let file = try #require(Files.bytes(of: path))
    let places = Self.isThorough ? Array(file.indices) : Self.cells(of: file)
    let bodies = Self.isThorough ? [] : bodies(in: file)
    let fields = path == people ? nil : try SQLiteFieldStore(reading: people)
    var (harmless, reported) = (0, 0)
    // Of a long text a part in debug: any of its bits is the checksum's.
    for place in places where !bodies.contains(place) || place % rounds(1, inDebug: 8) == 0 {
      for bit in bits(of: place, bodies.contains(place)) {
        Self.put(file[place] ^ 1 << UInt8(bit), at: place, in: path)
        defer { Self.put(file[place], at: place, in: path) }
        guard let found = try? contents(fields) else {
          reported += 1
          continue
        }
        // A session is as it was, or its reading fails.
        let wrong = found.filter { $0.value != sound[$0.key] }
        if wrong.isEmpty, found.count == sound.count { harmless += 1 } else { reported += 1 }
        // Beside the cells, what leads to them may lose some, which only the whole store shows.
        let isFound = try wrong.isEmpty || Self.isThorough && !verify().isEmpty
        #expect(
          isFound, "byte \(place), bit \(bit): \(wrong.mapValues { $0?.suffix(90) })",
          sourceLocation: sourceLocation)
        for (name, text) in wrong {
          #expect(
            Self.names.allSatisfy { $0 == name || text?.contains("of \($0)") != true },
            "byte \(place), bit \(bit): \(name) is another session", sourceLocation: sourceLocation)
        }
        if found.count < sound.count {
          #expect(try !verify().isEmpty, "byte \(place), bit \(bit)", sourceLocation: sourceLocation)
        }
      }
    }
    #expect(harmless > 0 && reported > 0, sourceLocation: sourceLocation)
  }

  @Test func aFlippedBitMakesNoSessionAnother() throws { try flipAll(of: store) }

  /// The number of a damaged row would lead to the rows, and the lock, of another session.
  @Test func deletingASessionWithAFlippedBitHarmsNoOther() throws {
    let file = try #require(Files.bytes(of: store))
    let path = folder.path + "/deleted.db"
    var (refused, opened) = (0, 0)
    for place in Self.heads(of: file) {
      for bit in stride(from: rounds(0, inDebug: place % 3), to: 8, by: rounds(1, inDebug: 3)) {
        var flipped = file
        flipped[place] ^= 1 << UInt8(bit)
        for suffix in ["-wal", "-shm", ".lock"] { unlink(path + suffix) }
        Files.write(flipped, to: path)
        let places = ["people": people]
        guard let first = try? SessionStore(path: path, durability: .off, places: places) else { continue }
        let talk = try ServedStore(first, flow: Self.flow)
        for name in Self.names.dropFirst() {
          _ = try? talk.call("session.open", ["flow": "older", "session": .string(name)])
        }
        guard let second = try? SessionStore(path: path, durability: .off) else { continue }
        let isOpen = Self.names.map { first.isAttached($0) }
        do { _ = try talk.call("session.delete", ["session": "counter"]) } catch { refused += 1 }
        // The others are there, and still locked.
        for (name, isOpen) in zip(Self.names, isOpen).dropFirst() where isOpen {
          opened += 1
          #expect(throws: Failure.self, "byte \(place), bit \(bit)") { _ = try second.delete(name) }
          // A damaged size may take its neighbour along, which is then reported.
          do {
            let entry = try second.find(name)
            #expect(try entry.map { try second.read($0).seq } != nil, "byte \(place), bit \(bit): \(name)")
          } catch {}
        }
      }
    }
    #expect(refused > 0 && opened > 0)
  }

  @Test func aFlippedBitOfAFlowsOwnStoreMakesNoSessionAnother() throws { try flipAll(of: people) }
}
