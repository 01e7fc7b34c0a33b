import ArgumentParser
import NavtreeFlow
import NavtreeJSON

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

  func run() throws {
    let schema =
      switch draft {
      case .latest: scenarios ? FlowSchema.scenarios : FlowSchema.document
      case .seven: scenarios ? FlowSchema.scenariosDraft7 : FlowSchema.draft7
      }
    try Console.write(schema.prettyDescription + "\n")
  }
}
