import NavtreeEngine
import NavtreeSystem
import NavtreeJSON
import NavtreeJSONReading
import NavtreeServer

/// A server in this process that answers lines as `navtree serve` does.
final class LineServer {
  let server: NavtreeServer
  private let clock = SystemClock()
  private let layer: RPCLayer

  init(_ server: NavtreeServer) {
    self.server = server
    layer = RPCLayer(
      maximumDepth: server.limits[.depth],
      batchLimits: RPCBatchLimits(
        requests: server.limits[.requests], answers: server.limits[.answers]))
    server.pass(to: clock.now)
  }

  /// The lines written since the last request.
  func pending() -> [UInt8] {
    var output = JSONWriter()
    server.writeCaused(into: &output)
    return output.withUnsafeBytes { Array($0) }
  }

  /// Answers a line, and runs the timers that are due before it.
  ///
  /// - Returns: the lines written for it.
  func answer(_ line: [UInt8]) -> [UInt8] {
    server.pass(to: clock.now)
    var output = JSONWriter()
    // What timers caused comes first.
    server.writeCaused(into: &output)
    if line.count > server.limits[.line] {
      layer.refuseLine(longerThan: server.limits[.line], into: &output)
    } else {
      (line + Array(repeating: 0, count: JSONParser.padding)).withUnsafeBytes { bytes in
        layer.handle(UnsafeRawBufferPointer(rebasing: bytes[..<line.count]), with: server, into: &output)
      }
    }
    if let error = server.commit() {
      layer.refuseAll(after: 0, error, in: &output)
      server.writeCaused(into: &output)
    }
    return output.withUnsafeBytes { Array($0) }
  }

  /// Leaves the sessions stored.
  func finish() throws(Failure) { try server.finish(at: clock.now) }
}
