import NavtreeJSON
import NavtreeJSONReading
import NavtreeServer
import Testing
import NavtreeTestSupport

struct LineSplitterTests {
  /// The lines of a stream as text, with nil for one beyond the limit.
  private func lines(of stream: [UInt8], limit: Int, cutAt cuts: [Int]) -> [String?] {
    var splitter = LineSplitter(limit: limit)
    var lines: [String?] = []
    func drain() {
      while let line = splitter.next() {
        switch line {
        case .whole(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
        case .tooLong: lines.append(nil)
        }
      }
    }
    var start = 0
    for end in cuts + [stream.count] where end > start {
      _ = splitter.append(atMost: end - start) { buffer in
        buffer.copyBytes(from: stream[start..<end])
        return end - start
      }
      drain()
      start = end
    }
    splitter.end()
    drain()
    return lines
  }

  @Test(
    arguments: [
      ("nothing", "", []),
      ("a line", "ab\n", ["ab"]),
      ("a last line without newline", "ab\ncd", ["ab", "cd"]),
      ("empty lines", "\n\n", ["", ""]),
      ("carriage returns stay", "a\r\n", ["a\r"]),
      ("a line at the limit", "abcdefgh\n", ["abcdefgh"]),
      ("a line beyond it", "abcdefghi\nx\n", [nil, "x"]),
      ("a last line at the limit", "abcdefgh", ["abcdefgh"]),
      ("a last line beyond it", "abcdefghi", [nil]),
      ("a line far beyond it", String(repeating: "a", count: 100) + "\nx", [nil, "x"]),
      ("two of them", "abcdefghi\nabcdefghi\n\nx", [nil, nil, "", "x"]),
    ] as [(String, String, [String?])])
  func howAStreamIsCutNeverMatters(name: String, stream: String, expected: [String?]) {
    let bytes = Array(stream.utf8)
    #expect(lines(of: bytes, limit: 8, cutAt: []) == expected)
    #expect(lines(of: bytes, limit: 8, cutAt: Array(0..<bytes.count)) == expected)
    for first in 0..<bytes.count {
      for second in first..<bytes.count {
        #expect(lines(of: bytes, limit: 8, cutAt: [first, second]) == expected)
      }
    }
  }

  @Test
  func linesOfAnyLengthSurviveRandomCuts() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20 {
      let expected = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        let length = Int.random(in: 0...9, using: &random) == 0 ? 400_000 : 300
        return String(repeating: "x", count: Int.random(in: 1...length, using: &random))
      }
      let stream = Array(expected.joined(separator: "\n").utf8)
      var cuts: [Int] = []
      while (cuts.last ?? 0) < stream.count {
        cuts.append((cuts.last ?? 0) + Int.random(in: 1...100_000, using: &random))
      }
      #expect(lines(of: stream, limit: 1 << 20, cutAt: cuts.dropLast()) == expected)
    }
  }

  @Test
  func aLineIsHandedOutWithPaddingBehindIt() throws {
    var splitter = LineSplitter(limit: 1 << 20)
    _ = splitter.append(atMost: 2) { buffer in
      buffer.copyBytes(from: "[]".utf8)
      return 2
    }
    splitter.end()
    guard case .whole(let line) = splitter.next() else {
      Issue.record("no line")
      return
    }
    let parser = JSONParser()
    #expect(try parser.parse(line).kind == .array)
  }
}
