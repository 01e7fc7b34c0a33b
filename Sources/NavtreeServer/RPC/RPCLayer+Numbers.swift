internal import NavtreeJSON
internal import NavtreeJSONReading

extension RPCLayer {
  /// Answers a line that is JSON except for numbers that the parser can't hold. Only the requests with such
  /// numbers are refused: a bad element doesn't affect the rest of its batch.
  func answer(
    textWithNumberOutOfRange text: UnsafeRawBufferPointer, with handler: any RPCHandler,
    into output: inout JSONWriter
  ) {
    guard let elements = JSONTokens.elements(of: text) else {
      return answer(request: text, ofBatchAt: nil, with: handler, into: &output)
    }
    answerBatch(of: elements.count, into: &output) { output, mark in
      for range in elements {
        let element = UnsafeRawBufferPointer(rebasing: text[range])
        answer(request: element, ofBatchAt: mark, with: handler, into: &output)
      }
    }
  }

  /// - Parameter mark: the start of the answers of the request's batch; nil if it isn't in a batch.
  private func answer(
    request text: UnsafeRawBufferPointer, ofBatchAt mark: Int?, with handler: any RPCHandler,
    into output: inout JSONWriter
  ) {
    let ending = mark == nil ? Ending.newline : .comma
    do {
      let numbers = RPCNumbers(text)
      let request = RPCEnvelope(try parser.parse(nullingNumbersOutOfRange: text), id: numbers.id)
      if let excess = numbers.excess {
        refuse(request.id ?? .null, excess.error, into: &output, endingIn: ending)
      } else if let mark {
        answer(request, ofBatchAt: mark, with: handler, into: &output)
      } else {
        answer(request, with: handler, into: &output, endingIn: ending)
      }
    } catch {
      refuse(.null, Self.error(error, byteCount: text.count), into: &output, endingIn: ending)
    }
  }
}
