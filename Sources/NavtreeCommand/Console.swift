import NavtreeFiles
import NavtreeText
import ArgumentParser
import NavtreeJSON
import NavtreeServer
import NavtreeEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A command's output for people.
enum Console {
  /// Standard output, for results.
  static let output = FileDescriptor(STDOUT_FILENO)
  /// Standard error, for errors.
  static let error = FileDescriptor(STDERR_FILENO)

  static func isTerminal(_ stream: FileDescriptor) -> Bool { isatty(stream.number) == 1 }

  /// Whether a stream is coloured: a terminal is, unless NO_COLOR is set (no-color.org).
  static func isColoured(_ stream: FileDescriptor) -> Bool {
    guard isTerminal(stream) else { return false }
    guard let variable = getenv("NO_COLOR") else { return true }
    return variable.pointee == 0
  }

  /// - Throws: the exit status of a pipe that failed.
  static func write(_ text: String) throws {
    do {
      try output.writeAll(text)
    } catch {
      throw fail("standard output: \(error)", .ioError)
    }
  }

  /// Writes to standard error. If that fails too, only the exit status is left.
  static func complain(_ text: String) {
    try? error.writeAll(text)
  }

  /// Reports on standard error why the command fails.
  ///
  /// - Returns: its exit status, to be thrown.
  static func fail(_ sentence: String, _ status: ExitCode) -> ExitCode {
    note(sentence)
    return status
  }

  /// Writes a sentence to standard error, in a line of its own whatever it quotes.
  static func note(_ sentence: String) {
    complain("navtree: \(sentence.escapingControls)\n")
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
  static let software = ExitCode(70)
  static let ioError = ExitCode(74)
  static let temporary = ExitCode(75)
}
