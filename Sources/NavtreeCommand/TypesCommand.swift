import ArgumentParser
import NavtreeFiles
import NavtreeText
import NavtreeTypes

/// `navtree types`: writes the types of a flow in a programming language.
struct TypesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "types",
    abstract: "Write the types of a flow in Swift, TypeScript, Python, Kotlin or JSON Schema.",
    discussion: """
      The params, state, computed values, results and actions of each screen, the effects with a protocol for their \
      handlers, the links and the addresses. The same flow gives the same bytes; the first line has its hash.

        navtree types my.navtree.yaml --lang swift -o Sources/App/My.swift
        navtree types my.navtree.yaml --lang swift --check Sources/App/My.swift

      --check writes nothing, and tells whether the file is what would be written.
      """)

  @Argument(help: ArgumentHelp(InputFile.flowHelp, valueName: "flow"))
  var file: InputFile?

  @Option(
    help: ArgumentHelp(
      "The language: swift, typescript, python, kotlin or json-schema.", valueName: "language"))
  var lang: TypesLanguage

  @Option(
    help: ArgumentHelp("The file that should have these types.", valueName: "file"), completion: .file())
  var check: String?

  @OptionGroup(title: "Output") var place: OutputPlace

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if check != nil, place.output != nil {
      throw ValidationError("--check writes no file: leave out --output")
    }
  }

  func run() throws {
    let file = try file.orOnlyFlow()
    let text = lang.text(of: FlowTypes(try file.loadedFlow()))
    if let check { return try compare(text, with: check, of: file) }
    try place.update(text)
  }

  private func compare(_ text: String, with path: String, of file: InputFile) throws {
    let bytes: [UInt8]
    do throws(FileFault) {
      bytes = try RegularFile(path: path).allBytes()
    } catch {
      throw Console.fail("\(path): \(error)", .ioError)
    }
    if bytes.elementsEqual(text.utf8) { return }
    let difference = Self.difference(of: String(decoding: bytes, as: UTF8.self), from: text)
    let lines =
      ["\(path):\(difference.line): not the types of \(file.name)"]
      + Self.marked(difference.lines.first, "-") + Self.marked(difference.lines.second, "+")
      + ["  hint: navtree types \(file.name) --lang \(lang.rawValue) -o \(path)"]
    Console.complain(lines.map { $0.escapingControls + "\n" }.joined())
    throw ExitCode.failure
  }

  /// The first line that differs, beyond the hash if possible, which only says that there is a difference.
  private static func difference(of text: String, from expected: String) -> (line: Int, lines: LineDifference)
  {
    let actual = text.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let whole = LineDifference(actual, wanted)
    let body = LineDifference(actual, wanted) { $0 == $1 || isHash($0) && isHash($1) }
    return body.isEmpty ? (whole.line, whole) : (body.line, body)
  }

  private static func isHash(_ line: Substring) -> Bool { line.lowercased().contains("hash = \"") }

  private static func marked(_ lines: [Substring], _ mark: String) -> [String] {
    let most = 5
    let shown = lines.prefix(most).map { "  \(mark) \($0)" }
    return lines.count > most ? shown + ["  \(mark) … \(lines.count - most) more lines"] : shown
  }
}

extension TypesLanguage: Choice {}
