import NavtreeText
import ArgumentParser
import NavtreeJSON
import NavtreeJSONReading
import NavtreePersistence

/// `navtree store ls`: lists the stored sessions.
struct StoreListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ls", abstract: "List the stored sessions: name, flow, version, seq, bytes.")

  @Argument(help: "The store's file or URL.")
  var store: StoreArgument

  @OptionGroup(title: "Output") var form: OutputForm<TextFormat>

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run() throws {
    let store = try store.read()
    var isFirst = true
    if form.isJSON { try Console.write("[") }
    try StoreArgument.forEachPage(of: store) { page in
      try Console.write(form.isJSON ? Self.json(page, isFirst: isFirst) : Self.text(page))
      isFirst = false
    }
    if form.isJSON { try Console.write("]\n") }
  }

  private static func json(_ entries: [StoredEntry], isFirst: Bool) -> String {
    let list = entries.map { entry -> JSONValue in
      [
        "session": .string(entry.name), "flow": .string(entry.flow), "version": .integer(entry.version),
        "hash": .string(entry.hash), "seq": .integer(entry.seq),
        "bytes": .integer(entry.snapshotSize + entry.changesSize),
      ]
    }
    return (isFirst ? "" : ",") + list.map { "\($0)".escapingControls }.joined(separator: ",")
  }

  /// A line for each session; the columns are aligned.
  private static func text(_ entries: [StoredEntry]) -> String {
    let names = entries.map(\.name.escapingControls)
    let width = names.map(\.count).max() ?? 0
    return zip(entries, names).map { entry, name in
      let name = name + String(repeating: " ", count: width - name.count)
      let size = entry.snapshotSize + entry.changesSize
      return "\(name)  \(entry.flow.escapingControls) \(entry.version)  seq \(entry.seq)  \(size) bytes\n"
    }.joined()
  }
}

/// `navtree store show`: shows a stored session to people.
struct StoreShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a stored session.")

  @OptionGroup
  var stored: StoredSessionArguments

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run() throws {
    let value = try JSONValue(parsing: try stored.snapshot(), maximumDepth: 4_096)
    try Console.write(value.prettyDescription.escapingControlsInLines + "\n")
  }
}
