import NavtreeJSON
import NavtreeTestSupport
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A conversation with the built binary as a file: a command line after `$ `, comments after `# `, requests
/// after `> `, and after each the expected output before the next one is read, line by line after `< `.
struct Transcript {
  let path: String
  private let text: String

  init?(path: String) {
    guard let text = Files.text(of: path) else { return nil }
    self.path = path
    self.text = text
  }

  /// The arguments after `$ navtree`.
  var arguments: [String]? {
    let line = text.split(separator: "\n").first { $0.hasPrefix("$ navtree ") }
    return line?.split(separator: " ").dropFirst(2).map(String.init)
  }

  /// The input lines of the program.
  var requests: [Substring] {
    text.split(separator: "\n").filter { $0.hasPrefix("> ") }.map { $0.dropFirst(2) }
  }

  /// The file with the present output, and the rest of the program's outcome.
  func played() throws -> (text: String, outcome: ChildProcess.Outcome) {
    guard let arguments else { throw Failure.noCommandLine(path) }
    // A request that changes nothing, with an id of its own, marks where the answers to one line end.
    let mark = #"{"jsonrpc":"2.0","id":"end of answers","method":"ping"}"#
    let marked = #"{"jsonrpc":"2.0","id":"end of answers","result":{}}"#
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var input = mark + "\n"
    for line in lines where line.hasPrefix("> ") { input += line.dropFirst(2) + "\n" + mark + "\n" }
    let outcome = try ChildProcess(arguments).finish(sending: input.utf8)
    var answers = outcome.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()[...]
    var played: [Substring] = []
    func playAnswers() {
      let end = answers.firstIndex { $0 == marked } ?? answers.endIndex
      played += answers[..<end].map { "< " + $0 }
      answers = answers[end...].dropFirst()
    }
    for line in lines where !line.hasPrefix("< ") {
      played.append(line)
      if line.hasPrefix("> ") || line.hasPrefix("$ ") { playAnswers() }
    }
    return (played.joined(separator: "\n"), outcome)
  }

  /// A readable difference between the file and the present output, if any.
  func difference(to played: String) -> String? {
    guard !played.hasSameBytes(as: text) else { return nil }
    let expected = text.split(separator: "\n", omittingEmptySubsequences: false)
    let found = played.split(separator: "\n", omittingEmptySubsequences: false)
    let index = zip(expected, found).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    return """
      \(path):\(index + 1): 
        expected \(index < expected.count ? expected[index] : "nothing more")
        found    \(index < found.count ? found[index] : "nothing more")
      """
  }

  enum Failure: Error {
    case noCommandLine(String)
  }
}
