internal import NavtreeJSON
internal import NavtreeJSONReading

/// The notification `settled`, which ends the output of a line: its answers and all notifications that its
/// requests caused stand before it.
extension RPCLayer {
  /// Writes the ids of a line's requests; nothing if none has an id.
  ///
  /// - Complexity: O(number of requests).
  func writeSettled(_ line: JSONElement, into output: inout JSONWriter) {
    guard line.kind == .array else { return writeSettled(id: RPCEnvelope(line).id, into: &output) }
    writeSettled(batchOf: line.count, into: &output) { write in
      for element in line.elements { write(RPCEnvelope(element).id) }
    }
  }

  /// Writes the ids of the requests of a line with numbers that the parser can't hold.
  func writeSettled(textWithNumberOutOfRange text: UnsafeRawBufferPointer, into output: inout JSONWriter) {
    guard let elements = JSONTokens.elements(of: text) else {
      return withEnvelope(textWithNumberOutOfRange: text) { writeSettled(id: $0.id, into: &output) }
    }
    writeSettled(batchOf: elements.count, into: &output) { write in
      for range in elements {
        let element = UnsafeRawBufferPointer(rebasing: text[range])
        withEnvelope(textWithNumberOutOfRange: element) { write($0.id) }
      }
    }
  }

  private func withEnvelope(
    textWithNumberOutOfRange text: UnsafeRawBufferPointer, _ body: (RPCEnvelope) -> Void
  ) {
    guard let element = try? parser.parse(nullingNumbersOutOfRange: text) else { return }
    body(RPCEnvelope(element, id: RPCNumbers(text).id))
  }

  private func writeSettled(id: RPCID?, into output: inout JSONWriter) {
    guard let id else { return }
    output.append(#"{"jsonrpc":"2.0","method":"settled","params":{"id":"#)
    output.appendID(id)
    output.append("}}\n")
  }

  /// - Parameter ids: gives the id of each request to its argument.
  private func writeSettled(
    batchOf count: Int, into output: inout JSONWriter, ids: ((RPCID?) -> Void) -> Void
  ) {
    // A batch that is empty or too large is answered as a whole, with a null id.
    guard count > 0, count <= batchLimits.requests else { return }
    let mark = output.count
    output.append(#"{"jsonrpc":"2.0","method":"settled","params":{"ids":["#)
    let start = output.count
    ids { id in
      guard let id else { return }
      output.appendID(id)
      output.append(UInt8(ascii: ","))
    }
    guard output.count > start else { return output.truncate(to: mark) }
    output.truncate(to: output.count - 1)
    output.append("]}}\n")
  }
}
