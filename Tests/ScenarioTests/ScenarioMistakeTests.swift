import NavtreeFlow
import NavtreeScenarios
import NavtreeTestSupport
import NavtreeYAML
import Testing

/// Wrong files of scenarios with their whole answers: tables of rows of `### OLD => NEW`, where NEW stands in place
/// of the first OLD of `base.yaml`.
struct ScenarioMistakeTable: CustomTestStringConvertible, Sendable {
  static let folder = "\(Files.package)/Specs/scenario-mistakes"
  static let suffix = ".table"
  static let base = Files.text(of: "\(folder)/base.yaml") ?? ""
  static let all = Files.names(in: folder, endingIn: suffix).map { ScenarioMistakeTable(name: $0) }

  let name: String

  var testDescription: String { name }
  var path: String { "\(Self.folder)/\(name)" }

  /// The rows in order, each with its answer.
  var rows: [(name: String, answer: String)] {
    var rows: [(name: String, answer: String)] = []
    for line in (Files.text(of: path) ?? "").split(separator: "\n") {
      if line.hasPrefix("### ") {
        rows.append((String(line.dropFirst(4)), ""))
      } else if let last = rows.indices.last {
        rows[last].answer += line + "\n"
      }
    }
    return rows
  }

  /// The base with the mistake of a row; nil where OLD isn't in it.
  static func text(of row: String) -> String? {
    let sides = row.split(separator: " =>", maxSplits: 1, omittingEmptySubsequences: false).map {
      String($0).replacing("\\n", with: "\n").replacing("\\t", with: "\t")
    }
    guard sides.count == 2, let range = base.firstRange(of: sides[0]) else { return nil }
    var text = base
    text.replaceSubrange(range, with: sides[1].dropFirst())
    return text
  }
}

struct ScenarioMistakeTests {
  @Test func theBaseIsRight() {
    #expect(Self.answer(ScenarioMistakeTable.base) == "")
  }

  @Test func thereAreTables() {
    #expect(!ScenarioMistakeTable.all.isEmpty)
  }

  @Test(arguments: ScenarioMistakeTable.all)
  func aWrongFileIsToldAtItsPlace(_ table: ScenarioMistakeTable) throws {
    var recorded = ""
    for row in table.rows {
      let text = try #require(ScenarioMistakeTable.text(of: row.name), "'\(row.name)' isn't in the base")
      let answer = Self.answer(text)
      recorded += "### \(row.name)\n\(answer)\n"
      if !Files.isRecording { #expect(answer == row.answer, "\(row.name)") }
      #expect(!answer.isEmpty, "\(row.name) is no mistake")
    }
    if Files.isRecording {
      Files.write(recorded, to: table.path)
      Issue.record("recorded \(table.name); look at it, and run again")
    }
  }

  /// The report on a file of scenarios.
  static func answer(_ text: String) -> String {
    let outcome = read(text)
    #expect((outcome.file == nil) == outcome.diagnostics.contains { $0.severity == .error })
    return DiagnosticReport(outcome.diagnostics, in: outcome.sources).text
  }

  static func read(_ text: String) -> ScenarioReader.Outcome {
    ScenarioReader.read(Array(text.utf8), file: "mail.scenarios.yaml", flow: flow) { _ in
      .failure(PartFault("there is no such file"))
    }
  }

  private static func flow(_ path: String) -> Result<FlowLoader.Outcome, PartFault> {
    switch path {
    case "mail.navtree.yaml": .success(mail)
    case "broken.navtree.yaml": .success(broken)
    default: .failure(PartFault("there is no such file"))
    }
  }

  private static let text = Files.text(of: "\(Files.package)/Specs/mistakes/base.navtree.yaml") ?? ""
  private static let mail = FlowLoader.load(Array(text.utf8), file: "mail.navtree.yaml")
  private static let broken = FlowLoader.load(
    Array(text.replacing("presents: [message]", with: "presents: [mesage]").utf8), file: "broken.navtree.yaml"
  )
}
