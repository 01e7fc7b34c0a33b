import NavtreeFlow
import NavtreeJSON
import NavtreeYAML
import Testing
import NavtreeTestSupport

/// The diagnostics of wrong flows: each file of `Specs/invalid` beside its expected output.
@Suite struct DiagnosticTests {
  static let folder = "\(Files.package)/Specs/invalid"
  private static let suffix = ".navtree.yaml"
  static let names = Files.names(in: folder, endingIn: suffix).map { String($0.dropLast(suffix.count)) }

  static func outcome(of name: String) -> FlowLoader.Outcome? {
    FlowFile.load("\(name)\(suffix)", in: folder)
  }

  @Test func thereAreWrongFlows() {
    #expect(Self.names.count >= 60)
  }

  @Test(arguments: names) func aWrongFlowIsToldWhatToTypeInstead(name: String) throws {
    let outcome = try #require(Self.outcome(of: name))
    let text = DiagnosticReport(outcome.diagnostics, in: outcome.sources).text
    let path = "\(Self.folder)/\(name).expected"
    let expected = Files.text(of: path)
    if Files.isRecording, expected != text {
      Files.write(text, to: path)
      Issue.record("recorded \(name).expected; look at it, and run again")
    } else {
      #expect(text == expected)
    }
    #expect((outcome.flow == nil) == outcome.diagnostics.contains { $0.severity == .error })
  }

  @Test func everyCodeIsShownByAWrongFlow() throws {
    var shown: Set<DiagnosticCode> = []
    for name in Self.names {
      let outcome = try #require(Self.outcome(of: name))
      shown.formUnion(outcome.diagnostics.map(\.code))
    }
    let ofScenarios: Set<DiagnosticCode> = [
      .badFlow, .unknownPart, .unknownSnapshot, .unusedPart, .privateAction,
    ]
    let missing = Set(DiagnosticCode.allCases).subtracting(shown).subtracting(ofScenarios)
      .map(\.rawValue).sorted()
    #expect(missing == [])
  }

  @Test func everyCodeIsDocumented() throws {
    let page = try #require(Files.text(of: "\(Files.package)/Docs/reference/diagnostics.md"))
    let missing = DiagnosticCode.allCases.map(\.rawValue).filter { !page.contains("\n### \($0)\n") }
    #expect(missing == [])
  }
}
