import ArgumentParser
import NavtreeCPage
import NavtreeEngine
import NavtreeFiles
import NavtreeFlow
import NavtreeJSON
import NavtreeReport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `navtree report`: a page that shows a recording, or compares two.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Make a page that shows what happened in a recording.",
    discussion: """
      Replays a file written by 'navtree serve --record FILE', and writes one HTML file that needs no network: the \
      timeline, the tree and the state at each change, the rules that were examined, effects, the graph and coverage. \
      With two recordings the page shows where they part.

        navtree report session.rec -o report.html
      """)

  @Argument(help: ArgumentHelp("The recording, or two to compare.", valueName: "recording"))
  var recordings: [InputFile]

  @Option(
    name: [.customShort("o"), .long], help: ArgumentHelp("The page to write.", valueName: "file"),
    completion: .file())
  var output: String

  @Option(
    name: .customLong("flow"), parsing: .singleValue,
    help: ArgumentHelp(
      "A flow file to use instead of the recorded one, matched by the name of the flow.", valueName: "file"))
  var flows: [InputFile] = []

  @Flag(
    help:
      "Show sensitive values, from the .secrets file beside the recording; only the owner can read the page.")
  var sensitive = false

  func validate() throws {
    if recordings.count > 2 { throw ValidationError("at most two recordings can be compared") }
    if sensitive, recordings.contains(where: \.isStandardInput) {
      throw ValidationError("--sensitive needs a file: standard input has no .secrets beside it")
    }
  }

  func run() throws {
    var lines: [UInt8] = []
    for (index, recording) in recordings.enumerated() {
      lines += try self.lines(of: recording, isCompared: index > 0)
    }
    if sensitive { Console.note("\(output) shows sensitive values; only its owner can read it") }
    try ReportFile(path: output).write(lines, isPrivate: sensitive)
  }

  private func lines(of recording: InputFile, isCompared: Bool) throws -> [UInt8] {
    var recorded = try RecordedFlows(of: recording, given: flows)
    let lines = try recording.jsonLines()
    guard lines.contains(where: { $0["navtree"] != nil }) else {
      throw Console.fail("\(recording.name): it is no recording: no line opens a session", .failure)
    }
    let secrets = InputFile(named: RecordingFile.secretsPath(of: recording.path))
    var loaded: [String: FlowLoader.Outcome] = [:]
    for line in lines where line["navtree"] != nil {
      guard let name = line["flow"]?.string, loaded[name] == nil else { continue }
      loaded[name] = try recorded.flow(of: line).outcome
    }
    let known = loaded
    let stream = ReportStream(
      ReportStream.Head(title: recording.name, isCompared: isCompared),
      secrets: sensitive && secrets.exists ? try secrets.jsonLines() : [],
      isSensitive: sensitive, graph: FlowPicture.svg
    ) { (name, _) throws(Failure) in
      if let flow = known[name] { return flow }
      throw Failure(.unknownFlow, "no flow named '\(name)' is there")
    }
    do {
      for line in lines { try stream.add(line) }
    } catch {
      throw Console.fail("\(recording.name): \(error.message)", .failure)
    }
    if !sensitive { stream.noteWithheld() }
    stream.end()
    return stream.takeLines()
  }
}

/// The picture of a flow in the page.
enum FlowPicture {
  static func svg(of flow: FlowDefinition) -> String { GraphDrawing(flow).element }
}

/// A file that holds the page with lines.
struct ReportFile {
  let path: String

  /// The built page.
  static var page: ReportPage {
    var size = 0
    guard let start = navtree_page(&size) else { return ReportPage(template: []) }
    return ReportPage(template: Array(UnsafeRawBufferPointer(start: start, count: size)))
  }

  /// Writes the page in place of a file that is there.
  ///
  /// - Parameter isPrivate: whether only the owner may read it.
  /// - Throws: the exit status, after reporting why.
  func write(_ lines: [UInt8], isPrivate: Bool = false) throws {
    if path == "-" {
      return try Console.write(String(decoding: Self.page.text(lines), as: UTF8.self))
    }
    let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, isPrivate ? 0o600 : 0o666)
    guard number >= 0 else { throw Console.fail("\(path): \(SystemError.last)", .ioError) }
    defer { close(number) }
    if isPrivate, fchmod(number, 0o600) != 0 { throw Console.fail("\(path): \(SystemError.last)", .ioError) }
    do {
      try Self.page.text(lines).withUnsafeBytes { try FileDescriptor(number).writeAll($0) }
    } catch {
      throw Console.fail("\(path): \(error)", .ioError)
    }
  }
}
