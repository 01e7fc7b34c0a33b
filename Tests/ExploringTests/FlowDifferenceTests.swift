import NavtreeExploring
import NavtreeFlow
import NavtreeTestSupport
import Testing

/// Two versions of a flow, and the changes between them.
struct DifferenceCase: CustomTestStringConvertible, Sendable {
  let name: String
  /// The part of the flow after its first line, in both versions.
  let old: String
  let new: String
  let entries: [String]

  init(_ name: String, _ old: String, _ new: String, _ entries: String...) {
    self.name = name
    self.old = old
    self.new = new
    self.entries = entries
  }

  var testDescription: String { name }
}

/// A flow of a text that begins with its version.
func version(_ text: String, file: String, parts: [String: String] = [:]) throws -> FlowDefinition {
  let outcome = FlowLoader.load(Array("navtree: 1\nflow: notes\n\(text)".utf8), file: file) { path in
    parts[path].map { .success(Array($0.utf8)) } ?? .failure(PartFault("there is no such file"))
  }
  return try #require(outcome.flow, "\(outcome.diagnostics.map(\.message))")
}

struct FlowDifferenceTests {
  @Test func aFlowDoesNotDifferFromItself() throws {
    for path in Files.paths(below: "\(Files.package)/Specs", endingIn: ".navtree.yaml") {
      let bytes = try #require(Files.bytes(of: path))
      guard let flow = FlowLoader.load(bytes, file: path).flow else { continue }
      #expect(FlowDifference(from: flow, to: flow).entries.isEmpty, "\(path)")
    }
  }

  @Test(arguments: cases) func theChangesAreListed(_ test: DifferenceCase) throws {
    let difference = FlowDifference(
      from: try version(test.old, file: "old.yaml"), to: try version(test.new, file: "new.yaml"))
    #expect(difference.entries.map(\.line) == test.entries)
  }

  static let cases = [
    DifferenceCase("nothing", "start: a\nscreens: { a: {} }", "start: a\nscreens: { a: {} }")
  ]
}
