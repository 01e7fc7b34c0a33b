import ArgumentParser
import NavtreeFiles
import NavtreeFlow
import NavtreeText
import NavtreeYAML

/// `navtree fmt`: writes flows and scenarios in one form.
struct FormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt",
    abstract: "Write flows and scenarios in one form.",
    discussion: """
      Two spaces indent, lists and maps in brackets stay on a line where they fit, quotes stand where they are needed. \
      Keys stay in their order, comments and blank lines where they stood, and a flow keeps its hash. A file with \
      errors of YAML stays as it is.

        navtree fmt my.navtree.yaml
        navtree fmt --check my.navtree.yaml
      """)

  @Argument(
    help: ArgumentHelp(
      "The files, and folders with *.navtree.yaml and *.scenarios.yaml below them; - is standard input, and is written to standard output. By default the only flow in this folder.",
      valueName: "file"))
  var files: [InputFile] = []

  @Flag(help: "Write nothing, and name the files that would change; the status is 1 if there are any.")
  var check = false

  @Flag(help: "Write nothing, and show the changes as a unified diff; the status is 1 if there are any.")
  var diff = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws { try files.validate() }

  func run() throws {
    var status: ExitCode?
    var changed = 0
    for file in try files.orOnlyFlow().flows() {
      do {
        if try format(file) { changed += 1 }
      } catch let code as ExitCode {
        status = code
      }
    }
    if let status { throw status }
    if changed > 0, check || diff { throw ExitCode.failure }
  }

  /// - Returns: Whether the file isn't in the form.
  /// - Throws: the exit status, after reporting why.
  private func format(_ file: InputFile) throws -> Bool {
    let source: SourceText
    do throws(FileFault) {
      source = SourceText(file: file.name, bytes: try file.bytes())
    } catch {
      throw file.fail(error)
    }
    try file.checkIsNoBundle(source.bytes)
    let formatted: SourceText
    do throws(YAMLFormatter.Refusal) {
      formatted = SourceText(file: file.name, bytes: try YAMLFormatter.format(source, FlowVocabulary()))
    } catch {
      Console.complain(ofErrorsIn: error.diagnostics, [source])
      throw ExitCode.failure
    }
    let isChanged = formatted.bytes != source.bytes
    if check, isChanged { try Console.write("\(file.name.escapingControls)\n") }
    if diff { try Console.showDifference(of: source, from: formatted) }
    if check || diff { return isChanged }
    let text = String(decoding: formatted.bytes, as: UTF8.self)
    if file.isStandardInput {
      try Console.write(text)
    } else if isChanged {
      try OutputFile(path: file.path).write(text)
      try Console.report("\(file.name.escapingControls): formatted\n")
    }
    return isChanged
  }
}
