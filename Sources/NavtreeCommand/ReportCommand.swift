import ArgumentParser
import NavtreeCPage
import NavtreeEngine
import NavtreeFiles
import NavtreeFlow
import NavtreeGraph
import NavtreeJSON
import NavtreeReport
import NavtreeServer
import NavtreeSystem

/// `navtree report`: a page that shows a recording, or compares two.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Make a page that shows what happened in a recording.",
    discussion: """
      Replays a file written by 'navtree serve --record FILE', with the sensitive values of FILE.secrets, and writes one \
      HTML file that needs no network: the timeline, the tree and the state at each change, the rules that were \
      examined, effects, the graph and coverage. With two recordings the page shows where they part. A line that goes \
      otherwise than it was recorded ends the page, with status 1.

        navtree report session.rec -o report.html
      """)

  @Argument(help: ArgumentHelp("The recording, or two to compare.", valueName: "recording"))
  var recordings: [InputFile]

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The page to write.", valueName: "file"),
    completion: .file())
  var output: String

  @Option(
    name: .customLong("flow"), parsing: .singleValue,
    help: ArgumentHelp(
      "A flow file to use instead of the recorded one, matched by the name of the flow.", valueName: "file"))
  var flows: [InputFile] = []

  @Flag(
    help:
      "Show the sensitive values of the .secrets file beside the recording; only the owner can read the page."
  )
  var sensitive = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if recordings.count > 2 { throw ValidationError("at most two recordings can be compared") }
    if sensitive, recordings.contains(where: \.isStandardInput) {
      throw ValidationError("--sensitive needs a file: standard input has no .secrets beside it")
    }
  }

  func run() throws {
    var lines: [[UInt8]] = []
    var endings: [String] = []
    for (index, recording) in recordings.enumerated() {
      lines += try self.lines(of: recording, isCompared: index > 0, &endings)
    }
    if sensitive { Console.note("\(output) shows sensitive values; only its owner can read it") }
    try ReportFile(path: output).write(lines, isPrivate: sensitive)
    if endings.isEmpty { return }
    for ending in endings { Console.note(ending) }
    throw ExitCode.failure
  }

  /// The length of a chunk of lines, in bytes.
  private static let chunk = 1 << 20

  /// The lines of the page for a recording, in chunks.
  ///
  /// - Parameter endings: takes the reason that they end before the recording, if they do.
  private func lines(of recording: InputFile, isCompared: Bool, _ endings: inout [String]) throws -> [[UInt8]]
  {
    let recorded = PreparedFlows(try RecordedFlows(of: recording, given: flows))
    var secrets = RecordedSecrets(try recording.secrets())
    let stream = ReportStream(
      ReportStream.Head(title: recording.name, isCompared: isCompared), isSensitive: sensitive,
      graph: FlowPicture.svg, flows: recorded.flow)
    var chunks: [[UInt8]] = []
    var number = 0
    var isRecording = false
    try recording.forEachJSONLine({ line in
      if line["navtree"] != nil {
        isRecording = true
        try recorded.prepare(line)
      } else if !isRecording {
        throw Console.fail("\(recording.name): it is no recording: its first line opens no session", .failure)
      }
      number += 1
      do throws(Failure) {
        try stream.add(line, secrets: secrets.take(number))
      } catch {
        throw Console.fail("\(recording.name): \(error.message)", .failure)
      }
      if stream.byteCount >= Self.chunk { chunks.append(stream.takeLines()) }
    }) { number in
      stream.note("the recording breaks off in line \(number), which isn't shown")
    }
    guard isRecording else {
      throw Console.fail("\(recording.name): it is no recording: it has no lines", .failure)
    }
    try recorded.validate()
    stream.noteWithheld()
    stream.end()
    if let ending = stream.ending { endings.append("\(recording.name): \(ending)") }
    chunks.append(stream.takeLines())
    return chunks
  }
}

/// The flows of a recording, each loaded before the line that opens its first session is replayed.
private final class PreparedFlows {
  private var recorded: RecordedFlows
  private var outcomes: [String: FlowLoader.Outcome] = [:]

  init(_ recorded: RecordedFlows) {
    self.recorded = recorded
  }

  /// - Throws: the exit status, after reporting why.
  func prepare(_ line: JSONValue) throws {
    guard let name = line["flow"]?.string, outcomes[name] == nil else { return }
    outcomes[name] = try recorded.flow(of: line).outcome
  }

  /// Refuses a given flow of which there was no line.
  ///
  /// - Throws: the exit status, after reporting why.
  func validate() throws { try recorded.validate(for: outcomes.keys) }

  func flow(_ name: String, _ file: String) throws(Failure) -> FlowLoader.Outcome {
    if let outcome = outcomes[name] { return outcome }
    throw Failure(.unknownFlow, "no flow named '\(name)' is there")
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
  func write(_ lines: [[UInt8]], isPrivate: Bool = false) throws {
    func write(to file: FileDescriptor) throws {
      try Self.page.write(lines) { bytes in try bytes.withUnsafeBytes { try file.writeAll($0) } }
    }
    if path != "-" { return try OutputFile(path: path).write(isPrivate: isPrivate, write) }
    do {
      try write(to: Console.output)
    } catch {
      throw Console.fail("standard output: \(error)", .ioError)
    }
  }
}
