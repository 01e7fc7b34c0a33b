import NavtreeJSON
import NavtreeJSONReading
import Testing

struct WriterTests {
  @Test(arguments: [
    ("", #""""#),
    ("plain", #""plain""#),
    ("\"\\/", #""\"\\/""#),
    ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
    ("\0\u{1}\u{F}\u{10}\u{1F} \u{7F}", "\"\\u0000\\u0001\\u000f\\u0010\\u001f \u{7F}\""),
    ("é€😀\u{2028}", "\"é€😀\u{2028}\""),
    ("12345678", #""12345678""#),
    ("1234567\"", #""1234567\"""#),
    ("12345678\"12345678\n", #""12345678\"12345678\n""#),
    ("!#[]!#[]!#[]!#[]", #""!#[]!#[]!#[]!#[]""#),
  ])
  func aStringIsQuotedAndEscaped(_ text: String, _ written: String) throws {
    var writer = JSONWriter()
    writer.appendString(text)
    #expect(writer.text == written)
    #expect(try JSONValue(parsing: written).isIdentical(to: .string(text)))
  }

  @Test
  func everyCharacterIsEscapedAtEveryPlaceInAWord() throws {
    for scalar in (0..<0x100 as Range<UInt32>).compactMap(UnicodeScalar.init) {
      for place in 0..<41 {
        var text = String(repeating: "x", count: place)
        text.unicodeScalars.append(scalar)
        text += String(repeating: "y", count: 40 - place)
        let value = JSONValue.string(text)
        #expect(try JSONValue(parsing: value.description).isIdentical(to: value))
      }
    }
  }

  @Test
  func shortBytesAreWrittenWholeWhateverTheirNumber() {
    for count in 0...64 {
      let bytes = (0..<count).map { UInt8(ascii: "0") + UInt8($0) }
      var writer = JSONWriter(capacity: 0)
      writer.append("<")
      bytes.withUnsafeBytes { writer.append(short: $0) }
      writer.append(">")
      #expect(writer.text == "<\(String(decoding: bytes, as: UTF8.self))>")
    }
  }

  @Test
  func rawTextIsWrittenAsItIs() {
    var writer = JSONWriter(capacity: 0)
    writer.append(UInt8(ascii: "{"))
    writer.append("\"a\":")
    writer.appendBoolean(true)
    writer.append(raw: ",\"é\":")
    withPadding("null") { writer.append($0) }
    writer.append("}")
    #expect(writer.text == #"{"a":true,"é":null}"#)
  }

  @Test
  func whatWasWrittenCanBeTakenBack() {
    var writer = JSONWriter()
    writer.append("12345")
    writer.truncate(to: 9)
    #expect(writer.text == "12345")
    writer.truncate(to: 2)
    #expect(writer.text == "12")
    writer.append("x")
    let count = writer.count
    #expect(count == 3)
    writer.removeAll(keepingCapacity: false)
    let isEmpty = writer.isEmpty
    #expect(isEmpty)
    writer.append("y")
    #expect(writer.text == "y")
  }

  @Test
  func theBufferGrowsWithoutLosingABit() {
    var writer = JSONWriter(capacity: 0)
    var expected = ""
    for index in 0..<5_000 {
      writer.appendInteger(index)
      writer.append(raw: " é ")
      expected += "\(index) é "
    }
    #expect(writer.text == expected)
  }

  @Test
  func aValueIsWrittenForPeople() {
    let value: JSONValue = ["b": [1, [], ["x": nil]], "a": [:], "c": "d"]
    #expect(value.description == #"{"b":[1,[],{"x":null}],"a":{},"c":"d"}"#)
    #expect(
      value.prettyDescription == """
        {
          "b": [
            1,
            [],
            {
              "x": null
            }
          ],
          "a": {},
          "c": "d"
        }
        """)
  }
}
