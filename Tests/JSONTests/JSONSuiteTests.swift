import JSON
import Testing

@Suite(.enabled(if: Conformance.has("json.jsonl")))
struct JSONSuiteTests {
  @Test
  func theGrammarIsAcceptedAndNothingElse() throws {
    let tests = Conformance.tests("json.jsonl")
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

  /// The scan that explains refusals has to agree with the parser that makes them.
  @Test
  func whatIsRefusedIsRefusedAtAPlace() throws {
    for test in Conformance.tests("json.jsonl") {
      let id = try #require(test["id"]?.string)
      let bytes = Conformance.base64(try #require(test["bytes_base64"]?.string))
      do {
        let value = try JSONValue(parsing: bytes)
        #expect(try JSONValue(parsing: value.description).isIdentical(to: value), "\(id)")
      } catch .syntax(let fault) {
        #expect(
          fault.offset > 0 || bytes.isEmpty || !Array(" [{\"-0123456789tfn".utf8).contains(bytes[0]),
          "\(id): \(fault)")
      } catch {}
    }
  }
}
