import ArgumentParser
import NavtreeEngine
import NavtreePersistence
import NavtreeText

/// `navtree store copy`: copies sessions from one store to another.
struct StoreCopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy", abstract: "Copy sessions to another store.",
    discussion: """
      Each session is copied whole while no process has it open, and stays where it was. A session that is stored in \
      the other store already, that a process has open, or of which a flow's own store keeps a part is passed over with \
      the reason, and the command exits with 1.
      """)

  @Argument(help: "The store's file or URL.")
  var from: StoreArgument

  @Argument(help: "The other store's file or URL; it is made if need be.")
  var to: StoreArgument

  @Argument(help: "The sessions' names; by default all.")
  var sessions: [String] = []

  func run() throws {
    _ = try from.read()
    let source = try from.write()
    let target = try to.write()
    var isWhole = true
    func copy(_ name: String) {
      do throws(Failure) {
        try source.copy(name, to: target)
        try? Console.write(name.escapingControls + "\n")
      } catch {
        isWhole = false
        _ = Console.fail(error)
      }
    }
    try StoreArgument.orFail { () throws(Failure) in
      // The source has only its locks to write.
      try source.syncingOnce { () throws(Failure) in
        try target.syncingOnce { () throws(Failure) in
          sessions.forEach(copy)
          if sessions.isEmpty { try source.eachPage { page in page.forEach { copy($0.name) } } }
        }
      }
    }
    if !isWhole { throw ExitCode.failure }
  }
}
