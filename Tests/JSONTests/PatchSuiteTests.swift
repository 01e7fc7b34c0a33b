import NavtreeJSON
import Testing
import NavtreeTestSupport

@Suite(.enabled(if: Conformance.has("jsonpatch.jsonl")))
struct PatchSuiteTests {
  @Test
  func patchesDoWhatTheSuiteExpects() throws {
    let tests = try Conformance.tests("jsonpatch.jsonl")
    try #require(!tests.isEmpty)
    var passed = 0
    for test in tests {
      let id = try #require(test["id"]?.string)
      let document = try #require(test["doc"])
      let patch = try #require(test["patch"])
      let result = try? document.applying(JSONPatch(patch))
      let expected = test["error"]?.isNull == true ? test["expected"] : nil
      #expect(result == expected, "\(id): \(test)")
      if result == expected { passed += 1 }
    }
    print("jsonpatch: \(passed)/\(tests.count)")
  }
}
