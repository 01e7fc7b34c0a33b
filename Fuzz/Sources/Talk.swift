import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavtreePersistence
import NavtreeScenarios
import NavtreeServer

/// A server on a virtual clock in this process, which bytes are sent to as through a pipe.
final class Talk {
  let server: NavtreeServer
  private let layer = RPCLayer(maximumDepth: 512)
  /// The instant of the real clock, for sessions that ask for one.
  private static let instant = 1_767_225_600_000

  /// A timer that sets itself again at once would take a second of each input.
  private static let limits: Limits = {
    var limits = Limits()
    limits[.firings] = 1_000
    limits[.work] = 1_000_000
    return limits
  }()

  init(store: SessionStore? = nil) {
    server = NavtreeServer(
      limits: Self.limits, clock: .virtual, store: store, random: { 7 }, tester: ScenarioTests.tester
    ) { _ in .failure(NavtreeServer.FileFailure(message: "no files here")) }
    server.pass(to: Self.instant)
  }

  /// Opens a session that is named after its flow.
  convenience init(_ flow: FlowDefinition, store: SessionStore? = nil) {
    self.init(store: store)
    server.add(flow)
    _ = try? server.open(flow, as: flow.name)
    _ = server.commit()
  }

  /// Sends the bytes in reads of this size.
  ///
  /// - Returns: what was written.
  func send(_ bytes: some Collection<UInt8>, chunk: Int) -> [UInt8] {
    var output = JSONWriter()
    var splitter = LineSplitter(limit: 1 << 20)
    var rest = bytes[...]
    while true {
      let part = Array(rest.prefix(chunk))
      rest = rest.dropFirst(chunk)
      if part.isEmpty {
        splitter.end()
      } else {
        _ = splitter.append(atMost: part.count) {
          $0.copyBytes(from: part)
          return part.count
        }
      }
      handle(&splitter, into: &output)
      if part.isEmpty || server.isShutDown { return output.withUnsafeBytes { Array($0) } }
    }
  }

  private func handle(_ splitter: inout LineSplitter, into output: inout JSONWriter) {
    while !server.isShutDown, let line = splitter.next() {
      switch line {
      case .whole(let bytes): layer.handle(bytes, with: server, into: &output)
      case .tooLong: layer.refuseLine(longerThan: 1 << 20, into: &output)
      }
      _ = server.commit()
      server.writeCaused(into: &output)
    }
  }

  /// The result of a request; nil if it was refused.
  @discardableResult
  func ask(_ method: String, _ params: JSONObject = [:]) -> JSONValue? {
    do {
      return try server.request(method, params)
    } catch {
      if error.code == -32603 { fatalError("an internal error: \(error.message)") }
      return nil
    }
  }
}
