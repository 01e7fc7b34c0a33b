import NavtreeEngine
import NavtreeJSON
import NavtreePersistence
import OrderedCollections
import NavtreeTestSupport
import Testing
import NavtreeSystem

/// Stores whose files are damaged at random: damage is found and named, everything else is read, and no
/// reader is ended by it.
@Suite
struct DamagedStoreTests {
  private let folder: TemporaryFolder
  private let store: String
  /// The files, with all data in the main one, and with the last changes beside it.
  private let whole: [String: [UInt8]]
  private let split: [String: [UInt8]]
  /// The content of `split` without the changes beside it, and all former contents.
  private let known: [String: Set<String>]
  /// The last stored content, by name.
  private let last: [String: String]

  private static let suffixes = ["", "-wal", ".lock"]

  /// Sessions of which some have many changes, one fills many pages, and some have none.
  init() throws {
    folder = try TemporaryFolder()
    store = folder.path + "/store.db"
    var known: [String: Set<String>] = [:]
    func note(_ store: String) throws -> [String: String] {
      let texts = try DamagedStoreTests.texts(of: SessionStore(reading: store)).texts
      for (name, text) in texts { known[name, default: []].insert(text) }
      return texts
    }
    let names = (1...9).map { "session\($0)" }
    do {
      let server = try ServedStore(SessionStore(path: store, durability: .commit), flow: StoreLoad.flow)
      for name in names { try server.call("session.open", ["flow": "load", "session": .string(name)]) }
      for round in 0..<6 {
        for (index, name) in names.enumerated() where index % 3 > 0 || round == 0 {
          let text =
            index == 4 && round == 0 ? String(repeating: "x", count: 9_000) : "text \(round) of \(index)"
          try server.call(
            "dispatch", ["session": .string(name), "action": ["type": "put", "text": .string(text)]])
        }
        _ = try note(store)
      }
    }
    try SessionStore(path: store, durability: .off).vacuum()
    _ = try note(store)
    // Again some changes, in pages that they have in common.
    let server = try ServedStore(SessionStore(path: store, durability: .commit), flow: StoreLoad.flow)
    for name in names { try server.call("session.open", ["flow": "load", "session": .string(name)]) }
    for round in 0..<3 {
      for name in names.prefix(5) {
        try server.call(
          "dispatch",
          ["session": .string(name), "action": ["type": "put", "text": .string("more \(round)")]])
        _ = try note(store)
      }
    }
    split = Self.files(store)
    last = try note(store)
    self.known = known
    // The last process to close a store moves everything into the main file.
    try server.finish()
    whole = Self.files(store)
  }

  /// The sessions that are found, and the faults.
  private static func texts(of store: SessionStore) throws -> (
    texts: [String: String], findings: [StoreFinding]
  ) {
    let (sound, findings) = store.verify()
    var texts: [String: String] = [:]
    for entry in sound {
      var writer = JSONWriter()
      try store.read(entry).write(into: &writer)
      texts[entry.name] = "\(entry.flow) \(entry.version) \(entry.hash) \(entry.seq) \(writer.text)"
    }
    return (texts, findings)
  }

  private static func files(_ store: String) -> [String: [UInt8]] {
    suffixes.reduce(into: [:]) { $0[$1] = Files.bytes(of: store + $1) }
  }

  // MARK: Damage

  private enum Damage: CaseIterable {
    case flips, manyFlips, pages, end, flipsBeside, endBeside, lock, all
  }

  private static func flip(_ count: Int, _ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    for _ in 0..<count {
      var place = Int.random(in: bytes.indices, using: &random)
      // Most zeros are unused space.
      while bytes[place] == 0, Int.random(in: 0..<20, using: &random) > 0 {
        place = Int.random(in: bytes.indices, using: &random)
      }
      bytes[place] ^= UInt8.random(in: 1...255, using: &random)
    }
  }

  private static func cut(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    if !bytes.isEmpty { bytes.removeLast(Int.random(in: 1...bytes.count, using: &random)) }
  }

  private func damaged(_ damage: Damage, _ random: inout SeededGenerator) -> [String: [UInt8]] {
    let isBeside = damage == .flipsBeside || damage == .endBeside || damage == .all
    var files = isBeside ? split : whole
    switch damage {
    case .flips: Self.flip(1, &files["", default: []], &random)
    case .manyFlips: Self.flip(1 << Int.random(in: 1...8, using: &random), &files["", default: []], &random)
    case .pages:
      let bytes = files[""] ?? []
      let page = 4_096 * Int.random(in: 0..<bytes.count / 4_096, using: &random)
      let other = 4_096 * Int.random(in: 0..<bytes.count / 4_096, using: &random)
      let isZero = Bool.random(using: &random)
      files[""]?.replaceSubrange(
        page..<page + 4_096,
        with: isZero ? Array(repeating: 0, count: 4_096)[...] : bytes[other..<other + 4_096])
    case .end: Self.cut(&files["", default: []], &random)
    case .flipsBeside:
      Self.flip(1 << Int.random(in: 0...6, using: &random), &files["-wal", default: []], &random)
    case .endBeside: Self.cut(&files["-wal", default: []], &random)
    case .lock:
      files[".lock"] = (0..<Int.random(in: 0...200, using: &random)).map { _ in
        .random(in: 0...255, using: &random)
      }
    case .all:
      for suffix in Self.suffixes { Self.flip(8, &files[suffix, default: []], &random) }
    }
    return files
  }

  private func write(_ files: [String: [UInt8]], to path: String) {
    unlink(path + "-shm")
    for suffix in Self.suffixes {
      guard let bytes = files[suffix] else {
        unlink(path + suffix)
        continue
      }
      guard let file = fopen(path + suffix, "w") else { continue }
      fwrite(bytes, 1, bytes.count, file)
      fclose(file)
    }
  }

  // MARK: Tests

  @Test(arguments: [1, 2, 3] as [UInt64])
  func whatIsDamagedIsFoundAndTheRestIsRead(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let path = folder.path + "/damaged.db"
    var sound = 0
    var flips = 0
    for round in 0..<rounds(96, inDebug: 32) {
      let damage = Damage.allCases[round % Damage.allCases.count]
      let files = damaged(damage, &random)
      write(files, to: path)
      let place = "seed \(seed), round \(round), \(damage)"
      let isBeside = damage == .flipsBeside || damage == .endBeside || damage == .all
      var wasWhole = false
      do {
        let (texts, findings) = try Self.texts(of: SessionStore(reading: path))
        if damage == .flips {
          sound += texts.filter { last[$0.key] == $0.value }.count
          flips += 1
        }
        for (name, text) in texts {
          // A cut end of the file beside it looks like an unfinished write.
          let isKnown = isBeside ? known[name]?.contains(text) == true : last[name] == text
          #expect(
            isKnown || findings.contains { $0.session == nil }, "\(place): \(name) is \(text.prefix(300))")
        }
        wasWhole = findings.isEmpty
        if findings.isEmpty, !isBeside { #expect(texts == last, "\(place)") }
        if damage == .lock { #expect(findings.isEmpty, "\(place)") }
      } catch let failure as Failure {
        #expect(failure.kind == .storage, "\(place): \(failure)")
      }
      serve(path)
      if let store = try? SessionStore(path: path, durability: .off) { _ = try? store.vacuum() }
      if wasWhole, !isBeside {
        #expect(try Self.texts(of: SessionStore(reading: path)).findings.isEmpty, "\(place), served")
      }
    }
    // One byte removes one session at most, except in the structures that lead to others.
    #expect(sound * 5 >= flips * last.count * 4)
  }

  /// Opens every session that can be opened, and continues it.
  private func serve(_ path: String) {
    guard let store = try? SessionStore(path: path, durability: .off),
      let server = try? ServedStore(store, flow: StoreLoad.flow)
    else { return }
    for name in last.keys.sorted() {
      guard (try? server.call("session.open", ["flow": "load", "session": .string(name)])) != nil else {
        continue
      }
      _ = try? server.call("dispatch", ["session": .string(name), "action": ["type": "count"]])
      _ = try? server.call("snapshot.save", ["session": .string(name)])
    }
    _ = try? server.call("session.list")
    for name in last.keys.sorted().prefix(3) {
      _ = try? server.call("session.delete", ["session": .string(name)])
    }
    try? server.finish()
  }
}
