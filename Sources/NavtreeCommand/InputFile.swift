import ArgumentParser
import NavtreeFiles
import NavtreeFlow
import NavtreeYAML
import NavtreeSystem

/// A file given on the command line, or named in another one.
struct InputFile: ExpressibleByArgument {
  let path: String
  /// Whether it is given on the command line, where `-` and `/dev/stdin` are standard input.
  private let isGiven: Bool

  init(argument: String) {
    path = argument
    isGiven = true
  }

  /// A file that another one names: a regular file.
  init(named path: String) {
    self.path = path
    isGiven = false
  }

  static let flowHelp = "The flow's file; - is standard input. By default the only flow in this folder."

  var defaultValueDescription: String { path }

  static var defaultCompletionKind: CompletionKind { .file() }

  var isStandardInput: Bool { isGiven && path == "-" }

  var exists: Bool { access(path, F_OK) == 0 }

  /// Its name in messages.
  var name: String { isStandardInput ? "<stdin>" : path }

  /// Reads at most one byte more than a flow may have, which is enough to refuse it.
  ///
  /// - Complexity: O(*n*)
  func bytes() throws(FileFault) -> [UInt8] {
    let limit = YAMLLimits().bytes + 1
    return readsStream ? try streamBytes(atMost: limit) : try RegularFile(path: path).bytes(atMost: limit)
  }

  /// Reads all of it.
  ///
  /// - Throws: the exit status, after reporting why.
  func allBytes() throws -> [UInt8] {
    do throws(FileFault) {
      return readsStream ? try streamBytes(atMost: .max) : try RegularFile(path: path).allBytes()
    } catch {
      throw fail(error)
    }
  }

  /// Reports why it can't be read.
  ///
  /// - Returns: the exit status, to be thrown.
  func fail(_ fault: FileFault) -> ExitCode {
    let hint = if case .notRegular = fault { " (- reads standard input)" } else { "" }
    return Console.fail("\(name): \(fault)\(hint)", .ioError)
  }

  private var readsStream: Bool { isStandardInput || isGiven && path == "/dev/stdin" }

  private func streamBytes(atMost limit: Int) throws(FileFault) -> [UInt8] {
    do throws(SystemError) {
      return try FileDescriptor(STDIN_FILENO).readAll(atMost: limit)
    } catch {
      throw .system(error)
    }
  }

  /// Reads it as a flow without errors.
  ///
  /// - Throws: the exit status, after reporting why.
  func loadedFlow() throws -> FlowDefinition { try loadedFlowAndTexts().flow }

  /// The same, with what it was read from.
  func loadedFlowAndTexts() throws -> (flow: FlowDefinition, outcome: FlowLoader.Outcome) {
    let outcome = try load()
    if let flow = outcome.flow { return (flow, outcome) }
    Console.complain(ofErrorsIn: outcome.diagnostics, outcome.sources)
    throw ExitCode.failure
  }

  /// Reads it as a flow, with the files that it includes.
  ///
  /// - Parameter checksParts: Whether a part is checked for its form; otherwise it is refused too.
  /// - Throws: the exit status of a file that can't be read, after reporting why.
  func load(checksParts: Bool = false) throws -> FlowLoader.Outcome {
    do throws(FileFault) {
      return try outcome(checksParts: checksParts)
    } catch {
      throw fail(error)
    }
  }

  /// Reads it as a flow, with the files that it includes, and reports nothing.
  ///
  /// - Parameter texts: What to read in place of what is in files, by their names.
  func outcome(checksParts: Bool = false, texts: [String: [UInt8]] = [:]) throws(FileFault)
    -> FlowLoader.Outcome
  {
    FlowLoader.load(
      try bytes(or: texts), file: name, checksParts: checksParts,
      parts: Self.parts(ofFlow: isStandardInput ? "" : path, texts))
  }

  /// Refuses a bundle where a text is changed.
  ///
  /// - Throws: the exit status, after reporting why.
  func checkIsNoBundle(_ bytes: [UInt8]) throws {
    if !FlowBundle.isBundle(bytes) { return }
    throw Console.fail(
      "\(name): a bundle isn't changed; change the flow that it was made from, and make it again: navtree bundle",
      .failure)
  }

  /// The files that a flow, loaded from this one, asked for, readable or not.
  func parts(of outcome: FlowLoader.Outcome) -> [InputFile] {
    let folder = isStandardInput ? "" : FlowFolder.path(ofFlow: path)
    return outcome.parts.map { InputFile(argument: folder + $0) }
  }
}
