import ArgumentParser
import NavtreeFlow
import NavtreeJSON
import NavtreeServer
import NavtreeText

/// `navtree schema`: writes the JSON Schema of the flow format.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Write the JSON Schema of the flow format, or of scenarios, for editors.",
    discussion: """
      Editors that read YAML modelines complete and explain a flow whose first line names the schema, as in a flow \
      written by 'navtree init':

        navtree schema > flow.schema.json
      """)

  /// A draft of JSON Schema, by its name.
  enum Draft: String, Choice {
    case latest = "2020-12"
    case seven = "7"
  }

  @Option(help: "The draft of JSON Schema: 2020-12, or 7 for schema stores and older editors.")
  var draft = Draft.latest

  @Flag(help: "The schema of files of scenarios instead.")
  var scenarios = false

  @Option(
    help: ArgumentHelp(
      "The schema of what a command writes with --format json instead, such as check or 'store ls'.",
      valueName: "name"))
  var command: String?

  @OptionGroup(title: "Output") var place: OutputPlace

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if scenarios, command != nil { throw ValidationError("--scenarios and --command are two schemas") }
    if command != nil, draft == .latest { return }
    if command != nil { throw ValidationError("--draft is for flows and scenarios") }
  }

  func run() throws {
    if let command { return try place.write(try Self.schema(of: command).prettyDescription + "\n") }
    let schema =
      switch draft {
      case .latest: scenarios ? FlowSchema.scenarios : FlowSchema.document
      case .seven: scenarios ? FlowSchema.scenariosDraft7 : FlowSchema.draft7
      }
    try place.write(schema.prettyDescription + "\n")
  }

  private static func schema(of command: String) throws -> JSONValue {
    let known = CommandFacts.described
    guard let output = known[command]?.output else {
      let hint = Spelling.hint(for: command, among: known.keys.sorted()).map { " (\($0))" } ?? ""
      throw Console.fail(
        "no command '\(command)' writes JSON\(hint): \(known.keys.sorted().joined(separator: ", "))", .usage)
    }
    return output.document(title: "navtree \(command) --format json")
  }
}
