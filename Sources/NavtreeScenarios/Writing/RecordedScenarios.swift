package import NavtreeEngine
package import NavtreeFlow
package import NavtreeJSON
import NavtreeServer
import NavtreeYAML

/// A file of scenarios that is made from a recording, and passes.
package struct RecordedScenarios {
  /// The part of a recording between two changes; nil: from its start, to its end.
  package struct Range: Sendable {
    package let from: Int?
    package let to: Int?

    package init(from: Int? = nil, to: Int? = nil) {
      self.from = from
      self.to = to
    }
  }

  /// The file's text.
  package private(set) var text = ""
  package private(set) var stepCount = 0
  /// Sentences about lines that no step says, and about values that aren't known.
  package private(set) var notes: [String] = []

  /// The number of expectations that were taken out since they don't hold, or can't be read.
  package private(set) var weakenedCount = 0

  private let loaded: FlowLoader.Outcome
  private let file: String
  private let head: [String]
  private var scenarios: [WrittenScenario] = []
  /// The step in each line of the text, from 0 on.
  private var places: [Place?] = []

  private struct Place {
    /// Its number in the file.
    let number: Int
    let scenario: Int
    let step: Int
  }

  package var scenarioCount: Int { scenarios.count }

  /// - Parameters:
  ///   - lines: The recording.
  ///   - secrets: Its sensitive values; without them other values that fit stand for them.
  ///   - session: The session whose requests become steps.
  ///   - loaded: The flow that was recorded.
  ///   - file: The name of the file that will hold the text.
  ///   - flowPath: The flow's path relative to that file.
  /// - Throws: the reason that no scenario can be made.
  /// - Complexity: O(lines · size of all screens).
  package init(
    from lines: [JSONValue], secrets: [JSONValue] = [], session: String, of loaded: FlowLoader.Outcome,
    _ range: Range = Range(), file: String, flowPath: String, source: String
  ) throws(Failure) {
    guard let flow = loaded.flow else { throw Failure(.invalidParams, "the flow has errors") }
    self.loaded = loaded
    self.file = file
    head =
      ["# Made from \(source), session \(YAMLText.scalar(session))."] + WrittenScenario.head(ofFlow: flowPath)
    let recording = SessionLines(lines, secrets, of: session)
    var conversion = RecordingConversion(flow, recording, range, isExact: false)
    var outcome = try Self.replay(recording, flow, conversion)
    if conversion.needsExactTime {
      conversion = RecordingConversion(flow, recording, range, isExact: true)
      outcome = try Self.replay(recording, flow, conversion)
    }
    if let difference = outcome.difference {
      let seq = recording.lines[difference.line - 1]["seq"]?.integer.map { " (seq \($0))" } ?? ""
      let reason = outcome.zeroedCount > 0 ? "with other values for withheld ones " : ""
      let sentence =
        "not known from line \(recording.number(difference.line))\(seq) on: \(reason)the replay goes otherwise: \(difference.sentence)"
      conversion.close(sentence.prefix(1).uppercased() + sentence.dropFirst())
      notes = conversion.notes + [sentence]
    } else {
      conversion.close()
      notes = conversion.notes
    }
    scenarios = conversion.scenarios
    guard !scenarios.isEmpty else { throw Self.nothing(range, conversion, notes) }
    nameScenarios()
    try settle()
    stepCount = scenarios.map(\.steps.count).reduce(0, +)
  }

  private static func replay(
    _ recording: SessionLines, _ flow: FlowDefinition, _ conversion: RecordingConversion
  ) throws(Failure) -> Replay.Outcome {
    var replay = Replay(secrets: recording.secrets) { (name, _) throws(Failure) in
      if name == flow.name { return flow }
      throw Failure(.unknownFlow, "no flow named '\(name)' is there")
    }
    return try replay.run(recording.lines) { conversion.observe($0) }
  }

  private static func nothing(_ range: Range, _ conversion: RecordingConversion, _ notes: [String]) -> Failure
  {
    var sentence = "no request becomes a step"
    if let seqs = conversion.seqs, range.from != nil || range.to != nil {
      sentence += " there: the recording goes from seq \(seqs.lowerBound) to \(seqs.upperBound)"
    }
    if let note = notes.last { sentence += "; \(note)" }
    return Failure(.invalidParams, sentence)
  }

  // MARK: Names

  /// The most words of a name.
  private static let mostWords = 3

  private mutating func nameScenarios() {
    var known: [String: Int] = [:]
    for index in scenarios.indices {
      let words = scenarios[index].steps.map(\.word).filter { !$0.isEmpty }
      var name = words.prefix(Self.mostWords).joined(separator: ", ")
      if words.isEmpty { name = "time passes" }
      if words.count > Self.mostWords { name += " and \(words.count - Self.mostWords) more" }
      let number = known[name, default: 0] + 1
      known[name] = number
      scenarios[index].name = number == 1 ? name : "\(name) (\(number))"
    }
  }

  // MARK: Passing

  /// Writes the text, and takes out what a reader or a runner doesn't accept of it.
  ///
  /// - Complexity: O(size of the file), for each step that is mended.
  private mutating func settle() throws(Failure) {
    while true {
      scenarios.removeAll { !$0.hasSteps }
      if scenarios.isEmpty { throw Failure(.invalidParams, "no request becomes a step; \(notes.last ?? "")") }
      write()
      let outcome = ScenarioReader.read(
        Array(text.utf8), file: file, flow: { [loaded] _ in .success(loaded) }, isRepaired: false)
      let errors = outcome.diagnostics.filter { $0.severity == .error }
      guard let read = outcome.file else {
        if errors.isEmpty { throw Failure(.invalidParams, "the scenarios can't be written") }
        try mend(errors.map { Fault(line: $0.location.line, message: $0.message, key: nil) })
        continue
      }
      let runner = ScenarioRunner(read)
      let faults = read.scenarios.compactMap { scenario in
        runner.run(scenario).failures.first.map {
          Fault(line: $0.location.line, message: $0.message, key: $0.kind)
        }
      }
      if faults.isEmpty { return }
      try mend(faults)
    }
  }

  /// A place of the text that isn't accepted.
  private struct Fault {
    let line: Int
    let message: String
    /// The expectation that doesn't hold; nil if the step can't be read.
    let key: String?
  }

  /// Mends each step with a fault, the last one first.
  private mutating func mend(_ faults: [Fault]) throws(Failure) {
    var mended: Int?
    for fault in faults.sorted(by: { $0.line > $1.line }) {
      guard places.indices.contains(fault.line - 1), let place = places[fault.line - 1] else {
        throw Failure(.invalidParams, "the scenarios can't be written: \(fault.message)")
      }
      if place.number == mended { continue }
      mended = place.number
      try mend(scenarios[place.scenario].steps[place.step], place, fault)
    }
  }

  private mutating func write() {
    var lines = head
    places = head.map { _ in nil }
    var count = 0
    for (index, scenario) in scenarios.enumerated() {
      let (text, starts) = scenario.text
      for line in text.indices {
        let step = starts.lastIndex { $0 <= line }
        places.append(step.map { Place(number: count + $0, scenario: index, step: $0) })
      }
      count += scenario.steps.count
      lines += text
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  /// Takes an expectation out of a step, or the step itself if it is refused and so changes nothing.
  private mutating func mend(_ written: WrittenStep, _ place: Place, _ fault: Fault) throws(Failure) {
    if let key = fault.key, key != "error", written.expect[key] != nil {
      scenarios[place.scenario].steps[place.step].expect[key] = nil
      weakenedCount += 1
    } else if written.isRefused {
      scenarios[place.scenario].steps.remove(at: place.step)
      notes.append("line \(written.line): no step does '\(written.word)', which was refused; it is left out")
    } else if fault.key == nil, !written.expect.isEmpty {
      scenarios[place.scenario].steps[place.step].expect = [:]
      weakenedCount += 1
    } else {
      throw Failure(.invalidParams, "line \(written.line) can't be written as a step: \(fault.message)")
    }
  }
}
