import NavtreeJSON
import NavtreeJSONReading
import NavtreeScenarios
import Testing

/// The report in the Common Test Report Format (ctrf.io), against the members that its specification names.
@Suite struct CTRFTests {
  private static let report = try? JSONValue(parsing: ReportFormat.ctrf.text(of: ReportTests.run))

  @Test func theReportHasTheMembersOfTheSpecification() throws {
    let report = try #require(Self.report)
    #expect(report["reportFormat"] == "CTRF")
    #expect(Self.keys(report) == ["generatedBy", "reportFormat", "results", "specVersion", "timestamp"])
    let results = try #require(report["results"])
    #expect(Self.keys(results) == ["summary", "tests", "tool"])
    #expect(results["tool"]?["name"] == "navtree")
    let summary: JSONValue = [
      "tests": 5, "passed": 1, "failed": 3, "skipped": 1, "pending": 0, "other": 0,
      "start": 1_767_225_600_500, "stop": 1_767_225_661_500, "duration": 61_000,
    ]
    #expect(results["summary"] == summary)
  }

  @Test func eachTestHasTheMembersOfTheSpecification() throws {
    let tests = try #require(Self.report?["results"]?["tests"]?.array)
    let known: Set<String> = [
      "name", "status", "duration", "suite", "message", "trace", "line", "rawStatus", "tags", "filePath",
      "steps",
    ]
    #expect(tests.map { $0["status"]?.string } == ["passed", "failed", "failed", "failed", "skipped"])
    for test in tests {
      #expect(Self.keys(test).allSatisfy(known.contains))
      #expect(test["name"]?.string?.isEmpty == false)
      #expect(test["duration"]?.integer != nil)
      for step in test["steps"]?.array ?? [] {
        #expect(Self.keys(step) == ["extra", "name", "status"])
        #expect(["passed", "failed"].contains(step["status"]?.string))
      }
    }
    #expect(tests[1]["name"]?.string == ReportTests.hardName)
    #expect(tests[1]["message"] == "state: the state differs: 100%\ntree: the screens differ")
    #expect(tests[2]["rawStatus"] == "error")
  }

  private static func keys(_ value: JSONValue) -> [String] { value.object?.keys.sorted() ?? [] }
}
