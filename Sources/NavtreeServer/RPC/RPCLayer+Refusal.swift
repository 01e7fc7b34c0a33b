package import NavtreeJSON
import NavtreeJSONReading

extension RPCLayer {
  /// Replaces all answers after a mark with an error, and removes the notifications between them, except
  /// those that report the end of a subscription.
  ///
  /// The answer to input that wasn't a request, and so has no id, is kept.
  /// - Complexity: O(number of bytes after the mark).
  package func refuseAll(after mark: Int, _ error: RPCError, in output: inout JSONWriter) {
    let written = output.withUnsafeBytes { Array($0.dropFirst(mark)) }
    output.truncate(to: mark)
    // An answer may nest deeper than a line of input.
    let parser = JSONParser(maximumDepth: 4_096)
    for line in written.split(separator: UInt8(ascii: "\n")) {
      let padded = line + Array(repeating: 0, count: JSONParser.padding)
      padded.withUnsafeBytes { bytes in
        // This text was written here, so it can be read.
        guard let answer = try? parser.parse(UnsafeRawBufferPointer(rebasing: bytes[..<line.count])) else {
          return
        }
        if answer.kind == .array {
          refuse(batch: answer, error, into: &output)
        } else if let id = Self.id(of: answer) {
          refuse(id, error, into: &output, endingIn: .newline)
        } else if answer["method"].map({ Self.isLasting($0) }) ?? true {
          output.append(UnsafeRawBufferPointer(rebasing: bytes[..<line.count]))
          output.append(UInt8(ascii: "\n"))
        }
      }
    }
  }

  /// Whether a notification reports something that isn't undone: the end of a subscription, of a session or of an
  /// answer.
  private static func isLasting(_ method: JSONElement) -> Bool {
    method.is("subscription.ended") || method.is("session.closed") || method.is("settled")
  }

  private func refuse(batch: JSONElement, _ error: RPCError, into output: inout JSONWriter) {
    output.append(UInt8(ascii: "["))
    for answer in batch.elements {
      if let id = Self.id(of: answer) {
        refuse(id, error, into: &output, endingIn: .comma)
      } else {
        output.appendElement(answer)
        output.append(UInt8(ascii: ","))
      }
    }
    output.truncate(to: output.count - 1)
    output.append("]\n")
  }

  /// The id of the answered request; nil for a notification and for an answer to no request.
  private static func id(of answer: JSONElement) -> RPCID? {
    guard answer["method"] == nil, let id = answer["id"], id.kind != .null || answer["result"] != nil else {
      return nil
    }
    return RPCID(id)
  }
}
