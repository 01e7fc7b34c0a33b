import NavtreeJSON
import NavtreeJSONReading
import Testing

struct ElementTests {
  @Test
  func elementsAreReadByTheirKind() throws {
    let text = #"[null,true,false,-1,9223372036854775808,1.5,"a\nb",[],{}]"#
    try withParser { parser in
      try withPadding(text) { bytes in
        let elements = Array(try parser.parse(bytes).elements)
        #expect(
          elements.map(\.kind) == [
            .null, .boolean, .boolean, .integer, .unsigned, .number, .string, .array, .object,
          ])
        #expect(elements.map(\.isNull) == [true] + Array(repeating: false, count: 8))
        #expect(elements.map(\.boolean) == [nil, true, false, nil, nil, nil, nil, nil, nil])
        #expect(elements.map(\.integer) == [nil, nil, nil, -1, nil, nil, nil, nil, nil])
        #expect(elements.map(\.unsigned) == [nil, nil, nil, nil, 1 << 63, nil, nil, nil, nil])
        #expect(elements.map(\.number) == [nil, nil, nil, -1, 0x1p63, 1.5, nil, nil, nil])
        #expect(elements.map(\.string) == [nil, nil, nil, nil, nil, nil, "a\nb", nil, nil])
        #expect(elements.map { $0.stringBytes?.count } == [nil, nil, nil, nil, nil, nil, 3, nil, nil])
        #expect(elements.map(\.count) == Array(repeating: 0, count: 9))
      }
    }
  }

  @Test
  func membersComeInOrderWithTheirDuplicates() throws {
    try withParser { parser in
      try withPadding(#"{"b":1,"a":{"x":[1,2]},"":[],"b":2}"#) { bytes in
        let object = try parser.parse(bytes)
        #expect(object.members.map(\.key) == ["b", "a", "", "b"])
        #expect(object.count == 4)
        #expect(object["b"]?.integer == 2)
        #expect(object["a"]?["x"]?.count == 2)
        #expect(object["c"] == nil)
        #expect(object["a"]?["x"]?["y"] == nil)
        #expect(try object.value().description == #"{"b":2,"a":{"x":[1,2]},"":[]}"#)
      }
    }
  }

  @Test(arguments: ["", "a", "seven77", "eight888", "nine99999", "sixteen161616161", "seventeen17171717"])
  func aStringIsComparedByItsBytes(_ text: String) throws {
    try withParser { parser in
      try withPadding("[\"\(text)\",\"\(text)x\",\"\(text.dropLast())y\",1]") { bytes in
        let expected: [String: Bool] = [text: true]
        for element in try parser.parse(bytes).elements {
          let isEqual = element.string.flatMap { expected[$0] } ?? false
          let found =
            switch text {
            case "": element.is("")
            case "a": element.is("a")
            case "seven77": element.is("seven77")
            case "eight888": element.is("eight888")
            case "nine99999": element.is("nine99999")
            case "sixteen161616161": element.is("sixteen161616161")
            default: element.is("seventeen17171717")
            }
          #expect(found == isEqual)
        }
      }
    }
  }

  @Test
  func countsAreExactBeyondWhatTheTapeCounts() throws {
    let count = 0xFF_FFFF + 2
    let text = "[" + String(repeating: "0,", count: count - 1) + "0]"
    try withParser { parser in
      let counted = try withPadding(text) { bytes in try parser.parse(bytes).count }
      #expect(counted == count)
    }
  }

  @Test(arguments: [
    "null", "true", "false", "-7", "18446744073709551615", "1.5", #""a\nb""#, "[]", "{}",
    #"[1,[2,{"a":[],"a":null}],"é"]"#,
  ])
  func anElementIsWrittenFromWhereItLies(_ text: String) throws {
    try withParser { parser in
      try withPadding(" \(text) ") { bytes in
        var writer = JSONWriter()
        writer.appendElement(try parser.parse(bytes))
        let written = writer.text
        #expect(written == text)
      }
    }
  }
}
