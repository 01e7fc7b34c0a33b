import NavtreeYAML

#if Inspector
  import ArgumentParser
  import NavtreeEngine
  import NavtreeExploring
  import NavtreeFiles
  import NavtreeSystem
  import NavtreeFlow
  import NavtreeInspector
  import NavtreeJSON
  import NavtreeJSONReading
  import NavtreeReport
  import NavtreeScenarios
  import NavtreeServer
  import NavtreeText

  /// A session of a flow without a host, which begins again when the flow's file is saved.
  ///
  /// Its clock moves only when the page advances it.
  final class Playground: Inspected {
    private let file: InputFile
    private let isSensitive: Bool
    private var stream: ReportStream
    private var calls: InspectedCalls
    private var server: NavtreeServer?
    private let tape = Tape()
    private var revisions: [String: InputFile.Revision]?
    private var files: [InputFile]
    private var flow: FlowDefinition?
    /// The texts that the page shows.
    private var sources: [SourceText] = []
    private var startsOver = false
    private var turn = 0

    /// The recording that isn't shown yet.
    private final class Tape {
      var lines: [UInt8] = []
      /// The lines of sensitive values, without which the replay would go another way.
      var secrets: [UInt8] = []
      /// The number of lines that are shown.
      var shownCount = 0
    }

    /// The number of turns between two looks at the files.
    private static let stride = 8

    init(_ file: InputFile, isSensitive: Bool) {
      self.file = file
      self.isSensitive = isSensitive
      files = [file]
      calls = InspectedCalls(isSensitive: isSensitive)
      stream = Self.stream(of: file, nil, isSensitive)
    }

    /// Serves the page until a signal ends the process.
    ///
    /// - Throws: the exit status of a file that can't be read, after reporting why.
    func run(at place: PagePlace) throws {
      _ = try file.load()
      TerminationSignals.unblock()
      place.serve(self)
    }

    private static func stream(
      of file: InputFile, _ outcome: FlowLoader.Outcome?, _ isSensitive: Bool
    ) -> ReportStream {
      ReportStream(
        ReportStream.Head(title: file.name, isLive: true, drives: true, isPlayground: true),
        isSensitive: isSensitive,
        graph: FlowPicture.svg
      ) { (name, _) throws(Failure) in
        if let outcome { return outcome }
        throw Failure(.unknownFlow, "no flow named '\(name)' is there")
      }
    }

    func follow() -> InspectedProgress {
      if turn % Self.stride == 0 { look() }
      turn += 1
      var progress = InspectedProgress()
      progress.startsOver = startsOver
      startsOver = false
      progress.lines = stream.takeLines()
      return progress
    }

    func opening() -> [UInt8] { stream.opening() }

    func answer(_ request: [UInt8]) -> [UInt8] {
      calls.answer(request, on: stream) { [self] (method, params) throws(RPCError) in
        guard let server else { throw .invalidParams("the flow has errors") }
        defer { drain() }
        return try server.request(method, params)
      }
    }

    // MARK: Reloading

    /// Loads the flow if one of its files has changed.
    private func look() {
      let found = FileWatch.revisions(of: files)
      if found == revisions { return }
      let start = SystemClock().now
      do throws(FileFault) {
        let outcome = try file.outcome()
        files = [file] + file.parts(of: outcome)
        show(outcome)
      } catch {
        show(error)
      }
      revisions = FileWatch.revisions(of: files, found, workedOnSince: start)
      stream.write(["sent": true])
    }

    private func show(_ outcome: FlowLoader.Outcome) {
      let diagnostics = DiagnosticReport(outcome.diagnostics, in: outcome.sources)
      sources = outcome.sources
      if let flow = outcome.flow {
        begin(flow, outcome)
        stream.writeFlow(flow, 0, sources, diagnostics: diagnostics.json)
      } else if let flow {
        // The session of the last flow without errors goes on.
        stream.writeFlow(flow, 0, sources, diagnostics: diagnostics.json)
      } else {
        startOver(with: diagnostics.text.split(separator: "\n").map(String.init))
      }
    }

    /// Shows that the flow's file can't be read.
    private func show(_ fault: FileFault) {
      let sentence = "\(file.name): \(fault)"
      if let flow {
        let diagnostic: JSONValue = [
          "severity": "error", "message": .string(sentence), "file": .string(file.name), "line": 1,
          "column": 1,
        ]
        stream.writeFlow(flow, 0, sources, diagnostics: [diagnostic])
      } else {
        startOver(with: [sentence])
      }
    }

    /// Shows sentences while there is no flow.
    private func startOver(with sentences: [String]) {
      stream = Self.stream(of: file, nil, isSensitive)
      startsOver = true
      for sentence in sentences { stream.note(sentence) }
    }

    private func begin(_ flow: FlowDefinition, _ outcome: FlowLoader.Outcome) {
      let server = NavtreeServer(
        clock: .virtual, complain: { Console.note($1, $0, $2) }, tester: ScenarioTests.tester,
        planner: SessionPlans.planner, readParts: FlowFolder.parts, readFile: InputFile.read)
      let tape = self.tape
      tape.lines = []
      tape.secrets = []
      tape.shownCount = 0
      server.record(
        with: Recorder(limit: server.limits[.recording]) { lines, secrets in
          tape.lines += lines
          tape.secrets += secrets
          return true
        })
      self.server = server
      self.flow = flow
      calls = InspectedCalls(isSensitive: isSensitive)
      stream = Self.stream(of: file, outcome, isSensitive)
      startsOver = true
      do {
        try file.beginSession(of: outcome, on: server, shared: [])
      } catch {
        stream.note((error as? Failure)?.message ?? "\(error)")
      }
      drain()
    }

    /// Shows what was recorded.
    private func drain() {
      guard let server else { return }
      var output = JSONWriter()
      server.writeCaused(into: &output)
      _ = server.commit()
      let lines = Self.values(of: tape.lines)
      var secrets = RecordedSecrets(Self.values(of: tape.secrets))
      tape.lines = []
      tape.secrets = []
      for line in lines {
        tape.shownCount += 1
        do throws(Failure) {
          try stream.add(line, secrets: secrets.take(tape.shownCount))
        } catch {
          stream.note(error.message)
        }
      }
    }

    private static func values(of lines: [UInt8]) -> [JSONValue] {
      lines.split(separator: UInt8(ascii: "\n")).compactMap {
        try? JSONValue(parsing: $0, maximumDepth: 4096)
      }
    }
  }
#endif
