import NavtreeText
import NavtreeYAML

/// A run in JUnit's XML: a suite for each file, a test case for each scenario with its steps as properties and as
/// output, and an error for each wrong file.
struct JUnitReport {
  let run: TestRun

  var text: String {
    var files: [String] = []
    var entries: [String: [TestRun.Entry]] = [:]
    for entry in run.entries {
      let file = entry.file
      if entries[file] == nil { files.append(file) }
      entries[file, default: []].append(entry)
    }
    var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    text += "<testsuites"
    text += attributes([("name", "navtree")]) + attributes(run.counts, run.duration) + ">\n"
    for file in files { text += suite(file, entries[file] ?? []) }
    return text + "</testsuites>\n"
  }

  private func suite(_ file: String, _ entries: [TestRun.Entry]) -> String {
    var counts = TestRun.Counts()
    var duration = 0
    for entry in entries {
      counts.add(entry)
      if case .scenario(let result) = entry { duration += result.duration }
    }
    var text = "  <testsuite" + attributes([("name", file), ("file", file), ("timestamp", run.startText)])
    text += attributes(counts, duration) + ">\n"
    for entry in entries { text += testCase(entry) }
    return text + "  </testsuite>\n"
  }

  private func testCase(_ entry: TestRun.Entry) -> String {
    switch entry {
    case .scenario(let result): return testCase(result)
    case .skipped(let result):
      return "    <testcase" + head(of: result) + ">\n"
        + #"      <skipped message="not run"/>"# + "\n    </testcase>\n"
    case .wrongFile(let file):
      let head = attributes([
        ("name", file.name), ("classname", file.name), ("file", file.name), ("time", seconds(0)),
      ])
      return "    <testcase\(head)>\n"
        + "      <error\(attributes([("type", "wrong-file"), ("message", file.message)]))>"
        + "\(XMLText.content(file.text()))</error>\n    </testcase>\n"
    }
  }

  private func testCase(_ result: ScenarioResult) -> String {
    var text = "    <testcase" + head(of: result)
    text += attributes([("time", seconds(result.duration))]) + ">\n"
    var properties = result.tags.map { ("tag", $0) }
    for (index, step) in result.steps.enumerated() {
      properties.append(("step[\(index + 1)]", "\(step.hasPassed ? "passed" : "failed"): \(step.sentence)"))
    }
    if !properties.isEmpty {
      text += "      <properties>\n"
      for (name, value) in properties {
        text += "        <property\(attributes([("name", name), ("value", value)]))/>\n"
      }
      text += "      </properties>\n"
    }
    if let failure = result.failures.first {
      text += "      <failure\(attributes([("type", failure.kind), ("message", result.failureMessage)]))>"
      text += "\(XMLText.content(FailureStory(result).text))</failure>\n"
    }
    if !result.steps.isEmpty {
      let lines = result.steps.map { step in
        let place = "\(result.file):\(step.location.line)"
        return "\(step.hasPassed ? "+" : "-") \(step.sentence)  \(place)".escapingControls + "\n"
      }
      text += "      <system-out>\(XMLText.content(lines.joined()))</system-out>\n"
    }
    return text + "    </testcase>\n"
  }

  private func head(of result: ScenarioResult) -> String {
    attributes([
      ("name", result.name), ("classname", result.file), ("file", result.file),
      ("line", "\(result.location.line)"),
    ])
  }

  private func attributes(_ counts: TestRun.Counts, _ duration: Int) -> String {
    attributes([
      ("tests", "\(counts.all)"), ("failures", "\(counts.failed)"), ("errors", "\(counts.wrong)"),
      ("skipped", "\(counts.skipped)"), ("time", seconds(duration)),
    ])
  }

  private func attributes(_ pairs: [(String, String)]) -> String {
    pairs.map { " \($0.0)=\"\(XMLText.attribute($0.1))\"" }.joined()
  }

  private func seconds(_ nanoseconds: Int) -> String {
    let digits = String(max(nanoseconds, 0) / 1_000 % 1_000_000)
    return
      "\(max(nanoseconds, 0) / 1_000_000_000).\(String(repeating: "0", count: 6 - digits.count))\(digits)"
  }
}
