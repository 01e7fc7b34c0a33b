import ArgumentParser
import NavtreeFlow
import NavtreeServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file given on the command line; `-` is standard input.
struct InputFile: ExpressibleByArgument {
  let path: String

  init(argument: String) {
    path = argument
  }

  var defaultValueDescription: String { path }

  static var defaultCompletionKind: CompletionKind { .file() }

  var isStandardInput: Bool { path == "-" }

  var exists: Bool { access(path, F_OK) == 0 }

  /// Its name in messages.
  var name: String { isStandardInput ? "<stdin>" : path }

  /// Reads at most one byte more than a flow may have, which is enough to refuse it.
  ///
  /// - Complexity: O(*n*)
  func bytes() throws(SystemError) -> [UInt8] { try bytes(atMost: YAMLLimits().bytes + 1) }

  /// - Complexity: O(*n*)
  func bytes(atMost limit: Int) throws(SystemError) -> [UInt8] {
    if isStandardInput { return try FileDescriptor(STDIN_FILENO).readAll(atMost: limit) }
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw .last }
    defer { close(number) }
    return try FileDescriptor(number).readAll(atMost: limit)
  }

  /// Reads all of it, however long it is.
  ///
  /// - Throws: the exit status, after reporting why.
  func allBytes() throws -> [UInt8] {
    do {
      return try bytes(atMost: .max)
    } catch {
      throw Console.fail("\(name): \(error)", .ioError)
    }
  }

  /// Reads it as a flow without errors.
  ///
  /// - Throws: the exit status, after reporting why.
  func loadedFlow() throws -> FlowDefinition {
    let outcome = try load()
    if let flow = outcome.flow { return flow }
    outcome.reportErrors()
    throw ExitCode.failure
  }

  /// Reads it as a flow, with the files that it includes.
  ///
  /// - Parameter checksParts: Whether a part is checked for its form; otherwise it is refused too.
  /// - Throws: the exit status of a file that can't be read, after reporting why.
  func load(checksParts: Bool = false) throws -> FlowLoader.Outcome {
    do {
      return FlowLoader.load(
        try bytes(), file: name, checksParts: checksParts,
        parts: Self.parts(ofFlow: isStandardInput ? "" : path))
    } catch {
      throw Console.fail("\(name): \(error)", .ioError)
    }
  }
}

extension FlowLoader.Outcome {
  /// Writes the errors to standard error, if there are any.
  func reportErrors() {
    let errors = diagnostics.filter { $0.severity == .error }
    if errors.isEmpty { return }
    let report = DiagnosticReport(errors, in: sources, coloured: Console.isColoured(Console.error))
    Console.complain(report.text)
  }
}
