package import NavtreeEngine
import NavtreeFiles
package import NavtreeJSON
package import NavtreeJSONReading
import NavtreePersistence
internal import NavtreeSystem

/// A host that keeps texts under keys, as it is asked over the streams of the process.
///
/// While it is waited for, `field.done` and `field.fail` alone are answered; what else is read is handled afterwards.
/// Nothing of it is recorded.
package final class HostKeeper: TextKeeper {
  private enum Reply {
    case done(String?)
    case failed(JSONValue)
  }

  package let streams: StandardStreams
  private let layer: RPCLayer
  /// In milliseconds.
  private let patience: Int
  private let lineLimit: Int
  private let clock = SystemClock()
  private let params = Params()
  /// The number of the last request.
  private var number = 0
  private var isAsking = false
  private var reply: Reply?
  /// What was read meanwhile.
  private var unhandled: [UInt8] = []
  /// Where in it the next line begins that wasn't looked at.
  private var seen = 0
  /// Whether what the loop has read ends within a line.
  var isWithinLine = false
  /// Whether the input has ended.
  var hasEnded = false

  private static let chunk = 64 << 10
  /// The most milliseconds until it is seen that a signal has arrived.
  private static let slice = 200

  package init(_ streams: StandardStreams, _ limits: Limits) {
    self.streams = streams
    layer = RPCLayer(maximumDepth: limits[.depth])
    patience = limits[.field]
    lineLimit = limits[.line]
  }

  package func text(of key: String) throws(Failure) -> String? { try ask("read", key) }

  package func keep(_ text: String?, as key: String) throws(Failure) {
    _ = try ask(text == nil ? "delete" : "write", key, text)
  }

  // MARK: Asking

  private func ask(_ operation: String, _ key: String, _ value: String? = nil) throws(Failure) -> String? {
    if hasEnded { throw failure("it has ended the conversation") }
    number += 1
    seen = unhandled.count
    (isAsking, reply) = (true, nil)
    defer { isAsking = false }
    var request: JSONObject = [
      "field": .integer(number), "operation": .string(operation), "key": .string(key),
    ]
    if let value { request["value"] = .string(value) }
    let line: JSONValue = ["jsonrpc": "2.0", "method": "field.requested", "params": .object(request)]
    var output = Array("\(line)\n".utf8)
    let deadline = clock.now + patience
    let hadSignal = TerminationSignals.haveArrived
    while true {
      output += answers()
      if output.isEmpty, let reply {
        switch reply {
        case .done(let text): return text
        case .failed(let reason):
          throw failure("it can't \(operation) '\(key)': \(reason.string ?? "\(reason)")")
        }
      }
      if TerminationSignals.haveArrived, !hadSignal { throw failure("a signal ends the process") }
      let rest = deadline - clock.now
      guard rest > 0 else {
        throw failure(
          "it hasn't answered field.requested within \(patience) ms",
          hint: "answer it before anything else is waited for, or raise --limit field"
        ).passing()
      }
      do {
        try exchange(&output, within: min(rest, Self.slice))
      } catch {
        throw failure("\(error)")
      }
      if hasEnded, reply == nil { throw failure("it has ended the conversation") }
      if unhandled.count > lineLimit + Self.chunk {
        throw failure("it has sent \(unhandled.count) bytes without an answer to field.requested")
      }
    }
  }

  private func failure(_ reason: String, hint: String? = nil) -> Failure {
    .store("host", reason, hint: hint)
  }

  /// Writes and reads what can be at once, or after a while.
  private func exchange(_ output: inout [UInt8], within milliseconds: Int) throws {
    var descriptors = [
      pollfd(fd: hasEnded ? -1 : streams.input.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: streams.output.number, events: output.isEmpty ? 0 : Int16(POLLOUT), revents: 0),
    ]
    guard poll(&descriptors, nfds_t(descriptors.count), Int32(milliseconds)) > 0 else { return }
    if descriptors[1].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 {
      hasEnded = true
      output = []
      return
    }
    if descriptors[1].revents != 0 {
      let written = try output.withUnsafeBytes { try streams.output.write($0) }
      output.removeFirst(written)
    }
    guard descriptors[0].revents != 0 else { return }
    var chunk = [UInt8](repeating: 0, count: Self.chunk)
    let count = try chunk.withUnsafeMutableBytes { try streams.input.read(into: $0) }
    if count == 0 { hasEnded = true }
    unhandled += chunk.prefix(count ?? 0)
  }

  // MARK: Answers

  /// Answers the whole lines that are the host's answers, which no one else sees.
  private func answers() -> [UInt8] {
    var output = JSONWriter()
    while let end = unhandled[seen...].firstIndex(of: UInt8(ascii: "\n")) {
      let begins = seen > 0 ? unhandled[seen - 1] == UInt8(ascii: "\n") : !isWithinLine
      if begins, answer(unhandled[seen..<end], into: &output) {
        unhandled.removeSubrange(seen...end)
      } else {
        seen = end + 1
      }
    }
    return output.withUnsafeBytes { Array($0) }
  }

  private func answer(_ line: ArraySlice<UInt8>, into output: inout JSONWriter) -> Bool {
    let padded = line + Array(repeating: 0, count: JSONParser.padding)
    return padded.withUnsafeBytes { bytes in
      let line = UnsafeRawBufferPointer(rebasing: bytes[..<line.count])
      var isAnswer = false
      layer.peek(line) { method, _ in isAnswer = Self.method(method) != nil }
      if isAnswer { layer.handle(line, with: self, into: &output) }
      return isAnswer
    }
  }

  private static func method(_ name: UnsafeRawBufferPointer) -> Method? {
    MethodTable.fieldMethods.first { $0.name.utf8.elementsEqual(name) }
  }

  /// The failure of an answer to what isn't asked, or no longer.
  static func unasked(_ params: Params) throws(Failure) -> Failure {
    let number = try params.integer(.field, in: 0...Int.max) ?? 0
    return Failure(
      .notInFlight, "nothing waits for the answer \(number) of a host", ["field": .integer(number)])
  }

  // MARK: The loop

  /// Gives what was read meanwhile; false if there is nothing.
  func give(to splitter: inout LineSplitter) -> Bool {
    if unhandled.isEmpty { return false }
    _ = splitter.append(atMost: unhandled.count) { buffer in
      buffer.copyBytes(from: unhandled)
      return unhandled.count
    }
    unhandled = []
    isWithinLine = splitter.isWithinLine
    return true
  }
}

extension HostKeeper: RPCHandler {
  package func call(
    _ name: UnsafeRawBufferPointer, _ given: JSONElement?, into output: inout JSONWriter
  ) throws(RPCError) {
    do throws(Failure) {
      guard let method = Self.method(name) else { return }
      try params.take(given, for: method.signature)
      guard isAsking, reply == nil, try params.integer(.field, in: 0...Int.max) == number else {
        throw try Self.unasked(params)
      }
      reply =
        method.name == "field.done"
        ? .done(try params.string(.value)) : .failed(try params.value(.error) ?? .null)
    } catch {
      throw RPCError(error)
    }
    output.append("{}")
  }

  package func writeCaused(into output: inout JSONWriter) -> Bool { false }
}
