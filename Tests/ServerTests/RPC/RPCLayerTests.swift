import NavtreeJSON
import NavtreeJSONReading
import NavtreeServer
import Testing

/// A line and the whole answer to it.
struct Exchange: CustomTestStringConvertible {
  let name: String
  let line: String
  let answer: String

  init(_ name: String, _ line: String, _ answer: String) {
    self.name = name
    self.line = line
    self.answer = answer
  }

  var testDescription: String { name }
}

private func refusal(_ sentence: String, id: String = "null", _ data: String = "") -> String {
  #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32600,"message":"Invalid Request","#
    + #""data":{"kind":"invalidRequest","message":"\#(sentence)","retry":false\#(data)}}}"#
}

private func noJSON(_ sentence: String) -> String {
  #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error","#
    + #""data":{"kind":"parseError","message":"\#(sentence)","retry":false}}}"# + "\n"
}

struct RPCLayerTests {
  @Test(arguments: [
    ("null", "null"), ("0", "0"), ("-0", "0"), ("1", "1"), ("-1", "-1"),
    ("9007199254740993", "9007199254740993"),
    ("9223372036854775807", "9223372036854775807"),
    ("9223372036854775808", "9223372036854775808"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("18446744073709551615", "18446744073709551615"),
    ("18446744073709551616", "1.8446744073709552e19"),
    ("-9223372036854775809", "-9.223372036854776e18"),
    ("100000000000000000000000000000", "1e29"),
    ("1.5", "1.5"), ("1.0", "1"), ("1e2", "100"), ("-0.0", "-0"), ("0.1e-6", "1e-7"), ("2.5e-7", "2.5e-7"),
    ("1e300", "1e300"),
    (#""""#, #""""#), (#""1""#, #""1""#), (#""a\/\u0062""#, #""a/b""#),
    (#""\u0000\n\"\\é\ud83d\ude00""#, #""\u0000\n\"\\é😀""#),
  ])
  func anIDKeepsItsTypeAndValue(id: String, written: String) {
    let text = answer(to: #"{"jsonrpc":"2.0","id":\#(id),"method":"get_data"}"#)
    #expect(text == #"{"jsonrpc":"2.0","id":\#(written),"result":["hello",5]}"# + "\n")
  }

  @Test(arguments: ["true", "false", "[]", "{}", "[1]", #"{"a":1}"#])
  func whatIsNoIDIsRefused(id: String) {
    for params in ["", #","params":{}"#] {
      let text = answer(to: #"{"jsonrpc":"2.0","id":\#(id),"method":"get_data"\#(params)}"#)
      #expect(text == refusal("'id' must be a string, a number or null") + "\n")
    }
  }

  @Test(arguments: [
    Exchange("nothing", "", ""),
    Exchange("white space", " \t \r", ""),
    Exchange("a carriage return", "\r", ""),
    Exchange("a byte order mark alone", "\u{FEFF}", ""),
    Exchange(
      "a byte order mark before a request", "\u{FEFF}" + #"{"jsonrpc":"2.0","id":1,"method":"update"}"#,
      #"{"jsonrpc":"2.0","id":1,"result":null}"# + "\n"),
    Exchange(
      "a carriage return at the end", #"{"jsonrpc":"2.0","id":1,"method":"update"}"# + "\r",
      #"{"jsonrpc":"2.0","id":1,"result":null}"# + "\n"),
    Exchange(
      "of members with one name the last counts",
      #"{"id":1,"method":"update","jsonrpc":"1.0","method":"get_data","id":2,"jsonrpc":"2.0"}"#,
      #"{"jsonrpc":"2.0","id":2,"result":["hello",5]}"# + "\n"),
    Exchange(
      "a request as nearly all are",
      #"{"jsonrpc":"2.0","id":1,"method":"get_data","params":{"jsonrpc":"1.0","id":[],"method":1}}"#,
      #"{"jsonrpc":"2.0","id":1,"result":["hello",5]}"# + "\n"),
    Exchange(
      "another method behind it",
      #"{"jsonrpc":"2.0","id":1,"method":"fail","params":{},"method":"get_data"}"#,
      #"{"jsonrpc":"2.0","id":1,"result":["hello",5]}"# + "\n"),
    Exchange(
      "another id behind it", #"{"jsonrpc":"2.0","id":1,"method":"get_data","params":{},"id":"2"}"#,
      #"{"jsonrpc":"2.0","id":"2","result":["hello",5]}"# + "\n"),
    Exchange(
      "a member between", #"{"jsonrpc":"2.0","id":1,"method":"get_data","x":1,"params":{}}"#,
      #"{"jsonrpc":"2.0","id":1,"result":["hello",5]}"# + "\n"),
    Exchange(
      "another version behind it",
      #"{"jsonrpc":"2.0","id":1,"method":"get_data","params":{},"jsonrpc":"1.0"}"#,
      refusal(#"'jsonrpc' must be \"2.0\""#, id: "1") + "\n"),
    Exchange(
      "a method that is no string", #"{"jsonrpc":"2.0","id":1,"method":5,"params":{}}"#,
      refusal("'method' must be a string", id: "1") + "\n"),
    Exchange(
      "params that are no container", #"{"jsonrpc":"2.0","id":1,"method":"get_data","params":5}"#,
      refusal("'params' must be an object or an array", id: "1") + "\n"),
    Exchange(
      "escaped names", #"{"\u0069d":1,"m\u0065thod":"g\u0065t_data","jsonrpc":"2\u002e0"}"#,
      #"{"jsonrpc":"2.0","id":1,"result":["hello",5]}"# + "\n"),
    Exchange(
      "unknown members", #"{"jsonrpc":"2.0","id":1,"method":"get_data","trace":{"id":true}}"#,
      #"{"jsonrpc":"2.0","id":1,"result":["hello",5]}"# + "\n"),
    Exchange(
      "an error of the handler's own", #"{"jsonrpc":"2.0","id":1,"method":"fail"}"#,
      #"{"jsonrpc":"2.0","id":1,"error":{"code":1003,"message":"no","data":{"kind":"notHandled","message":"no","retry":false}}}"#
        + "\n"),
    Exchange("an error for a notification", #"{"jsonrpc":"2.0","method":"fail"}"#, ""),
    Exchange(
      "bad params", #"{"jsonrpc":"2.0","id":1,"method":"subtract","params":[]}"#,
      #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params","#
        + #""data":{"kind":"invalidParams","message":"two integers","retry":false,"pointer":""}}}"# + "\n"),
    Exchange(
      "an unknown method", #"{"jsonrpc":"2.0","id":"a","method":"gone"}"#,
      #"{"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"Method not found","#
        + #""data":{"kind":"unknownMethod","message":"no method named 'gone'","retry":false}}}"# + "\n"),
    Exchange(
      "what a request causes", #"{"jsonrpc":"2.0","id":1,"method":"cause"}"#,
      #"{"jsonrpc":"2.0","id":1,"result":{}}"# + "\n" + #"{"jsonrpc":"2.0","method":"caused"}"# + "\n"),
    Exchange(
      "what a notification causes", #"{"jsonrpc":"2.0","method":"cause"}"#,
      #"{"jsonrpc":"2.0","method":"caused"}"# + "\n"),
  ])
  func aLineIsAnswered(_ exchange: Exchange) {
    #expect(answer(to: exchange.line) == exchange.answer)
  }

  @Test(arguments: [
    Exchange("a number", "1", refusal("a request is an object")),
    Exchange("a string", #""ping""#, refusal("a request is an object")),
    Exchange("null", "null", refusal("a request is an object")),
    Exchange("an empty object", "{}", refusal("'jsonrpc' must be \\\"2.0\\\"")),
    Exchange(
      "another version", #"{"jsonrpc":"1.0","id":1,"method":"update"}"#,
      refusal("'jsonrpc' must be \\\"2.0\\\"", id: "1")),
    Exchange(
      "a version that is a number", #"{"jsonrpc":2.0,"id":1,"method":"update"}"#,
      refusal("'jsonrpc' must be \\\"2.0\\\"", id: "1")),
    Exchange("no method", #"{"jsonrpc":"2.0","id":"x"}"#, refusal("'method' must be a string", id: "\"x\"")),
    Exchange(
      "a method that is no string, and no id", #"{"jsonrpc":"2.0","method":1}"#,
      refusal("'method' must be a string")),
    Exchange(
      "params that are null", #"{"jsonrpc":"2.0","id":1,"method":"update","params":null}"#,
      refusal("'params' must be an object or an array", id: "1")),
    Exchange(
      "params that are a string", #"{"jsonrpc":"2.0","method":"update","params":"bar"}"#,
      refusal("'params' must be an object or an array")),
    Exchange(
      "an integer of 64 bits without sign",
      #"{"jsonrpc":"2.0","id":7,"method":"update","params":{"a":[9223372036854775808]}}"#,
      refusal(
        "the integer at /a/0 is out of range (-9223372036854775808 to 9223372036854775807)", id: "7",
        #","limit":"integer""#)),
    Exchange(
      "an integer beyond 64 bits",
      #"{"jsonrpc":"2.0","id":7,"method":"update","params":[100000000000000000000]}"#,
      refusal("the integer at byte 52 is out of range", id: "7", #","limit":"integer""#)),
    Exchange(
      "a number that no double holds", #"{"jsonrpc":"2.0","id":"7","method":"update","params":[1e400]}"#,
      refusal("the number at byte 54 is out of range", id: "\"7\"", #","limit":"number""#)),
    Exchange(
      "such a number in a notification", #"{"jsonrpc":"2.0","method":"update","params":[1e400]}"#,
      refusal("the number at byte 45 is out of range", #","limit":"number""#)),
    Exchange(
      "such a number for an id", #"{"jsonrpc":"2.0","id":-1e400,"method":"update"}"#,
      refusal("the number at byte 22 is out of range", #","limit":"number""#)),
  ])
  func whatIsNoRequestIsRefused(_ exchange: Exchange) {
    #expect(answer(to: exchange.line) == exchange.answer + "\n")
  }

  @Test(arguments: [
    Exchange("the empty list", "[]", refusal("a batch is never empty") + "\n"),
    Exchange("a list of one", "[1]", "[" + refusal("a request is an object") + "]\n"),
    Exchange(
      "one bad element",
      #"[{"jsonrpc":"2.0","id":1,"method":"update"},[],{"jsonrpc":"2.0","id":2,"method":"fail"}]"#,
      #"[{"jsonrpc":"2.0","id":1,"result":null},"# + refusal("a request is an object")
        + #",{"jsonrpc":"2.0","id":2,"error":{"code":1003,"message":"no","data":{"kind":"notHandled","message":"no","retry":false}}}]"#
        + "\n"),
    Exchange(
      "notifications", #"[{"jsonrpc":"2.0","method":"update"},{"jsonrpc":"2.0","method":"fail"}]"#, ""),
    Exchange(
      "notifications around a request",
      #"[{"jsonrpc":"2.0","method":"update"},{"jsonrpc":"2.0","id":null,"method":"update"},"#
        + #"{"jsonrpc":"2.0","method":"update"}]"#,
      #"[{"jsonrpc":"2.0","id":null,"result":null}]"# + "\n"),
    Exchange(
      "what a batch causes comes after its list",
      #"[{"jsonrpc":"2.0","id":1,"method":"cause"},{"jsonrpc":"2.0","id":2,"method":"update"}]"#,
      #"[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":null}]"# + "\n"
        + #"{"jsonrpc":"2.0","method":"caused"}"# + "\n"),
    Exchange(
      "what a batch of notifications causes", #"[{"jsonrpc":"2.0","method":"cause"}]"#,
      #"{"jsonrpc":"2.0","method":"caused"}"# + "\n"),
    Exchange(
      "a number out of range refuses only its request",
      #" [ {"jsonrpc":"2.0","id":1,"method":"sum","params":[1,"],"]},{"a":[1e999]} ,"#
        + #"{"jsonrpc":"2.0","id":99999999999999999999,"method":"update"}, 3 ]"#,
      #"[{"jsonrpc":"2.0","id":1,"result":1},"#
        + refusal("the number at byte 6 is out of range", #","limit":"number""#)
        + #",{"jsonrpc":"2.0","id":1e20,"result":null},"# + refusal("a request is an object") + "]\n"),
  ])
  func aBatchIsAnswered(_ exchange: Exchange) {
    #expect(answer(to: exchange.line) == exchange.answer)
  }

  @Test(arguments: [
    Exchange(
      "half an object", #"{"jsonrpc":"2.0","id":1"#, noJSON("the JSON text ends too early, after 23 bytes")),
    Exchange("two values", "1 2", noJSON("unexpected content after the value, at byte 2")),
    Exchange("a NUL", "\0", noJSON("unexpected character at byte 0")),
    Exchange("a comma too many", "[1,]", noJSON("unexpected character at byte 3")),
    Exchange("no number", "[01]", noJSON("malformed number at byte 1")),
    Exchange("no number, and one out of range", "[1e999,01]", noJSON("malformed number at byte 7")),
  ])
  func whatIsNoJSONIsRefused(_ exchange: Exchange) {
    #expect(answer(to: exchange.line) == exchange.answer)
  }

  @Test
  func invalidUTF8IsNoJSON() {
    #expect(answer(to: [0x22, 0xFF, 0x22]) == noJSON("invalid UTF-8"))
  }

  @Test
  func nestingIsBounded() {
    let atLimit = #"{"jsonrpc":"2.0","id":1,"method":"update","params":[[[]]]}"#
    #expect(answer(to: atLimit, maximumDepth: 4) == #"{"jsonrpc":"2.0","id":1,"result":null}"# + "\n")
    let refused = refusal(
      "arrays and objects are nested deeper than 3 levels",
      #","limit":"depth","value":3,"hint":"start with --limit depth=N to allow more""#)
    #expect(answer(to: atLimit, maximumDepth: 3) == refused + "\n")
  }

  @Test
  func anAnswerThatNestsDeeperThanALineMayIsRefusedToo() {
    var output = JSONWriter()
    output.append(raw: #"{"jsonrpc":"2.0","id":1,"result":[[[[]]]]}"# + "\n")
    RPCLayer(maximumDepth: 3).refuseAll(after: 0, .internal("full"), in: &output)
    #expect(output.text.hasPrefix(#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603"#))
  }

  @Test
  func aMillionBracketsAreRefused() {
    let text = answer(to: repeatElement(UInt8(ascii: "["), count: 1_000_000))
    #expect(text.contains(#""limit":"depth""#))
  }

  @Test
  func aBatchCostsInProportionToItsLength() throws {
    let requests = repeatElement(#"{"jsonrpc":"2.0","id":1,"method":"update"}"#, count: 20_000)
    let text = answer(to: "[" + requests.joined(separator: ",") + ",{\"n\":1e999}]")
    #expect(try JSONValue(parsing: text).array?.count == 20_001)
  }
}
