import NavtreeFlow
import NavtreeScenarios
import NavtreeTestSupport
import NavtreeYAML
import Testing

/// A fault that is planted into scenarios that pass, or into their flow, with the whole story of the failure.
///
/// `Specs/scenario-failures/faults.table` has rows of `### OLD => NEW`, each above the story: NEW stands in place of the
/// first OLD of `base.scenarios.yaml`, or after `flow:` of `base.navtree.yaml`.
@Suite struct ScenarioFailureTests {
  private static let folder = "\(Files.package)/Specs/scenario-failures"
  private static let table = "\(folder)/faults.table"
  private static let leastFaults = 60

  @Test func theBasePasses() throws {
    #expect(try Self.stories() == "")
  }

  @Test func eachPlantedFaultIsToldAtItsLine() throws {
    var text = ""
    var count = 0
    for (row, answer) in Self.rows() {
      let story = try Self.stories(row)
      #expect(story != "", "\(row) is no fault")
      if !Files.isRecording { #expect(story == answer, "\(row)") }
      text += "### \(row)\n\(story)\n"
      count += 1
    }
    #expect(count >= Self.leastFaults)
    if Files.isRecording, Files.text(of: Self.table) != text {
      Files.write(text, to: Self.table)
      Issue.record("recorded the faults; look at them, and run again")
    }
  }

  /// The rows and their stories, in the order of the table.
  private static func rows() -> [(row: String, story: String)] {
    var rows: [(row: String, story: String)] = []
    for line in (Files.text(of: table) ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("### ") {
        rows.append((String(line.dropFirst(4)), ""))
      } else if let last = rows.indices.last {
        rows[last].story += line + "\n"
      }
    }
    // An empty line stands below each story.
    return rows.map { row in
      let end = row.story.lastIndex { $0 != "\n" }.map { row.story.index(after: $0) }
      return (row.row, row.story[..<(end ?? row.story.startIndex)] + "\n")
    }
  }

  /// The stories of the scenarios that fail, with a fault or without.
  private static func stories(_ row: String? = nil) throws -> String {
    let scenarios = try #require(Files.text(of: "\(folder)/base.scenarios.yaml"))
    let flow = try #require(Files.text(of: "\(folder)/base.navtree.yaml"))
    var texts = ["scenarios": scenarios, "flow": flow]
    if let row {
      let isInFlow = row.hasPrefix("flow: ")
      let sides = (isInFlow ? String(row.dropFirst(6)) : row).components(separatedBy: " => ")
      try #require(sides.count == 2, "\(row)")
      let key = isInFlow ? "flow" : "scenarios"
      let text = try #require(texts[key])
      let (old, new) = (unescaped(sides[0]), unescaped(sides[1]))
      let range = try #require(text.firstRange(of: old), "\(row)")
      texts[key] = text[..<range.lowerBound] + new + text[range.upperBound...]
    }
    let outcome = ScenarioReader.read(Array((texts["scenarios"] ?? "").utf8), file: "base.scenarios.yaml") {
      path in
      .success(FlowLoader.load(Array((texts["flow"] ?? "").utf8), file: path))
    }
    let report = DiagnosticReport(outcome.diagnostics, in: outcome.sources).text
    let file = try #require(outcome.file, "\(row ?? "") \(report)")
    let runner = ScenarioRunner(file)
    return file.scenarios.map { runner.run($0) }.filter { !$0.hasPassed }
      .map { FailureStory($0).text }.joined()
  }

  private static func unescaped(_ text: String) -> String {
    text.components(separatedBy: "\\n").joined(separator: "\n")
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
