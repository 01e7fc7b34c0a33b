import NavtreeFlow
import NavtreeJSON
import NavtreeTestSupport
import Testing

/// The templates of `navtree init`, which are the flows of `Specs/templates`.
///
/// With RECORD=1 their source files are written from those flows.
@Suite struct TemplateTests {
  private static let specs = "\(Files.package)/Specs/templates"
  private static let sources = "\(Files.package)/Sources/NavtreeFlow/Templates"

  @Test func eachFlowOfTheFolderIsATemplate() {
    let names = Files.names(in: Self.specs, endingIn: ".navtree.yaml")
    #expect(names == FlowTemplate.allCases.map(\.file).sorted())
  }

  @Test(arguments: FlowTemplate.allCases) func aTemplateIsTheFileOfSpecs(template: FlowTemplate) throws {
    let text = try #require(Files.text(of: "\(Self.specs)/\(template.file)"))
    guard !template.text(name: template.rawValue).hasSameBytes(as: text) else { return }
    if Files.isRecording {
      record(text, template)
      Issue.record("recorded \(template)")
    } else {
      Issue.record("\(template.file) differs from the template: RECORD=1 writes the template anew")
    }
  }

  @Test(arguments: FlowTemplate.allCases) func aTemplatePassesTheStrictCheck(template: FlowTemplate) {
    let text = template.text(name: "mine")
    let outcome = FlowLoader.load(Array(text.utf8), file: "mine.navtree.yaml", isStrict: true)
    #expect(DiagnosticReport(outcome.diagnostics, in: outcome.source).text == "")
    #expect(outcome.flow?.name == "mine")
  }

  /// The editor finds the schema, and the reader the way on.
  @Test(arguments: FlowTemplate.allCases) func aTemplateBeginsWithTheModelineOfEditors(template: FlowTemplate)
  {
    let lines = template.text(name: "mine").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "# yaml-language-server: $schema=flow.schema.json")
    #expect(lines[1].hasPrefix("# "))
    #expect(lines.allSatisfy { $0.unicodeScalars.count <= 110 })
  }

  /// Writes a template's source, in two parts if it is long.
  private func record(_ text: String, _ template: FlowTemplate) {
    let name = template.rawValue
    let screens = text.ranges(of: "\nscreens:\n").first.map { text.index(after: $0.lowerBound) }
    if template != .notes, template != .tabs, let screens {
      write(text[..<screens], of: name)
      write(text[screens...], of: name + "Screens")
    } else {
      write(text[...], of: name)
    }
  }

  private func write(_ text: Substring, of name: String) {
    let body = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    let source = """
      extension FlowTemplate {
        static let \(name)Text = #\"\"\"
      \(body)
          \"\"\"#
      }

      """
    Files.write(
      source, to: "\(Self.sources)/FlowTemplate+\(name.prefix(1).uppercased() + name.dropFirst()).swift")
  }
}
