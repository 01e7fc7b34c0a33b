import NavtreeScenarios
import NavtreeTestSupport

/// A transcript that is played with the built binary.
struct PlayedTranscript {
  let path: String
  private let transcript: Transcript

  init?(path: String) {
    guard let text = Files.text(of: path) else { return nil }
    self.path = path
    transcript = Transcript(text)
  }

  /// The paths of those below `Specs` that say what happens in `navtree serve`.
  static let right = Files.paths(below: Files.package + "/Specs", endingIn: ".transcript")
    .filter { path in
      guard let transcript = PlayedTranscript(path: path) else { return false }
      return transcript.expectedFailure == nil && transcript.arguments?.first == "serve"
    }

  /// Why it says what should happen and doesn't yet, after `# expected failure: ` in its first line.
  var expectedFailure: Substring? {
    let mark = "# expected failure: "
    guard let line = transcript.text.split(separator: "\n").first, line.hasPrefix(mark) else { return nil }
    return line.dropFirst(mark.count)
  }

  /// The file, with the output that it expects.
  var text: String { transcript.text }

  /// The arguments after `$ navtree`.
  var arguments: [String]? {
    for case .command(let line) in transcript.content {
      let words = line.split(separator: " ")
      if words.first == "navtree" { return words.dropFirst().map(String.init) }
    }
    return nil
  }

  /// The input lines of the program.
  var requests: [Substring] {
    transcript.content.compactMap { if case .request(let line) = $0 { line } else { nil } }
  }

  /// The file with the present output, and the rest of the program's outcome.
  ///
  /// - Parameter options: further arguments of the command.
  func played(with options: [String] = []) throws -> (text: String, outcome: ChildProcess.Outcome) {
    guard let arguments else { throw Failure.noCommandLine(path) }
    // A request that changes nothing, with an id of its own, marks where the answers to one line end.
    let mark = #"{"jsonrpc":"2.0","id":"end of answers","method":"ping"}"#
    let marked = #"{"jsonrpc":"2.0","id":"end of answers","result":{}}"#
    var input = mark + "\n"
    for request in requests { input += request + "\n" + mark + "\n" }
    let outcome = try ChildProcess(arguments + options).finish(sending: input.utf8)
    var answers = outcome.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()[...]
    let played = transcript.played { _ in
      let end = answers.firstIndex { $0 == marked } ?? answers.endIndex
      defer { answers = answers[end...].dropFirst() }
      return Array(answers[..<end])
    }
    return (played, outcome)
  }

  /// A readable difference between the file and the present output, if any.
  func difference(to played: String) -> String? {
    guard let difference = transcript.difference(to: played) else { return nil }
    return """
      \(path):\(difference.line): 
        expected \(difference.expected ?? "nothing more")
        found    \(difference.found ?? "nothing more")
      """
  }

  enum Failure: Error {
    case noCommandLine(String)
  }
}
