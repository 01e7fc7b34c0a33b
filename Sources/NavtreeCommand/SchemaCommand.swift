import ArgumentParser
import NavtreeFlow
import NavtreeJSON

/// `navtree schema`: writes the JSON Schema of the flow format.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Write the JSON Schema (2020-12) of the flow format, for editors.",
    discussion: """
      Editors that read YAML modelines complete and explain a flow whose first line names the schema, as in a flow \
      written by 'navtree init':

        navtree schema > flow.schema.json
      """)

  func run() throws {
    try Console.write(FlowSchema.document.prettyDescription + "\n")
  }
}
