import NavtreeJSON
import NavtreeJSONReading
import Testing
import NavtreeTestSupport

@Suite(.enabled(if: Conformance.has("json.jsonl")))
struct JSONSuiteTests {
  /// With the platform's reader, and with that of platforms without simdjson.
  @Test(arguments: [false, true])
  func theGrammarIsAcceptedAndNothingElse(readsPlainly: Bool) throws {
    let tests = try Conformance.tests("json.jsonl")
    try #require(!tests.isEmpty)
    var passed = 0
    for test in tests {
      let id = try #require(test["id"]?.string)
      let bytes = Conformance.base64(try #require(test["bytes_base64"]?.string))
      let isAccepted = (try? read(bytes, plainly: readsPlainly).get()) != nil
      let isExpected =
        switch test["expect"]?.string {
        case "accept": isAccepted
        case "reject": !isAccepted
        default: true
        }
      #expect(isExpected, "\(id)")
      if isExpected { passed += 1 }
    }
    print("json: \(passed)/\(tests.count)")
  }

  @Test func bothReadersGiveTheSame() throws {
    for test in try Conformance.tests("json.jsonl") {
      let bytes = Conformance.base64(try #require(test["bytes_base64"]?.string))
      let (one, other) = (read(bytes, plainly: false), read(bytes, plainly: true))
      #expect(isSame(one, other), "\(test["id"]?.string ?? ""): \(one), \(other)")
    }
  }
}

@Suite struct PlainReaderTests {
  @Test(arguments: [
    "", " ", "null", " true ", "false", "0", "-0", "-0.0", "1", "-9223372036854775808", "9223372036854775807",
    "18446744073709551615", "18446744073709551616", "1e308", "1e309", "-1e309", "5e-324", "1e-400", "0.1",
    "1E+2",
    "01", "1.", ".5", "-", "+1", "1e", "\"\"", "\"a\\u0000b\"",
    "\"\\ud83d\\ude00 \\u00e9\\/\\\"\\\\\\b\\f\\n\\r\\t\"",
    "\"\\ud83d\"", "\"\\ude00\"", "\"\\x\"", "\"\n\"", "\"", "[", "]", "[1,", "[1,]", "[,1]", "[1 2]",
    "{\"a\"}",
    "{\"a\":}", "{\"a\":1,}", "{\"a\":1,\"a\":[{},[]],\"\":{\"b\":null}}",
    "{\"a\":[1,{\"b\":\"c\"}],\"d\":true}", "{1:2}",
    "[1][2]", "[1e999,\"x\"]", "[[[[[]]]]]", "[[[[[1]]]]]", "{\"é\":\"名前\u{1F600}\"}", "nul", "truex",
    "[18446744073709551615]",
  ])
  func itGivesWhatSimdjsonGives(text: String) {
    for depth in [4, 512] {
      let bytes = Array(text.utf8)
      let (one, other) = (read(bytes, plainly: false, depth), read(bytes, plainly: true, depth))
      #expect(isSame(one, other), "\(one), \(other)")
    }
  }

  @Test(arguments: [
    [0xFF], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
  ])
  func malformedUTF8IsRefused(bytes: [UInt8]) {
    #expect(isSame(read(bytes, plainly: false), read(bytes, plainly: true)))
  }

  /// Any single changed byte leads to the same value or error.
  @Test(arguments: [
    #"{"a":[1,-2.5e3,true,null,"b\u00e9\n"],"c":{"d":[]}} "#,
    #"{"jsonrpc": "2.0", "id":123456789012345678,"method":"dispatch","params":{"list":[[], {}, -7,0,false]}}"#,
  ])
  func changedBytesAreReadAlike(text: String) {
    let text = Array(text.utf8)
    for index in text.indices {
      let (one, other) = (
        read(Array(text[..<index]), plainly: false), read(Array(text[..<index]), plainly: true)
      )
      #expect(isSame(one, other), "\(String(decoding: text[..<index], as: UTF8.self)): \(one), \(other)")
      for byte in Array("\"\\{}[],:0-.eut n\u{1}\u{7F}".utf8) + [0x80, 0xC3, 0xFF] {
        var bytes = text
        bytes[index] = byte
        let (one, other) = (read(bytes, plainly: false), read(bytes, plainly: true))
        #expect(isSame(one, other), "\(String(decoding: bytes, as: UTF8.self)): \(one), \(other)")
      }
    }
  }

  /// Short texts are read without simdjson, so the lengths around its chunks, its bounds and the text's end matter.
  @Test func textsOfEachLengthAndDepthAreReadAlike() {
    for length in Array(0...70) + Array(1_000...1_030) {
      let string = String(repeating: "x", count: length)
      for text in [
        "[\"\(string)\"]", "[\"\(string)", "{\"\(string)\":\"\(string.dropLast())\\n\"}",
        "[\"\(string)\u{1}\"]",
      ] {
        let bytes = Array(text.utf8)
        let (one, other) = (read(bytes, plainly: false), read(bytes, plainly: true))
        #expect(isSame(one, other), "\(text): \(one), \(other)")
      }
    }
    for depth in 1...20 {
      for limit in [1, 2, 15, 16, 17, 18, 512] {
        let text = String(repeating: "[", count: depth) + "{\"a\":[]}" + String(repeating: "]", count: depth)
        let (one, other) = (
          read(Array(text.utf8), plainly: false, limit), read(Array(text.utf8), plainly: true, limit)
        )
        #expect(isSame(one, other), "\(depth), \(limit): \(one), \(other)")
      }
    }
    for digits in 1...20 {
      for sign in ["", "-"] {
        for first in ["0", "1", "9"] {
          let text = "[\(sign)\(first)\(String(repeating: "9", count: digits - 1))]"
          let (one, other) = (read(Array(text.utf8), plainly: false), read(Array(text.utf8), plainly: true))
          #expect(isSame(one, other), "\(text): \(one), \(other)")
        }
      }
    }
  }

  @Test func aReaderIsUsedAgain() throws {
    let parser = JSONParser(readsPlainly: true)
    for text in ["[\"\(String(repeating: "x", count: 5_000))\"]", "{}", "\"y\"", "[1,2,3]"] {
      let value = try withPadding(text) { try parser.parse($0).value() }
      #expect(value.description == text)
    }
  }

  /// The tape's count has 24 bits, but an array may be longer than any small number.
  @Test func longArraysAreCounted() throws {
    let count = 70_000
    let text = "[\(Array(repeating: "0", count: count).joined(separator: ","))]"
    let parser = JSONParser(readsPlainly: true)
    #expect(try withPadding(text) { try parser.parse($0).count } == count)
  }
}

/// What a reader makes of a text.
private func read(_ bytes: [UInt8], plainly: Bool, _ maximumDepth: Int = 512) -> Result<JSONValue, JSONError>
{
  let parser = JSONParser(maximumDepth: maximumDepth, readsPlainly: plainly)
  let padded = bytes + Array(repeating: UInt8(ascii: "1"), count: JSONParser.padding)
  return Result { () throws(JSONError) in
    let buffer = padded.withUnsafeBytes { bytes in
      Result { () throws(JSONError) in
        try parser.parse(UnsafeRawBufferPointer(rebasing: bytes.dropLast(JSONParser.padding))).value()
      }
    }
    return try buffer.get()
  }
}

/// Whether both are the same value, in which numbers have the same kind and members the same order, or the same error.
private func isSame(_ one: Result<JSONValue, JSONError>, _ other: Result<JSONValue, JSONError>) -> Bool {
  switch (one, other) {
  case (.success(let value), .success(let another)): value.description == another.description
  case (.failure(let error), .failure(let another)): error == another
  case (.success, .failure), (.failure, .success): false
  }
}
