import NavtreeJSON
import NavtreeText

/// A run in the Test Anything Protocol, version 14 (testanything.org): a test point for each scenario and each wrong
/// file.
struct TAPReport {
  let run: TestRun

  var text: String {
    var text = "TAP version 14\n1..\(run.entries.count)\n"
    if let seed = run.seed { text += "# seed \(seed)\n" }
    for (index, entry) in run.entries.enumerated() { text += point(index + 1, entry) }
    return text
  }

  private func point(_ number: Int, _ entry: TestRun.Entry) -> String {
    switch entry {
    case .scenario(let result):
      let line = "\(number) - \(Self.description(result.name))\n"
      return result.hasPassed ? "ok \(line)" : "not ok \(line)" + block(of: result)
    case .skipped(let result):
      return "ok \(number) - \(Self.description(result.name)) # SKIP not run\n"
    case .wrongFile(let file):
      return "not ok \(number) - \(Self.description(file.name))\n"
        + block([
          ("message", .string(file.message)), ("severity", "error"), ("file", .string(file.name)),
          ("text", .string(file.text())),
        ])
    }
  }

  private func block(of result: ScenarioResult) -> String {
    block([
      ("message", .string(result.failureMessage)), ("severity", "fail"), ("file", .string(result.file)),
      ("line", .integer(result.failureLine)), ("failures", .array(result.failures.map(\.json))),
      ("text", .string(FailureStory(result).text)),
    ])
  }

  /// A YAML block, its values in the form of JSON.
  private func block(_ members: [(name: String, value: JSONValue)]) -> String {
    "  ---\n" + members.map { "  \($0.name): \(Self.yaml($0.value))\n" }.joined() + "  ...\n"
  }

  /// JSON that is YAML too: a quoted text has no line break and nothing unprintable (YAML 1.2, section 5.1).
  private static func yaml(_ value: JSONValue) -> String {
    "\(value)".replacingScalars { scalar in
      switch scalar {
      case "\u{FEFF}", "\u{FFFE}", "\u{FFFF}": scalar.escape
      case _ where scalar.isDeceptive: scalar.escape
      default: nil
      }
    }
  }

  /// A description on one line, in which no directive begins.
  private static func description(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "#": "\\#"
      case _ where scalar.isDeceptive: " "
      default: nil
      }
    }
  }
}
