internal import JSON

extension RPCLayer {
  /// Answers a line that is JSON, but for a number that the parser has no room for. Only the requests that hold
  /// one are refused: a bad element doesn't sink its batch.
  func answer(
    textWithNumberOutOfRange text: UnsafeRawBufferPointer, with handler: any RPCHandler,
    into output: inout JSONWriter
  ) {
    guard let elements = JSONTokens.elements(of: text) else {
      return answer(request: text, with: handler, into: &output, endingIn: .newline)
    }
    answerBatch(of: elements.count, into: &output) { output in
      for range in elements {
        let element = UnsafeRawBufferPointer(rebasing: text[range])
        answer(request: element, with: handler, into: &output, endingIn: .comma)
      }
    }
  }

  private func answer(
    request text: UnsafeRawBufferPointer, with handler: any RPCHandler, into output: inout JSONWriter,
    endingIn ending: Ending
  ) {
    do {
      let numbers = RPCNumbers(text)
      let request = RPCEnvelope(try parser.parse(nullingNumbersOutOfRange: text), id: numbers.id)
      if let excess = numbers.excess {
        refuse(request.id ?? .null, excess.error, into: &output, endingIn: ending)
      } else {
        answer(request, with: handler, into: &output, endingIn: ending)
      }
    } catch {
      refuse(.null, Self.error(error, byteCount: text.count), into: &output, endingIn: ending)
    }
  }
}
