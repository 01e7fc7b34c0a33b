import ArgumentParser
import NavtreeEngine
import NavtreeFiles
import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavtreeScenarios
import NavtreeServer
import NavtreeYAML

/// Plays a transcript in this process: its lines `$ navtree serve …`, never by a shell.
///
/// Stores are kept in memory, and nothing is written.
struct TranscriptPlayer {
  private let file: InputFile
  private let transcript: Transcript

  init(_ transcript: Transcript, from file: InputFile) {
    self.transcript = transcript
    self.file = file
  }

  /// A command line that can't be played, as a sentence.
  struct Refusal: Error {
    let sentence: String
  }

  /// The number of the first line that can be played, from 0; nil if there is none.
  static func firstCommand(of transcript: Transcript) -> Int? {
    transcript.content.firstIndex { line in
      if case .command(let text) = line { isServe(text) } else { false }
    }
  }

  private static func isServe(_ text: Substring) -> Bool {
    text.split(separator: " ", maxSplits: 2).prefix(2) == ["navtree", "serve"]
  }

  /// The result before anything is run.
  var unrun: ScenarioResult {
    let first = Self.firstCommand(of: transcript) ?? 0
    return ScenarioResult(name: file.name, file: file.name, location: place(of: first), tags: [])
  }

  /// The result, as that of a scenario whose steps are the requests.
  ///
  /// - Parameter coverage: counts what the sessions do.
  func play(coverage: CoverageRecorders? = nil) -> ScenarioResult {
    let start = Stopwatch()
    var result = unrun
    var server: LineServer?
    var output: [Int: [Substring]] = [:]
    func refuse(_ text: Substring, _ number: Int, because sentence: String) {
      result.failures = [ScenarioFailure("step", sentence, at: place(of: number))]
      result.steps.append(step(text, number, hasPassed: false))
      result.duration = start.nanoseconds
    }
    for (number, line) in transcript.content.enumerated() {
      switch line {
      case .command(let text):
        try? server?.finish()
        server = nil
        guard Self.isServe(text) else { continue }
        do {
          let next = try makeServer(text, coverage)
          output[number] = Self.lines(of: next.pending())
          server = next
        } catch {
          refuse(text, number, because: error.sentence)
          return result
        }
      case .request(let text):
        guard let server else { continue }
        // Nothing is answered after a shutdown.
        output[number] =
          server.server.isShutDown ? [] : Self.lines(of: server.answer(Array(text.utf8)))
        result.steps.append(step(text, number, hasPassed: true))
      case .unmarked where server != nil:
        refuse(
          transcript.lines[number], number,
          because: "a line begins with '> ' for a request, '< ' for output, '$ ' for a command or '# '")
        return result
      case .expected, .other, .unmarked: break
      }
    }
    try? server?.finish()
    compare(output, in: &result)
    result.duration = start.nanoseconds
    return result
  }

  /// Notes the first line that differs; the steps after its request are left out.
  private func compare(_ output: [Int: [Substring]], in result: inout ScenarioResult) {
    guard let difference = transcript.difference(to: transcript.played { output[$0] }) else { return }
    if let index = result.steps.lastIndex(where: { $0.location.line < difference.line }) {
      let failed = result.steps[index]
      result.steps.removeSubrange(index...)
      result.steps.append(
        ScenarioResult.StepResult(
          sentence: failed.sentence, location: failed.location, parts: [], hasPassed: false))
    }
    let expected = Self.value(of: difference.expected)
    let found = Self.value(of: difference.found)
    let message =
      expected == nil
      ? "navtree writes a line that isn't expected"
      : found == nil ? "navtree doesn't write a line that is expected" : "navtree writes another line"
    result.failures = [
      ScenarioFailure(
        "output", message, at: place(of: difference.line - 1),
        differences: [.init(pointer: "", expected: expected, actual: found)])
    ]
  }

  /// The output of a line of the file: as JSON if it is written so, else as text; nil for no output.
  private static func value(of line: Substring?) -> JSONValue? {
    guard let line, line.hasPrefix("< ") else { return nil }
    let text = String(line.dropFirst(2))
    guard let value = try? JSONValue(parsing: text), value.description == text else { return .string(text) }
    return value
  }

  private func step(_ text: Substring, _ number: Int, hasPassed: Bool) -> ScenarioResult.StepResult {
    ScenarioResult.StepResult(
      sentence: String(text), location: place(of: number), parts: [], hasPassed: hasPassed)
  }

  private func place(of number: Int) -> SourceLocation {
    SourceLocation(line: number + 1, column: 1, endColumn: 2)
  }

  private static func lines(of bytes: [UInt8]) -> [Substring] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
      .map { Substring(decoding: $0, as: UTF8.self) }
  }

  /// The server of a command line, with its sessions open.
  private func makeServer(_ line: Substring, _ coverage: CoverageRecorders?) throws(Refusal) -> LineServer {
    guard let words = ShellWord.words(of: line) else {
      throw Refusal(sentence: "a quote of the command line is never closed")
    }
    do {
      let command = try ServeCommand.parse(Array(words.dropFirst(2))).settings
      if command.record != nil { throw Refusal(sentence: "--record: a transcript writes no file") }
      if let place = command.store.first(where: { $0.location != .memory }) {
        throw Refusal(
          sentence: "--store \(place.location): a transcript keeps its sessions in memory: --store memory:")
      }
      if command.coverage != nil { throw Refusal(sentence: "--coverage: a transcript writes no file") }
      let flows = command.files.map { file in resolved(file.path) }
      let outcomes = try flows.map { try load($0) }
      try command.check(outcomes)
      let store = try command.store.main.map {
        try $0.openSessions(command.durability, command.store.named) { Console.note($0) }
      }
      let server = LineServer(
        command.makeServer(
          over: store, complain: { _, _, _ in }, readParts: FlowFolder.parts, readFile: reader))
      server.server.coverage = coverage
      for (file, outcome) in zip(flows, outcomes) {
        try file.beginSession(of: outcome, on: server.server, shared: command.shared)
      }
      return server
    } catch let refusal as Refusal {
      throw refusal
    } catch let failure as Failure {
      throw Refusal(sentence: failure.message)
    } catch {
      throw Refusal(sentence: ServeCommand.message(for: error))
    }
  }

  private func load(_ file: InputFile) throws(Refusal) -> FlowLoader.Outcome {
    do {
      return FlowLoader.load(try file.bytes(), file: file.name, parts: FlowFolder.parts(ofFlow: file.path))
    } catch {
      throw Refusal(sentence: "\(file.name): \(error)")
    }
  }

  /// A path of the transcript: relative to the working folder, else to the transcript.
  private func resolved(_ path: String) -> InputFile {
    let found = InputFile(argument: path)
    if found.exists || path.hasPrefix("/") { return found }
    let beside = InputFile(argument: FlowFolder.path(ofFlow: file.path) + path)
    return beside.exists ? beside : found
  }

  private var reader: NavtreeServer.FileReader {
    let player = self
    return { path in InputFile.read(path: player.resolved(path).path) }
  }

  /// The flows' files that its command lines name.
  var flows: [InputFile] {
    transcript.content.flatMap { line -> [InputFile] in
      guard case .command(let text) = line, Self.isServe(text), let words = ShellWord.words(of: text),
        let command = try? ServeCommand.parse(Array(words.dropFirst(2))).settings
      else { return [] }
      return command.files.map { resolved($0.path) }
    }
  }
}
