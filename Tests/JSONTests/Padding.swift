import NavtreeJSON
import NavtreeJSONReading

/// Runs a closure on a text's bytes, followed by as many as a parser reads beyond them.
func withPadding<Result>(_ text: String, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
{
  // The bytes after the text would change its meaning if they were read.
  let bytes = Array(text.utf8) + Array(repeating: UInt8(ascii: "1"), count: JSONParser.padding)
  return try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<text.utf8.count])) }
}

func withParser<Result>(_ body: (borrowing JSONParser) throws -> Result) rethrows -> Result {
  let parser = JSONParser()
  return try body(parser)
}
