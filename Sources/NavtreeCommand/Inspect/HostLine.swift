import NavtreeFiles
import NavtreeJSON
import NavtreeJSONReading
import NavtreeServer
import NavtreeSystem

/// The socket to the host's process.
final class HostLine {
  private let socket: FileDescriptor
  private var lastID = 0
  private var pending: [UInt8] = []
  private let clock = SystemClock()

  /// The time that the host has to answer, in milliseconds.
  private static let patience = 5_000

  init(_ socket: FileDescriptor) {
    self.socket = socket
  }

  /// Whether the host has ended.
  var hasEnded: Bool {
    var byte: UInt8 = 0
    let count = recv(socket.number, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    return count == 0 || count < 0 && !SystemError.last.isInterruption
  }

  /// Has the host do a request.
  func call(_ method: String, _ params: JSONObject) throws(RPCError) -> JSONValue {
    lastID += 1
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": .integer(lastID), "method": .string(method), "params": .object(params),
    ]
    guard let answer = try? answer(to: request) else {
      throw RPCError(
        code: -32000, message: "the host doesn't answer", kind: "hostSilent",
        sentence: "the host doesn't answer",
        mayBeRetried: true)
    }
    guard let error = answer["error"] else { return answer["result"] ?? .null }
    let data = error["data"]?.object ?? [:]
    var failure = RPCError(
      code: error["code"]?.integer ?? -32603, message: error["message"]?.string ?? "",
      kind: data["kind"]?.string ?? "", sentence: data["message"]?.string ?? "",
      mayBeRetried: data["retry"]?.boolean ?? false)
    failure.details = data.filter { !["kind", "message", "retry"].contains($0.key) }
    throw failure
  }

  /// - Returns: nil if there is none in time.
  private func answer(to request: JSONValue) throws(SystemError) -> JSONValue? {
    try socket.writeAll("\(request)\n")
    let end = clock.now + Self.patience
    while true {
      while let index = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(pending[..<index])
        pending.removeSubrange(...index)
        // The answer to a request that took too long is there too.
        if let answer = try? JSONValue(parsing: line, maximumDepth: 4096), answer["id"] == request["id"] {
          return answer
        }
      }
      let rest = end - clock.now
      guard rest > 0, socket.isReadable(within: Int32(rest)) else { return nil }
      let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
      defer { room.deallocate() }
      let count = try socket.read(into: room) ?? 0
      if count == 0 { return nil }
      pending += room[..<count]
    }
  }
}
