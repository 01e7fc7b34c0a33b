import ArgumentParser
import NavtreeJSON
import OrderedCollections
import NavtreeServer
import NavtreeEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The streams of a command that people read.
enum Console {
  /// Standard output, for what was asked for.
  static let output = FileDescriptor(STDOUT_FILENO)
  /// Standard error, for what went wrong.
  static let error = FileDescriptor(STDERR_FILENO)

  /// Whether a stream shows colours: a terminal does, unless NO_COLOR is set (no-color.org).
  static func isColoured(_ stream: FileDescriptor) -> Bool {
    guard isatty(stream.number) == 1 else { return false }
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

  /// Writes to standard error; when that fails too, the exit status is all that is left to tell.
  static func complain(_ text: String) {
    try? error.writeAll(text)
  }

  /// Says on standard error why the command ends.
  ///
  /// - Returns: its exit status, to be thrown.
  static func fail(_ sentence: String, _ status: ExitCode) -> ExitCode {
    complain("navtree: \(sentence)\n")
    return status
  }

  /// Says why the command ends, and what to do about it.
  static func fail(_ failure: Failure) -> ExitCode {
    let hint = failure.data["hint"]?.string.map { " (\($0))" } ?? ""
    let isFile = failure.kind == .storage || failure.kind == .conflict
    return fail(failure.message + hint, isFile ? .ioError : .failure)
  }
}

/// The statuses of sysexits.h that scripts are told.
extension ExitCode {
  static let usage = ExitCode(64)
  static let software = ExitCode(70)
  static let ioError = ExitCode(74)
}
