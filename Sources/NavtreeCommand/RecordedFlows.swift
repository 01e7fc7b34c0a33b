import ArgumentParser
import NavtreeFlow
import NavtreeJSON

/// The flows of a recording: those that are given, else those at the recorded paths.
struct RecordedFlows {
  private let recording: InputFile
  private var given: [String: InputFile] = [:]
  private var outcomes: [String: FlowLoader.Outcome] = [:]

  /// - Throws: the exit status, after reporting why.
  init(of recording: InputFile, given files: [InputFile]) throws {
    self.recording = recording
    for file in files {
      let outcome = try Self.load(file)
      guard let name = outcome.flow?.name else { continue }
      outcomes[name] = outcome
      given[name] = file
    }
  }

  /// Refuses a given flow of which no line opens a session.
  ///
  /// - Throws: the exit status, after reporting why.
  func validate(for lines: [JSONValue]) throws {
    try validate(for: lines.compactMap { $0["navtree"] == nil ? nil : $0["flow"]?.string })
  }

  /// Refuses a given flow of which the recording has no session.
  ///
  /// - Throws: the exit status, after reporting why.
  func validate(for names: some Sequence<String>) throws {
    let known = Set(names)
    for (name, file) in given.sorted(by: { $0.key < $1.key }) where !known.contains(name) {
      throw Console.fail(
        "\(file.name): no session of \(recording.name) is one of the flow '\(name)'", .failure)
    }
  }

  /// The flow of a line that opens a session, and its file.
  ///
  /// A recorded path is relative to the working folder, else to the recording.
  ///
  /// - Throws: the exit status, after reporting why.
  mutating func flow(of line: JSONValue) throws -> (outcome: FlowLoader.Outcome, file: InputFile) {
    let name = line["flow"]?.string ?? ""
    if let outcome = outcomes[name], let file = given[name] { return (outcome, file) }
    let path = line["file"]?.string ?? ""
    var file = InputFile(named: path)
    if !file.exists, !path.hasPrefix("/"), let slash = recording.path.lastIndex(of: "/") {
      let beside = InputFile(named: recording.path[...slash] + path)
      if beside.exists { file = beside }
    }
    let outcome = try Self.load(file)
    outcomes[name] = outcome
    given[name] = file
    return (outcome, file)
  }

  private static func load(_ file: InputFile) throws -> FlowLoader.Outcome {
    let outcome = try file.load()
    if outcome.flow == nil { throw Console.fail("\(file.name) has errors: see navtree check", .failure) }
    return outcome
  }
}
