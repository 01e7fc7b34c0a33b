import ArgumentParser
import NavtreeFlow
import NavtreeJSON
import NavtreeYAML

/// `navtree bundle`: writes a flow with its parts as one file, which is read without libyaml.
struct BundleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle",
    abstract: "Write a flow and its parts as one file of JSON, which is read without YAML.",
    discussion: """
      For apps on platforms where navtree reads no YAML, such as iOS. A bundle is taken wherever a flow is, and behaves \
      the same: messages name the lines of the YAML, and the hash is the flow's. The same flow gives the same bytes.

        navtree bundle my.navtree.yaml -o my.navtree.json
        navtree serve my.navtree.json
      """)

  @Argument(help: ArgumentHelp(InputFile.flowHelp, valueName: "flow"))
  var file: InputFile?

  @Option(
    help: ArgumentHelp("The name of the flow's file in messages; default as it is given.", valueName: "file"))
  var name: String?

  @OptionGroup(title: "Output") var place: OutputPlace

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if name == "" { throw ValidationError("--name is empty") }
  }

  func run() throws {
    let file = try file.orOnlyFlow()
    let outcome = try file.load()
    guard let flow = outcome.flow else {
      Console.complain(ofErrorsIn: outcome.diagnostics, outcome.sources)
      throw ExitCode.failure
    }
    let bundle = FlowBundle.value(of: flow, outcome.sources, name: name ?? outcome.source.file)
    let text = "\(bundle)\n"
    guard text.utf8.count <= YAMLLimits().bytes else {
      throw Console.fail(
        "\(file.name): its bundle has \(text.utf8.count) bytes, more than the limit of \(YAMLLimits().bytes) (yamlBytes): split the flow, or move data out of it",
        .failure)
    }
    try place.update(text)
  }
}
