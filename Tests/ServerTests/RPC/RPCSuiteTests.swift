import NavtreeJSON
import NavtreeJSONReading
import OrderedCollections
import Testing
import NavtreeTestSupport

@Suite(.enabled(if: Conformance.has("jsonrpc.jsonl")))
struct RPCSuiteTests {
  @Test
  func theSpecificationsExamplesAreAnsweredAsItSays() throws {
    let tests = try Conformance.tests("jsonrpc.jsonl")
    try #require(!tests.isEmpty)
    var passed = 0
    for test in tests {
      let id = try #require(test["id"]?.string)
      let text = answer(to: try #require(test["send"]?.string))
      let answered: JSONValue = text.isEmpty ? .null : withoutData(try JSONValue(parsing: text))
      let expected = try #require(test["expect"])
      #expect(answered == expected, "\(id)")
      if answered == expected { passed += 1 }
    }
    print("jsonrpc: \(passed)/\(tests.count)")
  }

  /// The specification leaves what `data` holds to the server.
  private func withoutData(_ answer: JSONValue) -> JSONValue {
    switch answer {
    case .array(let answers): return .array(answers.map(withoutData))
    case .object(var object):
      if case .object(var error) = object["error"] {
        error.removeValue(forKey: "data")
        object["error"] = .object(error)
      }
      return .object(object)
    case .null, .boolean, .integer, .number, .string: return answer
    }
  }
}
