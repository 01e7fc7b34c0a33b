import ArgumentParser
import NavtreeFiles
import NavtreeFlow
import NavtreeJSON
import NavtreeServer
import NavtreeEngine
import NavtreeYAML

extension InputFile {
  /// Reads the files that requests name.
  @Sendable static func read(path: String) -> Result<[UInt8], NavtreeServer.FileFailure> {
    Result { () throws(FileFault) in try InputFile(named: path).bytes() }
      .mapError { NavtreeServer.FileFailure(message: $0.description) }
  }

  /// Reads the files that requests name below a folder.
  static func reader(below root: FlowRoot) -> NavtreeServer.FileReader {
    { path in
      do throws(FileFault) {
        if let bytes = try root.bytes(ofFlow: path, atMost: YAMLLimits().bytes + 1) { return .success(bytes) }
        return .failure(
          NavtreeServer.FileFailure(
            message: "it is outside of the folder that requests may read, \(root.name)",
            hint: "serve --root DIR names the folder"))
      } catch {
        return .failure(NavtreeServer.FileFailure(message: error.description))
      }
    }
  }

  /// Opens the session of the flow that was loaded from here.
  ///
  /// - Throws: the exit status, after reporting why.
  func openSession(
    of outcome: FlowLoader.Outcome, on server: NavtreeServer, shared: [SharedSetting] = []
  ) throws {
    Console.complain(ofErrorsIn: outcome.diagnostics, outcome.sources)
    do {
      try beginSession(of: outcome, on: server, shared: shared)
    } catch let failure as Failure {
      throw Console.fail(failure)
    }
  }

  /// Opens the session of the flow that was loaded from here, and reports nothing.
  ///
  /// - Throws: a `Failure`, or the `ValidationError` of a shared value.
  func beginSession(
    of outcome: FlowLoader.Outcome, on server: NavtreeServer, shared: [SharedSetting]
  ) throws {
    let flow = try server.load(outcome, file: name)
    let shared = try shared.values(for: flow)
    server.record(
      try server.open(flow, as: flow.name, shared: shared),
      params: shared.isEmpty ? [:] : ["shared": .object(shared)])
  }
}
