import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import Testing

/// JSON as it is read without simdjson; `JSONSuiteTests` compares the two readers.
@Suite(.enabled(if: Conformance.has("json.jsonl"), "no json.jsonl")) struct PhoneJSONTests {
  @Test func theGrammarIsAcceptedAndNothingElse() throws {
    let tests = try Conformance.tests("json.jsonl")
    var passed = 0
    for test in tests {
      let bytes = Conformance.base64(test["bytes_base64"]?.string ?? "")
      let isAccepted = (try? JSONValue(parsing: bytes)) != nil
      let isExpected = test["expect"]?.string.map {
        ($0 != "accept" || isAccepted) && ($0 != "reject" || !isAccepted)
      }
      #expect(isExpected == true, "\(test["id"]?.string ?? "")")
      if isExpected == true { passed += 1 }
    }
    print("json: \(passed)/\(tests.count)")
    #expect(!tests.isEmpty)
  }
}
