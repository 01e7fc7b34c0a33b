import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreePersistence
import NavtreeServer
import NavtreeTestSupport
import NavtreeSystem

/// A store's file: the first line names the transcript whose session it holds, and the rest changes its bytes, five
/// for each change.
///
/// It is read, verified, opened, written and verified again. One that isn't changed gives its session back.
enum StoreTarget {
  /// In the folder that `Fuzz/run` makes and removes.
  private static let path: String = {
    guard let folder = getenv("NAVTREE_FUZZ_FOLDER") else {
      fatalError("NAVTREE_FUZZ_FOLDER names no folder")
    }
    return "\(String(cString: folder))/store.db"
  }()

  /// By the transcript's name.
  nonisolated(unsafe) private static var made: [String: [UInt8]] = [:]

  static func run(_ bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: 0x0A) else { return }
    let base = PlayedTranscripts.base(of: bytes[..<end])
    let sound = file(of: base)
    let changed = change(sound, by: bytes[(end + 1)...])
    clear()
    Files.write(changed, to: path)
    if let store = try? SessionStore(reading: path) { _ = store.verify() }
    let refusal = use(base.flow)
    if changed == sound, let refusal { fatalError("a sound store doesn't open: \(refusal)") }
    if let store = try? SessionStore(reading: path) { _ = store.verify() }
  }

  /// Opens the session, works with it and stores it.
  ///
  /// - Returns: why it wasn't opened; nil if it was.
  private static func use(_ flow: FlowDefinition) -> String? {
    let store: SessionStore
    do { store = try SessionStore(path: path, durability: .off) } catch { return error.message }
    let entries = (try? store.list()) ?? []
    for entry in entries { _ = try? store.read(entry) }
    let talk = Talk(store: store)
    talk.server.add(flow)
    var refusal: String?
    do {
      let opened = try talk.server.request("session.open", ["flow": .string(flow.name)])
      if opened["restored"] != true { refusal = "\(opened), stored: \(entries.map(\.name))" }
    } catch {
      refusal = error.message
    }
    talk.ask("popToRoot")
    _ = talk.server.commit()
    talk.ask("snapshot.save")
    talk.ask("session.close")
    _ = talk.server.commit()
    _ = try? store.vacuum()
    _ = try? store.finish()
    return refusal
  }

  /// The bytes of a sound store with a session.
  private static func file(of base: PlayedTranscripts.Base) -> [UInt8] {
    if let bytes = made[base.name] { return bytes }
    clear()
    make(base)
    let bytes = Files.bytes(of: path) ?? []
    made[base.name] = bytes
    return bytes
  }

  /// The file is whole once the store is released.
  private static func make(_ base: PlayedTranscripts.Base) {
    guard let store = try? SessionStore(path: path, durability: .off) else {
      fatalError("no store can be made")
    }
    let talk = Talk(store: store)
    talk.server.add(base.flow)
    talk.ask("snapshot.restore", ["snapshot": base.snapshot])
    _ = talk.server.commit()
    for _ in 0..<3 {
      talk.ask("back")
      _ = talk.server.commit()
    }
    _ = try? store.finish()
  }

  private static func change(_ file: [UInt8], by changes: ArraySlice<UInt8>) -> [UInt8] {
    var file = file
    let changes = Array(changes)
    for start in stride(from: 0, to: changes.count - 4, by: 5) where !file.isEmpty {
      let place =
        (Int(changes[start]) << 16 | Int(changes[start + 1]) << 8 | Int(changes[start + 2])) % file.count
      let value = changes[start + 4]
      switch changes[start + 3] % 8 {
      case 0...2: file[place] = value
      case 3, 4: file[place] ^= 1 << (value % 8)
      case 5: file[place] = file[place] &+ value
      case 6: for index in place..<min(place + Int(value), file.count) { file[index] = value }
      default: file.removeLast(min(file.count - place, Int(value) * 64))
      }
    }
    return file
  }

  private static func clear() {
    for suffix in ["", "-wal", "-shm", "-journal", ".lock"] { unlink(path + suffix) }
  }
}
