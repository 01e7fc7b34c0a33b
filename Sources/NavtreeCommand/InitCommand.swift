import ArgumentParser
import NavtreeText

/// `navtree init`: writes a flow to start from.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a commented flow to start from.",
    discussion: """
      The flow is named after the file. An existing file is left as it is.

      notes       a list and a detail, in forty lines
      shop        catalogue, cart, payment and orders, in tabs
      mail        folders, threads and messages in panes; drafts, search
      onboarding  steps with validation, uploads and a check; resumed later
      tabs        three tabs with stacks, a badge and links
      """)

  @Option(
    help: ArgumentHelp("The template: \(FlowTemplate.list); default notes.", valueName: "name"),
    completion: .list(FlowTemplate.allCases.map(\.rawValue)),
    transform: FlowTemplate.named)
  var template = FlowTemplate.notes

  @Argument(
    help: ArgumentHelp(
      "The file to create, by default NAME.navtree.yaml for the template's name; - is standard output.",
      valueName: "file"))
  var file: String?

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to create, too.", valueName: "file"))
  var output: String?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if file != nil, output != nil { throw ValidationError("the file is given twice") }
  }

  func run() throws {
    let path = output ?? file ?? template.file
    let text = template.text(name: template.name(forFile: path))
    if path == "-" { return try Console.write(text) }
    try OutputFile(path: path).create(text)
    try Console.write(
      """
      \(path.escapingControls): written
        check it:        navtree check \(path.escapingControls)
        for the editor:  navtree lsp --help, or navtree schema > \(FlowTemplate.schema)

      """)
  }
}
