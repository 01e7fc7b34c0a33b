import NavtreeJSON
import NavtreeJSONReading
import Testing
import NavtreeTestSupport

@Suite(.enabled(if: Conformance.has("json.jsonl")))
struct JSONSuiteTests {
  @Test
  func theGrammarIsAcceptedAndNothingElse() throws {
    let tests = try Conformance.tests("json.jsonl")
    try #require(!tests.isEmpty)
    var passed = 0
    for test in tests {
      let id = try #require(test["id"]?.string)
      let bytes = Conformance.base64(try #require(test["bytes_base64"]?.string))
      let isAccepted = (try? JSONValue(parsing: bytes)) != nil
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
}
