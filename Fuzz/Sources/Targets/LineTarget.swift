import NavtreeJSON
import NavtreeJSONReading

/// Requests through a pipe: the first line names a flow, the others are sent to a session of it.
///
/// How the bytes are cut into reads doesn't matter, each line of output is JSON, and no answer is an internal error.
enum LineTarget {
  static func run(_ bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: 0x0A) else { return }
    let flow = FlowShelf.only.flow(of: Array(bytes[..<end]))
    let input = bytes[(end + 1)...]
    let whole = Talk(flow).send(input, chunk: .max)
    if Talk(flow).send(input, chunk: 7) != whole { fatalError("reads of seven bytes give other answers") }
    for line in whole.split(separator: 0x0A) {
      guard let answer = try? JSONValue(parsing: line, maximumDepth: 4096) else {
        fatalError("an answer that is no JSON: \(String(decoding: line, as: UTF8.self))")
      }
      for answer in answer.array ?? [answer] where answer["error"]?["code"]?.integer == -32603 {
        fatalError("an internal error: \(answer)")
      }
    }
  }
}
