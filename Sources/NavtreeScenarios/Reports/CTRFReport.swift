import NavtreeJSON
import NavtreeServer
import NavtreeText
import NavtreeYAML

/// A run in the Common Test Report Format (ctrf.io): a test for each scenario and each wrong file.
struct CTRFReport {
  let run: TestRun

  var text: String {
    let results: JSONObject = [
      "tool": ["name": "navtree", "version": .string(Release.version)],
      "summary": .object(summary),
      "tests": .array(run.entries.map(test)),
    ]
    let report: JSONObject = [
      "reportFormat": "CTRF", "specVersion": "0.1.0", "generatedBy": "navtree test",
      "timestamp": .string(run.startText), "results": .object(results),
    ]
    return JSONValue.object(report).prettyDescription.escapingControlsInLines + "\n"
  }

  private var summary: JSONObject {
    let counts = run.counts
    let duration = milliseconds(run.duration)
    return [
      "tests": .integer(counts.all), "passed": .integer(counts.passed),
      "failed": .integer(counts.failed + counts.wrong),
      "skipped": .integer(counts.skipped), "pending": 0, "other": 0,
      "start": .integer(run.start), "stop": .integer(run.start + duration), "duration": .integer(duration),
    ]
  }

  private func test(_ entry: TestRun.Entry) -> JSONValue {
    switch entry {
    case .scenario(let result): return test(result, status: result.hasPassed ? "passed" : "failed")
    case .skipped(let result): return test(result, status: "skipped")
    case .wrongFile(let file):
      return [
        "name": .string(file.name), "status": "failed", "duration": 0, "rawStatus": "error",
        "message": .string(file.message), "trace": .string(file.text()), "filePath": .string(file.name),
      ]
    }
  }

  private func test(_ result: ScenarioResult, status: JSONValue) -> JSONValue {
    var members: JSONObject = [
      "name": .string(result.name), "status": status, "duration": .integer(milliseconds(result.duration)),
      "suite": [.string(result.file)], "filePath": .string(result.file),
      "line": .integer(result.location.line),
    ]
    if !result.tags.isEmpty { members["tags"] = .array(result.tags.map { .string($0) }) }
    if !result.hasPassed {
      members["message"] = .string(result.failureMessage)
      members["trace"] = .string(FailureStory(result).text)
    }
    if !result.steps.isEmpty {
      members["steps"] = .array(
        result.steps.map { step in
          [
            "name": .string(step.sentence), "status": step.hasPassed ? "passed" : "failed",
            "extra": ["line": .integer(step.location.line)],
          ]
        })
    }
    return .object(members)
  }

  private func milliseconds(_ nanoseconds: Int) -> Int { nanoseconds / 1_000_000 }
}
