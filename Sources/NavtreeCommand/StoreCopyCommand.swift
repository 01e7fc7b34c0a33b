import ArgumentParser
import NavtreeEngine
import NavtreeJSON
import NavtreePersistence
import NavtreeText

/// `navtree store copy`: copies sessions from one store to another.
struct StoreCopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy", abstract: "Copy sessions to another store.",
    discussion: """
      Each session is copied whole while no process has it open, and stays where it was. A session that is stored in \
      the other store already, that a process has open, or of which a flow's own store keeps a part is passed over with \
      the reason.
      """)

  @Argument(help: "The store's file or URL.")
  var from: StoreArgument

  @Argument(help: "The other store's file or URL; it is made if need be.")
  var to: StoreArgument

  @Argument(help: "The sessions' names; by default all.")
  var sessions: [String] = []

  @OptionGroup(title: "Output") var form: OutputForm<TextFormat>

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run() throws {
    _ = try from.read()
    let source = try from.write()
    let target = try to.write()
    var copied: [String] = []
    var passedOver: [(name: String, reason: String)] = []
    let progress = ProgressLine()
    func copy(_ name: String) {
      do throws(Failure) {
        try source.copy(name, to: target)
        copied.append(name)
      } catch {
        passedOver.append((name, error.message))
        progress.end()
        _ = Console.fail(error)
      }
      progress.show("\(copied.count) copied")
    }
    try Console.orFail { () throws(Failure) in
      // The source has only its locks to write.
      try source.syncingOnce { () throws(Failure) in
        try target.syncingOnce { () throws(Failure) in
          sessions.forEach(copy)
          if sessions.isEmpty { try source.eachPage { page in page.forEach { copy($0.name) } } }
        }
      }
    }
    progress.end()
    try tell(copied, passedOver)
    if !passedOver.isEmpty { throw ExitCode.failure }
  }

  private func tell(_ copied: [String], _ passedOver: [(name: String, reason: String)]) throws {
    if form.isJSON {
      let others = passedOver.map { name, reason -> JSONValue in
        ["session": .string(name), "message": .string(reason)]
      }
      let answer: JSONObject = ["copied": .array(copied.map { .string($0) }), "passedOver": .array(others)]
      return try Console.write("\(JSONValue.object(answer))".escapingControls + "\n")
    }
    let others = passedOver.isEmpty ? "" : ", \(passedOver.count) passed over"
    try Console.report("\(copied.count.counted("session")) copied\(others)\n")
  }
}
