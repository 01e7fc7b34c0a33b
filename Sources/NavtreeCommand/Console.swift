import NavtreeFiles
import NavtreeText
import ArgumentParser
import NavtreeCEL
import NavtreeJSON
import NavtreeServer
import NavtreeEngine
import NavtreeYAML
import NavtreeSystem

/// A command's output for people.
enum Console {
  /// Standard output, for results.
  static let output = FileDescriptor(STDOUT_FILENO)
  /// Standard error, for errors.
  static let error = FileDescriptor(STDERR_FILENO)

  /// The width for which standard output is written: that of COLUMNS or the terminal, or else 80.
  static var columns: Int {
    if let columns = getenv("COLUMNS").flatMap({ Int(String(cString: $0)) }) { return columns }
    var size = winsize()
    return ioctl(output.number, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  static func isTerminal(_ stream: FileDescriptor) -> Bool { isatty(stream.number) == 1 }

  /// The choice of the command line, which is made before anything is written.
  nonisolated(unsafe) static var colours = ColourChoice.auto
  /// Whether the command line wants no progress and no summaries.
  nonisolated(unsafe) static var isQuiet = false
  /// Whether each line of standard error is an object of JSON.
  nonisolated(unsafe) static var logsJSON = false
  /// Whether results go into a file, and not to standard output.
  nonisolated(unsafe) static var writesFile = false

  /// Whether a stream is coloured: as the command line says; else not with NO_COLOR (no-color.org), always with
  /// FORCE_COLOR (force-color.org) or CLICOLOR_FORCE (bixense.com/clicolors), and else on a terminal that isn't dumb.
  static func isColoured(_ stream: FileDescriptor) -> Bool {
    if stream.number == output.number, writesFile { return false }
    switch colours {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if isSet("NO_COLOR", besides: nil) { return false }
    if isSet("FORCE_COLOR", besides: "0") || isSet("CLICOLOR_FORCE", besides: "0") { return true }
    return isTerminal(stream) && !isDumb
  }

  /// Whether a line that tells how far a command is can be written over and over.
  static func showsProgress(on stream: FileDescriptor) -> Bool {
    !isQuiet && isTerminal(stream) && !isDumb
  }

  private static var isDumb: Bool { getenv("TERM").map { String(cString: $0) } == "dumb" }

  /// Whether a variable has text, and not the one that stands for none.
  private static func isSet(_ name: String, besides none: String?) -> Bool {
    guard let text = getenv(name).map({ String(cString: $0) }) else { return false }
    return !text.isEmpty && text != none
  }

  /// Writes a summary to standard error, unless the command line wants none.
  static func summarise(_ text: String) { if !isQuiet { complain(text) } }

  /// - Throws: the exit status of a pipe that failed.
  static func write(_ text: String) throws {
    do {
      try output.writeAll(text)
    } catch {
      throw fail("standard output: \(error)", .ioError)
    }
  }

  /// Writes the difference between two texts as a unified diff; a pipe gets it as `patch` reads it.
  static func showDifference(of text: SourceText, from other: SourceText) throws {
    let difference = TextHunk.unified(from: text, to: other)
    try write(isTerminal(output) ? difference.escapingControlsInLines : difference)
  }

  /// Writes a summary to standard output, unless the command line wants none.
  static func report(_ text: String) throws { if !isQuiet { try write(text) } }

  /// Writes to standard error. If that fails too, only the exit status is left.
  static func complain(_ text: String) {
    try? error.writeAll(text)
  }

  /// Writes the errors among the diagnostics of files to standard error.
  ///
  /// - Parameter sources: The files, by number.
  static func complain(ofErrorsIn diagnostics: [Diagnostic], _ sources: [SourceText]) {
    let errors = diagnostics.filter { $0.severity == .error }
    if errors.isEmpty { return }
    let report = DiagnosticReport(errors, in: sources, coloured: isColoured(error))
    guard logsJSON else { return complain(report.text) }
    for diagnostic in report.json.array ?? [] {
      note(diagnostic["message"]?.string ?? "", .error, ["diagnostic": diagnostic])
    }
  }

  /// Reports on standard error why the command fails.
  ///
  /// - Returns: its exit status, to be thrown.
  static func fail(_ sentence: String, _ status: ExitCode) -> ExitCode {
    note(sentence, .error)
    return status
  }

  /// Writes a sentence to standard error, in a line of its own whatever it quotes.
  ///
  /// - Parameter subject: further members of the line, where lines are objects of JSON.
  static func note(_ sentence: String, _ level: LogLevel = .warning, _ subject: JSONObject = [:]) {
    complain(logsJSON ? logLine(sentence, level, subject) : "navtree: \(sentence.escapingControls)\n")
  }

  /// A line of JSON: `level`, `time` (RFC 3339), `message`, and the members of a subject.
  static func logLine(_ sentence: String, _ level: LogLevel, _ subject: JSONObject) -> String {
    let (seconds, milliseconds) = SystemClock().now.quotientAndRemainder(dividingBy: 1_000)
    let time = CELTimestamp(seconds: seconds, nanoseconds: milliseconds * 1_000_000)
    var members: JSONObject = [
      "level": .string(level.rawValue), "time": .string(time?.description ?? ""),
      "message": .string(sentence),
    ]
    for (name, value) in subject { members[name] = value }
    return "\(JSONValue.object(members))\n"
  }

  /// Runs what may fail.
  ///
  /// - Throws: the exit status, after reporting the failure.
  static func orFail<Result>(_ body: () throws(Failure) -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw fail(error)
    }
  }

  /// Reports a failure, with its hint.
  static func fail(_ failure: Failure) -> ExitCode {
    let hint = failure.advisedData["hint"]?.string.map { " (\($0))" } ?? ""
    if failure.kind == .conflict, failure.data["owner"] != nil {
      return fail(failure.message + hint, .temporary)
    }
    let isFile = failure.kind == .storage || failure.kind == .conflict
    return fail(failure.message + hint, isFile ? .ioError : .failure)
  }
}

/// Exit statuses, as in sysexits.h.
extension ExitCode {
  static let usage = ExitCode(64)
  static let ioError = ExitCode(74)
  static let temporary = ExitCode(75)
}
