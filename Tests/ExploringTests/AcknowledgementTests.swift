import NavtreeCoverage
import NavtreeEngine
import NavtreeExploring
import NavtreeFlow
import NavtreeJSON
import NavtreeTestSupport
import NavtreeYAML
import Testing

/// Findings that comments in a flow acknowledge.
struct AcknowledgementTests {
  private static func explored(_ text: String, states: Int = 2_000) throws -> Exploration {
    var settings = Explorer.Settings()
    settings.maxStates = states
    return try Explorer(try flow(text), settings).run()
  }

  private static func lines(_ exploration: Exploration, ignored: Bool = false) -> [String] {
    exploration.text(summarised: false, ignored: ignored).split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("reached") && !$0.hasPrefix("bounded") && !$0.hasPrefix("  ") }
  }

  /// The text of a planted flow with a comment at the end of the line that its finding names, or above it.
  private static func acknowledging(_ fault: PlantedFault, above: Bool) throws -> String? {
    let exploration = try explored(fault.text)
    let kind = fault.finds.split(separator: " ")[0]
    let location =
      exploration.findings.first { $0.kind.rawValue == kind }?.location
      ?? exploration.goals.first { $0.verdict == .unreachable }?.location
    guard let location else { return nil }
    var lines = try fault.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let comment = "# explore: ignore \(kind) it's known"
    if above {
      lines.insert("    \(comment)", at: location.line - 1)
      lines.insert("# Nothing else.", at: location.line)
    } else {
      lines[location.line - 1] += " \(comment)"
    }
    return lines.joined(separator: "\n")
  }

  @Test(arguments: PlantedFault.all(of: .explore), [false, true])
  func anAcknowledgedFindingFailsNoLonger(fault: PlantedFault, above: Bool) throws {
    guard let text = try Self.acknowledging(fault, above: above) else { return }
    let exploration = try Self.explored(text)
    let before = Self.lines(try Self.explored(fault.text)).count { !$0.hasPrefix("unreachable guard") }
    let after = Self.lines(exploration).filter { !$0.hasPrefix("unreachable guard") }
    #expect(after.count == before - 1, "\(after)")
    #expect(exploration.hasFindings() == (before > 1))
    #expect(exploration.summary.contains(", 1 acknowledged;"))
    let ignored = Self.lines(exploration, ignored: true).filter { $0.hasPrefix("ignored") }
    #expect(ignored.count == 1 && ignored[0].hasSuffix(": it's known"), "\(ignored)")
  }

  private static let desk = """
    navtree: 1
    flow: desk
    start: desk
    screens:
      desk: # explore: ignore trap nobody leaves
        state: { n: { type: integer, minimum: 0, maximum: 3 } }
        actions: { add: { when: state.n < 3, set: { n: "${state.n + 1}" } } }
    """

  @Test func whatIsNotFoundAnyMoreIsStale() throws {
    let exploration = try Self.explored(Self.desk)
    #expect(Self.lines(exploration) == ["stale trap flow.yaml:5:9: ignored: nobody leaves"])
    #expect(!exploration.hasFindings())
    #expect(exploration.json["unused"]?.array?.first?["stale"] == true)
  }

  @Test func whatABoundCutsOffIsUndecided() throws {
    let exploration = try Self.explored(Self.desk, states: 2)
    #expect(Self.lines(exploration) == [])
    #expect(
      Self.lines(exploration, ignored: true) == ["undecided trap flow.yaml:5:9: ignored: nobody leaves"])
  }

  /// The form writes a comment behind the dash of an item whose brackets become lines.
  @Test func theFormOfAFlowKeepsWhatItIgnores() throws {
    let text = """
      navtree: 1
      flow: desk
      start: desk
      screens:
        desk:
          state: { on: boolean, text: string }
          actions:
            turn:
              - { when: state.on && !state.on, set: { text: "\(String(repeating: "long ", count: 30))" } } # TOOL
              - { set: { on: "${!state.on}" } }
      """
    for comment in ["explore: ignore unreachable it's for old hosts", "coverage: ignore it's for old hosts"] {
      let source = SourceText(file: "flow.yaml", bytes: Array(text.replacing("TOOL", with: comment).utf8))
      let form = try YAMLFormatter.format(source, FlowVocabulary())
      #expect(String(decoding: form, as: UTF8.self).contains("- # \(comment)\n"))
      for bytes in [source.bytes, form] {
        let outcome = FlowLoader.load(bytes, file: "flow.yaml")
        let flow = try #require(outcome.flow)
        let coverage = Coverage(CoverageRecorder(flow))
        let rows = try CoverageReport(flow, outcome.sources, coverage).rows
        let isTakenOut =
          try rows.contains { $0.ignored == "it's for old hosts" }
          || Explorer(flow, Explorer.Settings()).run().summary.contains(", 1 acknowledged;")
        #expect(isTakenOut, "\(comment)")
      }
    }
  }

  @Test func aPartAcknowledgesItsOwnLines() throws {
    let kids = try #require(PlantedFault.all.first { $0.file == "kids" })
    let text = try #require(try Self.acknowledging(kids, above: false))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex(of: "screens:"))
    let head = (lines[..<start] + ["include: [screens.yaml]"]).joined(separator: "\n")
    let part = (["navtree: 1"] + lines[start...]).joined(separator: "\n")
    let outcome = FlowLoader.load(Array(head.utf8), file: "flow.yaml") { _ in .success(Array(part.utf8)) }
    let flow = try #require(outcome.flow, "\(outcome.diagnostics.map(\.message))")
    let exploration = try Explorer(flow, Explorer.Settings()).run()
    #expect(!exploration.hasFindings())
    #expect(Self.lines(exploration, ignored: true).contains { $0.contains("games screens.yaml:") })
  }

  @Test func fuzzingGoesOnPastWhatIsAcknowledged() throws {
    let menu = try #require(PlantedFault.all.first { $0.file == "menu" })
    let place = "  nobodyIsPaidForEating:"
    let comment = "  # explore: ignore breach a voucher is a gift\n"
    let text = try menu.text.replacing(place, with: comment + place)
    let fuzzer = Fuzzer(try flow(text), Fuzzer.Settings())
    while fuzzer.runCount < 448 {
      let block = fuzzer.block()
      fuzzer.take((0..<Fuzzer.blockSize).map { block.run(fuzzer.runCount + $0) })
    }
    #expect(fuzzer.failures.isEmpty)
    #expect(
      fuzzer.ignored.map { "\($0.key): \($0.value)" }
        == ["invariant nobodyIsPaidForEating: a voucher is a gift"])
  }
}
