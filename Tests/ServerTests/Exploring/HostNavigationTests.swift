import NavtreeTestSupport
import Testing

/// Searches in which the host navigates too.
@Suite struct HostNavigationTests {
  private static let flow = """
    navtree: 1
    flow: f
    start: home
    invariants: { few: { always: "screens.all(s, s.type != 'detail' || s.params.n < 3)" } }
    screens:
      home:
        slots: { next: { presents: [detail] } }
        actions: { go: { present: { screen: detail, params: { n: 1 } } } }
      detail:
        params: { n: { type: integer, minimum: 0, maximum: 3 } }
        actions: { special: { when: params.n == 2, dismiss: true } }
    """

  private static func run(_ line: String) throws -> ChildProcess.Outcome {
    let folder = try TemporaryFolder()
    Files.write(flow, to: folder.path + "/f.navtree.yaml")
    return try ChildProcess(
      ["-c", "cd \"$1\"; \(line)", ChildProcess.navtree, folder.path], program: "/bin/sh"
    )
    .finish()
  }

  @Test func withoutItNothingButTheFlowNavigates() throws {
    let outcome = try Self.run(#""$0" explore f.navtree.yaml"#)
    #expect(
      outcome.text.contains("unreachable rule detail.special#0 f.navtree.yaml:11:25\n"), "\(outcome.text)")
    #expect(outcome.text.hasSuffix("2 states, 2 moves, depth 1; all states\n"), "\(outcome.text)")
  }

  @Test func anExplorationTriesEveryScreenWithEveryParams() throws {
    let outcome = try Self.run(#""$0" explore f.navtree.yaml --host-navigation"#)
    #expect(outcome.text.contains("reached rule detail.special#0 f.navtree.yaml:11:25\n"), "\(outcome.text)")
    #expect(outcome.text.contains("breach few "), "\(outcome.text)")
    #expect(outcome.text.hasSuffix("; bounded: not every navigation of the host\n"), "\(outcome.text)")
  }

  @Test func itsScenariosRun() throws {
    let outcome = try Self.run(
      #""$0" explore f.navtree.yaml --host-navigation --emit scenarios >f.scenarios.yaml 2>/dev/null; "$0" test ."#
    )
    #expect(outcome.text.hasSuffix("passed\n"), "\(outcome.text)\(outcome.errorText)")
  }

  @Test func theirFileNamesTheFlowFromItsOwnFolder() throws {
    let outcome = try Self.run(
      #"mkdir out; "$0" explore f.navtree.yaml --host-navigation --emit scenarios -o out/f.scenarios.yaml 2>/dev/null; "$0" test out"#
    )
    #expect(outcome.text.hasSuffix("passed\n"), "\(outcome.text)\(outcome.errorText)")
  }

  @Test func aPlanGivesTheHostsRequests() throws {
    let goal = "screens.exists(s, s.type == 'detail' && s.params.n == 3)"
    let plain = try Self.run(#""$0" plan f.navtree.yaml --to "\#(goal)""#)
    #expect(plain.status == 1)
    let outcome = try Self.run(#""$0" plan f.navtree.yaml --to "\#(goal)" --host-navigation --json"#)
    #expect(
      outcome.text.contains(#""moves":[{"method":"present","params":{"screen":"detail","params":{"n":3},"#))
    #expect(outcome.status == 0)
  }

  @Test func randomSessionsNavigateAsAHost() throws {
    #expect(try Self.run(#""$0" fuzz f.navtree.yaml --runs 64"#).status == 0)
    let outcome = try Self.run(
      #""$0" fuzz f.navtree.yaml --runs 64 --host-navigation >found.yaml; cat found.yaml"#)
    #expect(outcome.text.contains("# invariant few "), "\(outcome.text)\(outcome.errorText)")
    #expect(outcome.text.split(separator: "\n").count { $0.hasPrefix("      - ") } <= 2, "\(outcome.text)")
  }
}
