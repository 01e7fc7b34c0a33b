import NavtreeEngine
import NavtreeExploring
import NavtreeFlow
import NavtreeTestSupport
import NavtreeYAML
import Testing

/// Explorations of the flows of `Specs`: each planted fault is found by the shortest way, and nothing else is.
struct PlantedExplorationTests {
  private static func exploration(of flow: FlowDefinition, states: Int) throws -> Exploration {
    var settings = Explorer.Settings()
    settings.maxStates = states
    return try Explorer(flow, settings).run()
  }

  /// The findings, and what can't be reached, as the command prints them.
  private static func lines(of exploration: Exploration) -> [String] {
    exploration.findings.map { "\($0.kind.rawValue) \($0.name)" }
      + exploration.goals.filter { goal in
        goal.verdict == .unreachable && [.screen, .rule, .link].contains(goal.kind)
      }.map { "unreachable \($0.kind.rawValue) \($0.name)" }
  }

  private static let explored = PlantedFault.all.filter { $0.command != .diff && !$0.isForFuzzAlone }

  @Test(arguments: explored) func anExplorationFindsTheFault(fault: PlantedFault) throws {
    let exploration = try Self.exploration(of: fault.flow, states: 600)
    let expected = fault.command == .fuzz ? "breach \(fault.finds)" : fault.finds
    let lines = Self.lines(of: exploration)
    #expect(lines.contains { $0.hasPrefix(expected) }, "\(lines)")
    let finding = exploration.findings.first { "\($0.kind.rawValue) \($0.name)".hasPrefix(expected) }
    #expect(finding?.way.count == fault.steps)
    #expect(exploration.hasFindings())
  }

  /// The rule that tells of a lost letter is all that is left without a way.
  @Test(arguments: PlantedFault.all) func anExplorationFindsNothingInAMendedFlow(fault: PlantedFault) throws {
    let exploration = try Self.exploration(of: fault.mendedFlow, states: 400)
    let lines = fault.file == "files" ? ["unreachable rule letter(dismissed)#0"] : []
    #expect(Self.lines(of: exploration) == lines)
    #expect(exploration.hasFindings() == !lines.isEmpty)
  }

  // MARK: The other flows

  /// The findings in flows that show how a fault is handled, by the flow's name.
  private static let shown: [String: Set<String>] = [
    "dismiss-all": [
      "defect topic.payWrongly", "defect topic.fromHelp", "defect topic.pay", "defect topic.send",
    ],
    "enforced": ["breach few", "breach inTime"],
    "following": ["defect rows.twice", "defect rows.thrice"],
    "guards": ["defect home.first"],
    "items": ["defect cart.both"],
    "links-places": ["link-fails /on/{id:integer}"],
    "links": [
      "link-fails /deep/{id:integer}", "link-fails /code/{key}", "link-fails /top/{id:integer}",
      "link-fails /items", "link-fails /items/new", "link-fails /items/{name}",
      "link-fails /mail/{id:integer}",
      "link-fails /sheet", "link-fails /on/{id:integer}",
    ],
    // A move on the board below the choice of a piece, which no user can reach.
    "chess": ["breach noPromotionOfAMovedPawn"],
    // What hosts alone open.
    "keep": ["unreachable screen words"],
    "lifecycle": [
      "unreachable screen player", "unreachable screen shy", "unreachable screen loop",
      "unreachable screen strict",
      "unreachable rule page.heard#0", "unreachable rule player.ended#0", "unreachable rule player.hide#0",
      "unreachable rule player.next#0", "unreachable rule player.heard#0",
      "unreachable rule player(presented)#0",
      "unreachable rule player(appeared)#0", "unreachable rule player(appeared)#1",
      "unreachable rule player(disappeared)#0", "unreachable rule player(dismissed)#0",
      "unreachable rule shy(appeared)#0", "unreachable rule shy(dismissed)#0",
      "unreachable rule loop(appeared)#0",
      "unreachable rule strict(presented)#0",
    ],
    "one-change": [
      "livelock counter.ping", "livelock counter.pong", "defect counter.forget", "defect counter.divide",
      "defect counter.overflow", "defect counter.addTwice", "defect counter.addTooMuch",
    ],
    "places": ["defect desk.putBack", "defect shelf.spread"],
    "possible": ["unreachable rule desk.add#1", "defect desk.first"],
    "refusals": ["link-fails /pages/{number:integer}", "defect page.lose"],
    "results": ["trap other"],
    "retries": ["defect send"],
    "rules": ["defect page.half"],
    "steps": ["link-fails /pushed", "defect page.atParent"],
    "time": ["livelock home.spin", "defect timed.leave"],
    "waiting": ["link-fails /pushed", "link-fails /always"],
    "work": ["livelock top.chain"],
  ]

  @Test func thereAreFlowsToExplore() { #expect(SpecFlow.files.count > 30) }

  @Test(arguments: SpecFlow.files) func anExplorationGivesNoFalseAlarm(file: String) throws {
    // A part of a flow is no flow.
    guard let flow = SpecFlow.load(file) else { return }
    let exploration = try Self.exploration(of: flow, states: 120)
    let name = file.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
    let isShowing = file.hasPrefix("behaviour/") || file.hasPrefix("foresight/")
    let shown = isShowing ? Self.shown[name] ?? [] : []
    #expect(Self.lines(of: exploration).filter { !shown.contains($0) } == [])
  }
}

/// The flows of `Specs`, with the files that they include.
enum SpecFlow {
  /// Those that aren't there to be wrong, by their paths.
  static let files = Files.paths(below: "\(Files.package)/Specs", endingIn: ".navtree.yaml")
    .map { String($0.dropFirst(Files.package.count + 7)) }
    .filter { file in !["invalid/", "mistakes/", "scenario-", "exploring/"].contains { file.hasPrefix($0) } }

  static func load(_ file: String) -> FlowDefinition? {
    let path = "\(Files.package)/Specs/\(file)"
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
      separator: "/")
    guard let bytes = Files.bytes(of: path) else { return nil }
    return FlowLoader.load(bytes, file: file) { part in
      Files.bytes(of: "\(folder)/\(part)").map { .success($0) } ?? .failure(PartFault("no such file"))
    }.flow
  }
}
