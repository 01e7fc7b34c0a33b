package import NavtreeJSON
package import NavtreeJSONReading

/// JSON-RPC 2.0 between lines of bytes and a handler: it knows neither the source of the lines nor the
/// meaning of the methods.
///
/// A request is read from the parser's tape, and a result is written where it will be sent from: a valid
/// request allocates nothing here.
package struct RPCLayer: ~Copyable {
  let parser: JSONParser

  let batchLimits: RPCBatchLimits

  package init(maximumDepth: Int, batchLimits: RPCBatchLimits = RPCBatchLimits()) {
    parser = JSONParser(maximumDepth: maximumDepth)
    self.batchLimits = batchLimits
  }

  /// Answers a line with a line or, for notifications, with nothing; the notifications that it caused follow.
  ///
  /// - Parameter line: without its newline; `JSONParser.padding` more readable bytes must follow in memory.
  /// - Complexity: O(*n*) in the length of the line, plus the handler's cost.
  package func handle(
    _ line: UnsafeRawBufferPointer, with handler: any RPCHandler, into output: inout JSONWriter
  ) {
    guard let text = Self.text(of: line) else { return }
    do {
      let element = try parser.parse(text)
      if element.kind == .array {
        answerBatch(of: element.count, into: &output) { output, mark in
          for element in element.elements {
            answer(RPCEnvelope(element), ofBatchAt: mark, with: handler, into: &output)
          }
        }
      } else {
        answer(RPCEnvelope.read(element), with: handler, into: &output, endingIn: .newline)
      }
      if handler.writeCaused(into: &output) { writeSettled(element, into: &output) }
    } catch .numberOutOfRange {
      answer(textWithNumberOutOfRange: text, with: handler, into: &output)
      if handler.writeCaused(into: &output) { writeSettled(textWithNumberOutOfRange: text, into: &output) }
    } catch {
      refuse(.null, Self.error(error, byteCount: text.count), into: &output, endingIn: .newline)
    }
  }

  /// Answers a line of one request; the notifications that it causes wait.
  func answer(
    _ line: UnsafeRawBufferPointer, with handler: any RPCHandler, into output: inout JSONWriter
  ) {
    do {
      answer(RPCEnvelope.read(try parser.parse(line)), with: handler, into: &output, endingIn: .newline)
    } catch {
      refuse(.null, Self.error(error, byteCount: line.count), into: &output, endingIn: .newline)
    }
  }

  /// Gives the method and the params of a line of one request, without answering it.
  package func peek(
    _ line: UnsafeRawBufferPointer, _ body: (_ method: UnsafeRawBufferPointer, _ params: JSONElement?) -> Void
  ) {
    guard let text = Self.text(of: line), let element = try? parser.parse(text) else { return }
    let request = RPCEnvelope(element)
    if !request.isFaulty { body(request.method, request.params) }
  }

  /// Answers a line that was dropped.
  package func refuseLine(longerThan limit: Int, into output: inout JSONWriter) {
    refuse(.null, Self.lineTooLong(limit), into: &output, endingIn: .newline)
  }

  /// The line without a byte order mark; nil if it is blank.
  @inline(__always)
  package static func text(of line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    // Nearly all lines begin so.
    line.first == UInt8(ascii: "{") ? line : textWithoutMark(of: line)
  }

  @inline(never)
  private static func textWithoutMark(of line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    var text = line
    if line.first == 0xEF, line.starts(with: [0xEF, 0xBB, 0xBF]) {
      text = UnsafeRawBufferPointer(rebasing: line.dropFirst(3))
    }
    let isBlank = text.allSatisfy { $0 == UInt8(ascii: " ") || $0 == 0x09 || $0 == 0x0D }
    return isBlank ? nil : text
  }

  package static func error(_ error: JSONError, byteCount: Int) -> RPCError {
    switch error {
    case .syntax, .invalidUTF8: .parseError("\(error)")
    case .depth(let limit): .invalidRequest("\(error)", limit: "depth", of: limit)
    case .numberOutOfRange: .invalidRequest("\(error)", limit: "number")
    case .integerOutOfRange: .invalidRequest("\(error)", limit: "integer")
    case .capacity: lineTooLong(byteCount - 1)
    case .outOfMemory: .internal("\(error)")
    }
  }

  package static func lineTooLong(_ limit: Int) -> RPCError {
    .invalidRequest("the line is longer than \(limit) bytes", limit: "line", of: limit)
  }
}

extension RPCLayer {
  /// The separator after an answer.
  enum Ending: UInt8 {
    case newline = 0x0A
    case comma = 0x2C
  }

  /// Answers one request; a notification leaves nothing in the output.
  func answer(
    _ request: RPCEnvelope, with handler: any RPCHandler, into output: inout JSONWriter,
    endingIn ending: Ending
  ) {
    if request.isFaulty, let error = request.error {
      // It is never treated as a notification: its sender may wait for an answer.
      return refuse(request.id ?? .null, error, into: &output, endingIn: ending)
    }
    let mark = output.count
    do {
      guard let id = request.id else {
        defer { output.truncate(to: mark) }
        return try handler.call(request.method, request.params, into: &output)
      }
      output.append("{\"jsonrpc\":\"2.0\",\"id\":")
      output.appendID(id)
      output.append(",\"result\":")
      try handler.call(request.method, request.params, into: &output)
      output.append(UInt8(ascii: "}"))
      output.append(ending.rawValue)
    } catch {
      output.truncate(to: mark)
      if let id = request.id { refuse(id, error, into: &output, endingIn: ending) }
    }
  }

  /// Answers one request of a batch, unless the answers have reached their limit.
  ///
  /// - Parameter mark: the start of the batch's answers.
  func answer(
    _ request: RPCEnvelope, ofBatchAt mark: Int, with handler: any RPCHandler, into output: inout JSONWriter
  ) {
    // A notification adds nothing to the list.
    guard output.count - mark >= batchLimits.answers, request.id != nil || request.error != nil else {
      return answer(request, with: handler, into: &output, endingIn: .comma)
    }
    let error = RPCError.invalidRequest(
      "the answers to this batch have \(batchLimits.answers) bytes already", limit: "answers",
      of: batchLimits.answers)
    refuse(request.id ?? .null, error, into: &output, endingIn: .comma)
  }

  func refuse(_ id: RPCID, _ error: RPCError, into output: inout JSONWriter, endingIn ending: Ending) {
    output.append("{\"jsonrpc\":\"2.0\",\"id\":")
    output.appendID(id)
    output.append(",\"error\":")
    error.write(into: &output)
    output.append("}")
    output.append(ending.rawValue)
  }

  /// Answers a batch (section 6) with a list, or with nothing if all its requests are notifications.
  ///
  /// - Parameters:
  ///   - count: the number of requests.
  ///   - answers: writes the answers, a comma after each; its argument is where they begin.
  func answerBatch(
    of count: Int, into output: inout JSONWriter, answers: (inout JSONWriter, _ mark: Int) -> Void
  ) {
    if let error = batchLimits.refusal(ofCount: count) {
      return refuse(.null, error, into: &output, endingIn: .newline)
    }
    let mark = output.count
    output.append(UInt8(ascii: "["))
    answers(&output, mark)
    guard output.count > mark + 1 else { return output.truncate(to: mark) }
    output.truncate(to: output.count - 1)
    output.append("]\n")
  }
}
