import NavtreeJSON
import NavtreeFlow
import NavtreeYAML
import OrderedCollections
import Testing
import NavtreeTestSupport

/// The cases of the YAML test suite that libyaml itself passes.
@Suite struct YAMLConformanceTests {
  /// YAML that a flow may not use.
  private static let refused: Set<DiagnosticCode> = [
    .yamlTag, .yamlMerge, .yamlKey, .yamlDocuments, .duplicateKey, .notJSON,
  ]

  @Test(.enabled(if: Conformance.has("yaml.jsonl"), "no conformance data"))
  func theSuiteIsReadAsItSays() throws {
    let cases = try Conformance.tests("yaml.jsonl").filter { $0["libyaml"]?.string == "pass" }
    #expect(!cases.isEmpty)
    var passed = 0
    var total = 0
    var byFeature: OrderedDictionary<String, Int> = [:]
    for test in cases {
      let yaml = try #require(test["yaml"]?.string)
      let id = try #require(test["id"]?.string)
      let source = SourceText(file: "\(id).yaml", bytes: Array(yaml.utf8))
      let outcome = YAMLComposer.compose(source, FlowVocabulary())
      if test["fail"]?.boolean == true {
        total += 1
        if outcome.diagnostics.isEmpty {
          Issue.record("\(id) is read, and must be refused")
        } else {
          passed += 1
        }
        continue
      }
      if let feature = outcome.diagnostics.first(where: { Self.refused.contains($0.code) }) {
        byFeature[feature.code.rawValue, default: 0] += 1
        continue
      }
      total += 1
      guard outcome.diagnostics.isEmpty else {
        Issue.record("\(id): \(DiagnosticReport(outcome.diagnostics, in: source).text)")
        continue
      }
      guard case .array(let documents)? = test["json"] else {
        passed += 1
        continue
      }
      let read = outcome.document.map { $0.root.json }
      if documents.isEmpty ? read == nil : read == documents[0] {
        passed += 1
      } else {
        Issue.record("\(id): \(read.map { $0?.description ?? "not JSON" } ?? "nothing") is not \(documents)")
      }
    }
    for (feature, count) in byFeature { print("yaml, refused by decision, \(feature): \(count)") }
    print("yaml: \(passed)/\(total)")
  }
}
