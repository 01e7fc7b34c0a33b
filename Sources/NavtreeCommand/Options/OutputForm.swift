import ArgumentParser
import NavtreeFiles

/// The forms of a command's output, one of which is JSON.
protocol OutputFormat: Choice {
  static var json: Self { get }
  /// The form where no option names one.
  static var standard: Self { get }
}

/// The forms of the output of most commands.
enum TextFormat: String, OutputFormat {
  /// For people.
  case text
  /// For tools, as `navtree schema --command` describes it.
  case json

  static let standard = text
}

/// The options that choose the form of a command's output.
struct OutputForm<Format: OutputFormat>: ParsableArguments {
  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "The form of the output: \(Format.allValueStrings.joined(separator: ", ")); default \(Format.standard.rawValue).",
      valueName: "format"))
  private var given: Format?

  @Flag(help: "The same as --format json.")
  private var json = false

  func validate() throws {
    if json, let given, given.rawValue != Format.json.rawValue {
      throw ValidationError("--json and --format \(given.rawValue) differ: give one of them")
    }
  }

  var format: Format { json ? .json : given ?? .standard }

  var isJSON: Bool { format.rawValue == Format.json.rawValue }
}

/// The option that names the file for a command's output.
struct OutputPlace: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write, whole or not at all; default standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  func validate() throws { Console.writesFile = output.map { $0 != "-" } ?? false }

  var isStandardOutput: Bool { output == nil || output == "-" }

  /// The path of a flow as a file of scenarios at this place names it.
  func path(toFlow flow: InputFile) -> String {
    RelativePath.path(to: flow.path, fromFolderOf: output ?? "-")
  }

  /// - Throws: the exit status, after reporting why.
  func write(_ text: String) throws {
    guard let output, output != "-" else { return try Console.write(text) }
    try OutputFile(path: output).write(text)
  }

  /// Writes a text as `write(_:)` does; a file that has it already stays, so that nothing is built again.
  func update(_ text: String) throws {
    if let output, let bytes = try? RegularFile(path: output).allBytes(), bytes.elementsEqual(text.utf8) {
      return
    }
    try write(text)
  }
}
