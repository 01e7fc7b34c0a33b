import NavtreeJSON
import NavtreeJSONReading
import Testing
import NavtreeTestSupport

struct ParserTests {
  struct Refusal: CustomTestStringConvertible {
    var text: String
    var error: JSONError
    var testDescription: String { text.debugDescription }
  }

  @Test(arguments: [
    Refusal(text: "", error: .syntax(JSONSyntaxFault(.unexpectedEnd, at: 0))),
    Refusal(text: " \n ", error: .syntax(JSONSyntaxFault(.unexpectedEnd, at: 3))),
    Refusal(text: "{", error: .syntax(JSONSyntaxFault(.unexpectedEnd, at: 1))),
    Refusal(text: "[1", error: .syntax(JSONSyntaxFault(.unexpectedEnd, at: 2))),
    Refusal(text: "\"abc", error: .syntax(JSONSyntaxFault(.unexpectedEnd, at: 4))),
    Refusal(text: "tru", error: .syntax(JSONSyntaxFault(.unexpectedEnd, at: 3))),
    Refusal(text: "truth", error: .syntax(JSONSyntaxFault(.unexpectedCharacter, at: 3))),
    Refusal(text: "truex", error: .syntax(JSONSyntaxFault(.trailingContent, at: 4))),
    Refusal(text: "[1,]", error: .syntax(JSONSyntaxFault(.unexpectedCharacter, at: 3))),
    Refusal(text: "[1 2]", error: .syntax(JSONSyntaxFault(.unexpectedCharacter, at: 3))),
    Refusal(text: "{a:1}", error: .syntax(JSONSyntaxFault(.unexpectedCharacter, at: 1))),
    Refusal(text: "{\"a\"1}", error: .syntax(JSONSyntaxFault(.unexpectedCharacter, at: 4))),
    Refusal(text: "{\"a\":1,}", error: .syntax(JSONSyntaxFault(.unexpectedCharacter, at: 7))),
    Refusal(text: "[}", error: .syntax(JSONSyntaxFault(.unexpectedCharacter, at: 1))),
    Refusal(text: "1 2", error: .syntax(JSONSyntaxFault(.trailingContent, at: 2))),
    Refusal(text: "{}}", error: .syntax(JSONSyntaxFault(.trailingContent, at: 2))),
    Refusal(text: "01", error: .syntax(JSONSyntaxFault(.malformedNumber, at: 0))),
    Refusal(text: "[-]", error: .syntax(JSONSyntaxFault(.malformedNumber, at: 1))),
    Refusal(text: "1.", error: .syntax(JSONSyntaxFault(.malformedNumber, at: 0))),
    Refusal(text: "1e", error: .syntax(JSONSyntaxFault(.malformedNumber, at: 0))),
    Refusal(text: "+1", error: .syntax(JSONSyntaxFault(.unexpectedCharacter, at: 0))),
    Refusal(text: ".5", error: .syntax(JSONSyntaxFault(.unexpectedCharacter, at: 0))),
    Refusal(text: "NaN", error: .syntax(JSONSyntaxFault(.unexpectedCharacter, at: 0))),
    Refusal(text: #""\x""#, error: .syntax(JSONSyntaxFault(.malformedEscape, at: 1))),
    Refusal(text: #""\u12g4""#, error: .syntax(JSONSyntaxFault(.malformedEscape, at: 1))),
    Refusal(text: #""a\ud800""#, error: .syntax(JSONSyntaxFault(.malformedEscape, at: 2))),
    Refusal(text: #""\udc00""#, error: .syntax(JSONSyntaxFault(.malformedEscape, at: 1))),
    Refusal(text: #""\ud800\u0041""#, error: .syntax(JSONSyntaxFault(.malformedEscape, at: 1))),
    Refusal(text: "\"a\tb\"", error: .syntax(JSONSyntaxFault(.controlCharacter, at: 2))),
    Refusal(text: "\"a\0b\"", error: .syntax(JSONSyntaxFault(.controlCharacter, at: 2))),
    Refusal(text: "\0", error: .syntax(JSONSyntaxFault(.unexpectedCharacter, at: 0))),
    Refusal(text: "1\0", error: .syntax(JSONSyntaxFault(.trailingContent, at: 1))),
    Refusal(text: "[1]\0", error: .syntax(JSONSyntaxFault(.trailingContent, at: 3))),
    Refusal(text: "1e400", error: .numberOutOfRange),
    Refusal(text: "[1e400,01]", error: .syntax(JSONSyntaxFault(.malformedNumber, at: 7))),
    Refusal(text: "18446744073709551616", error: .numberOutOfRange),
    Refusal(text: "-9223372036854775809", error: .numberOutOfRange),
    Refusal(text: "9223372036854775808", error: .integerOutOfRange([])),
    Refusal(text: #"{"a/b":[0,{"":18446744073709551615}]}"#, error: .integerOutOfRange(["a/b", "1", ""])),
  ])
  func aTextIsRefusedForItsFirstFault(_ refusal: Refusal) {
    #expect(throws: refusal.error) { try JSONValue(parsing: refusal.text) }
  }

  @Test(arguments: [
    [0x22, 0xFF, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
    [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22], [0x80],
  ])
  func bytesThatAreNotUTF8AreRefused(_ bytes: [UInt8]) {
    #expect(throws: JSONError.invalidUTF8) { try JSONValue(parsing: bytes) }
  }

  @Test
  func errorsAreSentences() {
    let errors: [JSONError] = [
      .syntax(JSONSyntaxFault(.unexpectedEnd, at: 3)), .syntax(JSONSyntaxFault(.unexpectedCharacter, at: 3)),
      .syntax(JSONSyntaxFault(.malformedNumber, at: 3)), .syntax(JSONSyntaxFault(.malformedEscape, at: 3)),
      .syntax(JSONSyntaxFault(.controlCharacter, at: 3)), .syntax(JSONSyntaxFault(.trailingContent, at: 3)),
      .invalidUTF8, .depth(limit: 4), .numberOutOfRange, .integerOutOfRange([]),
      .integerOutOfRange(["a", "0"]),
      .capacity, .outOfMemory,
    ]
    #expect(
      errors.map(\.description).joined(separator: "\n") == """
        the JSON text ends too early, after 3 bytes
        unexpected character at byte 3
        malformed number at byte 3
        malformed escape at byte 3
        unescaped control character in a string at byte 3
        unexpected content after the value, at byte 3
        invalid UTF-8
        arrays and objects are nested deeper than 4 levels
        a number is out of range
        the integer is out of range (-9223372036854775808 to 9223372036854775807)
        the integer at /a/0 is out of range (-9223372036854775808 to 9223372036854775807)
        the text is too long to be parsed
        out of memory
        """)
  }

  @Test(arguments: [1, 2, 64, 512, 4096])
  func nestingIsAllowedUpToTheLimitAndNotBeyond(_ limit: Int) throws {
    func nested(_ levels: Int, _ open: String, _ inner: String, _ close: String) -> String {
      String(repeating: open, count: levels) + inner + String(repeating: close, count: levels)
    }
    for (open, inner, close) in [("[", "", "]"), ("[", "1", "]"), ("{\"a\":", "1", "}"), ("[[],", "2", "]")] {
      // The last form holds an empty array one level further down.
      let deepest = open == "[[]," ? limit - 1 : limit
      let text = nested(deepest, open, inner, close)
      #expect(try JSONValue(parsing: text, maximumDepth: limit).description == text)
      #expect(throws: JSONError.depth(limit: limit)) {
        try JSONValue(parsing: nested(deepest + 1, open, inner, close), maximumDepth: limit)
      }
    }
    #expect(throws: JSONError.depth(limit: limit)) {
      try JSONValue(parsing: String(repeating: "[", count: 1_000_000), maximumDepth: limit)
    }
  }

  @Test
  func theRestOfATextIsReadWhereNumbersAreOutOfRange() throws {
    let texts = [
      (
        #"{"id":7,"params":[1e400,-1e999,"1e400\"1e400",2]}"#,
        #"{"id":7,"params":[null,null,"1e400\"1e400",2]}"#
      ),
      (#"{"id":18446744073709551616}"#, #"{"id":null}"#),
      ("1e400", "null"),
      ("[1]", "[1]"),
    ]
    for (text, expected) in texts {
      try withParser { parser in
        try withPadding(text) { bytes in
          let value = try parser.parse(nullingNumbersOutOfRange: bytes).value()
          #expect(value.description == expected)
        }
      }
    }
  }

  @Test
  func aParserReadsLongerAndShorterTextsInTurn() throws {
    try withParser { parser in
      for count in [1, 10_000, 3, 200_000, 1, 4095, 4096, 4097] {
        let text = "[" + Array(repeating: "\"é\"", count: count).joined(separator: ",") + "]"
        try withPadding(text) { bytes in
          let element = try parser.parse(bytes)
          #expect(element.count == count)
          #expect(element.elements.allSatisfy { $0.is("é") })
        }
        let isRefused = withPadding("[") { bytes in (try? parser.parse(bytes)) == nil }
        #expect(isRefused)
      }
    }
  }

  @Test(arguments: 1...18, ["", "-"])
  func anIntegerOfEachLengthIsRead(count: Int, sign: String) throws {
    for digits in ["987654321098765432", "100000000000000000"] {
      let text = sign + digits.prefix(count)
      let integer = try #require(Int(text))
      let request = try JSONValue(
        parsing: #"{"jsonrpc":"2.0","id":\#(text),"method":"m","params":{"n":\#(text)}}"#)
      #expect(request["id"]?.isIdentical(to: .integer(integer)) == true)
      #expect(request["params"]?["n"]?.isIdentical(to: .integer(integer)) == true)
      #expect((try? JSONValue(parsing: "[\(text)a]")) == nil)
    }
  }

  /// The scan that explains a refusal has rules of its own, which must be the parser's.
  @Test
  func aDamagedTextIsReadOrRefusedForAReason() throws {
    var random = SeededGenerator(seed: 5)
    let damage = Array("[]{}:,\"\\u/bnDc801-.eE \n\0\u{1}".utf8) + [0x80, 0xC3, 0xA9, 0xED, 0xF0]
    for _ in 0..<3_000 {
      var bytes = Array(JSONValue.random(depth: 3, using: &random).description.utf8)
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        if Bool.random(using: &random), place < bytes.count { bytes.remove(at: place) }
        bytes.insert(damage.randomElement(using: &random) ?? 0, at: min(place, bytes.count))
      }
      let text = String(decoding: bytes, as: UTF8.self)
      do {
        let value = try JSONValue(parsing: bytes)
        #expect(try JSONValue(parsing: value.description).isIdentical(to: value), "\(text)")
      } catch .syntax(let fault) {
        // A text that the scan accepts is refused at its first byte.
        let canBegin = Array(" \n[{\"-0123456789tfn".utf8).contains(bytes[0])
        #expect(fault.offset > 0 || fault.reason != .unexpectedCharacter || !canBegin, "\(text)")
      } catch .invalidUTF8 {
        #expect(String(validating: bytes, as: UTF8.self) == nil, "\(text)")
      } catch {
        #expect(error == .numberOutOfRange, "\(text)")
      }
    }
  }
}
