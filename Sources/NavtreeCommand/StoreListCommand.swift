import NavtreeText
import ArgumentParser
import NavtreeJSON
import NavtreeJSONReading
import NavtreePersistence
import NavtreeEngine

/// `navtree store ls`: lists the stored sessions.
struct StoreListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ls", abstract: "List the stored sessions: name, flow, version, seq, bytes.")

  @Argument(help: "The store's file or URL.")
  var store: StoreArgument

  @Flag(help: "Write JSON.")
  var json = false

  func run() throws {
    let entries = try StoreArgument.orFail { [store = try store.read()] () throws(Failure) in try store.list()
    }
    if json {
      let list = entries.map { entry -> JSONValue in
        [
          "session": .string(entry.name), "flow": .string(entry.flow), "version": .integer(entry.version),
          "hash": .string(entry.hash), "seq": .integer(entry.seq),
          "bytes": .integer(entry.snapshotSize + entry.changesSize),
        ]
      }
      return try Console.write("\(JSONValue.array(list))".escapingControls + "\n")
    }
    let names = entries.map(\.name.escapingControls)
    let width = names.map(\.count).max() ?? 0
    for (entry, name) in zip(entries, names) {
      let name = name + String(repeating: " ", count: width - name.count)
      try Console.write(
        "\(name)  \(entry.flow) \(entry.version)  seq \(entry.seq)  \(entry.snapshotSize + entry.changesSize) bytes\n"
      )
    }
  }
}

/// `navtree store show`: shows a stored session to people.
struct StoreShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a stored session.")

  @OptionGroup
  var stored: StoredSessionArguments

  func run() throws {
    let value = try JSONValue(parsing: try stored.snapshot(), maximumDepth: 4_096)
    try Console.write(value.prettyDescription.escapingControlsInLines + "\n")
  }
}
