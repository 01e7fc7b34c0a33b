import NavtreeServer
import ArgumentParser
import NavtreeJSON
import NavtreeJSONReading
import NavtreePersistence
import NavtreeEngine
import NavtreeSystem

/// `navtree store export`: writes a stored session as one line, for `import` and `snapshot.restore`.
struct StoreExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a stored session as a snapshot, on one line.")

  @OptionGroup
  var stored: StoredSessionArguments

  @OptionGroup(title: "Output") var place: OutputPlace

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run() throws {
    try place.write(try stored.snapshot() + "\n")
  }
}

/// `navtree store import`: stores a snapshot as a session.
struct StoreImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Store a snapshot as a session.",
    discussion:
      "A snapshot with sensitive values is refused: restore it with snapshot.restore, which knows where they may be kept."
  )

  @Argument(help: "The store's file or URL.")
  var store: StoreArgument

  @Argument(help: "The session's name.")
  var session: String

  @Argument(help: "The snapshot's file; - is standard input.")
  var file: InputFile = InputFile(argument: "-")

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run() throws {
    guard SessionName.isGood(session) else { throw Console.fail(SessionName.rule, .failure) }
    let bytes = try file.allBytes()
    let stored: StoredSession
    do {
      stored = try StoredSession(JSONValue(parsing: bytes, maximumDepth: 4_096))
    } catch let fault as StoredFault {
      let part = fault.pointer.isEmpty ? ":" : "'s \(fault.pointer)"
      throw Console.fail("\(file.name): the snapshot\(part) \(fault.message)", .failure)
    } catch {
      throw Console.fail("\(file.name): \(error)", .failure)
    }
    let store = try store.write()
    try Console.orFail { () throws(Failure) in try store.import(stored, as: session) }
  }
}
