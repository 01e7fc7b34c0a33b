import NavtreeTestSupport
import Testing
import NavtreeSystem

/// The programs of `Specs/hosts`: some answer the social flow's effects and show the user's screen, one walks any flow,
/// one mirrors the screens, and one kills navtree and goes on from its store.
@Suite
struct HostTests {
  private static let folder = "Specs/hosts"
  private static let hasBash = runs("((BASH_VERSINFO[0] >= 4))", in: "bash")
  private static let hasPython = runs("import sys; sys.exit(sys.version_info < (3, 6))", in: "python3")

  /// A single file is run as it stands by a JDK alone.
  private static let hasJava = runsShell(
    "command -v javac && java --version | head -n 1 | grep -E ' (1[7-9]|[2-9][0-9])'")

  @Test(.enabled(if: hasBash, "no bash of version 4 or later"))
  func aHostInBashServesTheFlow() throws {
    try expectWalk(of: "bash", "social.bash")
  }

  @Test(.enabled(if: hasBash, "no bash of version 4 or later"))
  func aHostOfCallsServesTheFlow() throws {
    try expectWalk(of: "bash", "calls.bash")
  }

  @Test(.enabled(if: hasPython, "no python3"))
  func aHostInPythonServesTheFlow() throws {
    try expectWalk(of: "python3", "social.py")
  }

  private static let flows = Files.paths(below: Files.package + "/Specs", endingIn: ".navtree.yaml")
    .map { String($0.dropFirst(Files.package.count + 1)) }
    // Some of `exploring` have no way on, so that a walk stands still.
    .filter { !["Specs/invalid/", "Specs/mistakes/", "Specs/exploring/"].contains(where: $0.hasPrefix) }
    // A part of a flow has no name.
    .filter { Files.text(of: "\(Files.package)/\($0)")?.contains("\nflow: ") ?? false }
  /// `NAVTREE_STEPS=10000` walks further.
  private static let steps = rounds(60, inDebug: 15, unless: "NAVTREE_STEPS")

  @Test(.enabled(if: hasJava, "no JDK of version 17 or later"))
  func aHostInJavaServesTheFlow() throws {
    // Java takes the locale's characters for those of paths.
    try expectWalk(of: "env LC_ALL=C.UTF-8 java", "Social.java")
  }

  @Test
  func theBotKnowsNoFlowAndIsShort() throws {
    #expect(Self.flows.count > 30)
    let bot = try #require(Files.text(of: "\(Files.package)/\(Self.folder)/explorer.py"))
    #expect(bot.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 60)
  }

  @Test(.enabled(if: hasPython, "no python3"), arguments: flows)
  func aBotIsNeverRefusedAPossibleAction(flow: String) throws {
    let outcome = try run("python3", "explorer.py \(flow) \(Self.steps)")
    #expect(outcome.errorText == "")
    let words = outcome.text.split(separator: " ").compactMap { Int($0) }
    #expect(words.first == Self.steps && words.last ?? 0 > Self.steps / 10, "\(outcome.text)")
    #expect(outcome.status == 0)
  }

  @Test
  func theHostThatKnowsOnlyTransitionsIsShort() throws {
    let host = try #require(Files.text(of: "\(Files.package)/\(Self.folder)/mirror.py"))
    #expect(host.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 60)
  }

  @Test(.enabled(if: hasPython, "no python3"), arguments: [1, 3])
  func aHostThatKnowsOnlyTransitionsHasTheSameScreens(seed: Int) throws {
    let outcome = try run("python3", "mirror.py \(max(Self.steps, 500)) \(seed)")
    #expect(outcome.errorText == "")
    #expect(
      outcome.text == """
        \(max(Self.steps, 500)) steps, and the model is the same: close, dismiss, focus, moved, open, pop, present, push, replace, \
        reset, select, travel

        """)
    #expect(outcome.status == 0)
  }

  @Test(
    .enabled(if: hasPython, "no python3"),
    arguments: [
      (
        "airline",
        """
        asked again: True {'pnr': 'K7QX2M', 'euros': 30}
        gate B7
        /main
        | app #3
        |   trips (tab, selected): trips #6  (hidden)
        |   next: trip #12  (hidden)
        |     over (cover): boardingPass #13  <- active
            profile (tab): not made yet

        """
      ),
      (
        "console",
        """
        to be undone: {'id': 1, 'verdict': 'remove'}
        settled: True
        /main
        | console #1
            queue (pane): queue #2
        |   reading (pane, in focus): report #3  <- active

        """
      ),
    ])
  func aHostGoesOnWhereNavtreeWasKilled(flow: String, walk: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try run("python3", "killed.py \(flow) \(folder.path)/store.db")
    #expect(outcome.errorText == "")
    #expect(outcome.text == walk)
    #expect(outcome.status == 0)
  }

  @Test(.enabled(if: hasPython, "no python3"))
  func aRouterMovesTheSessionsOfAProcessThatDies() throws {
    let folder = try TemporaryFolder()
    let store = "sqlite:\(folder.path)/store"
    // Processes that make a file at once lock each other out.
    _ = try ChildProcess(["serve", "--store", store]).finish()
    Files.write(
      "echo $$ > \(folder.path)/$1.pid; exec navtree serve --store \(store)", to: folder.path + "/node")
    let nodes = ["a", "b", "c"].map { "'\($0)=sh \(folder.path)/node \($0)'" }.joined(separator: " ")
    let binaries = ChildProcess.navtree.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let router = try ChildProcess(
      [
        "-c",
        "PATH='\(binaries.joined(separator: "/"))':$PATH; exec python3 \(Self.folder)/router.py Benchmarks/flows/counter.navtree.yaml \(nodes)",
      ], program: "/bin/sh")
    let sessions = (1...6).map { "s\($0)" }
    var lastID = 0
    func ask(_ method: String, _ params: (String) -> String) -> String {
      sessions.map { session in
        lastID += 1
        return #"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method)","params":\#(params(session))}"# + "\n"
      }.joined()
    }
    func increments() -> String { ask("dispatch") { #"{"session":"\#($0)","action":{"type":"inc"}}"# } }
    let opening = ask("session.open") { #"{"flow":"counter","session":"\#($0)"}"# }
    _ = router.send((opening + increments() + increments()).utf8)
    var answers = try sessions.flatMap { _ in try (0..<3).map { _ in try router.line() } }
    for name in ["a", "b"] {
      let text = try #require(Files.text(of: "\(folder.path)/\(name).pid"))
      kill(try #require(pid_t(text.filter { $0 != "\n" })), SIGKILL)
      _ = router.send(increments().utf8)
      answers += try sessions.map { _ in try router.line() }
    }
    let outcome = try router.finish(sending: increments().utf8)
    answers += outcome.lines.map(String.init)
    #expect(outcome.errorText == "")
    #expect(answers.count == lastID && !answers.contains { $0.contains("error") }, "\(answers)")
    for seq in 1...5 { #expect(answers.count { $0.contains(#""seq": \#(seq),"#) } == sessions.count) }
    let list = try ChildProcess(["store", "ls", store]).finish()
    #expect(
      list.lines.count == sessions.count && list.lines.allSatisfy { $0.contains("  seq 5  ") }, "\(list.text)"
    )
  }

  /// - Parameter script: its name, and its arguments.
  private func run(_ program: String, _ script: String) throws -> ChildProcess.Outcome {
    let folder = ChildProcess.navtree.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let command = "PATH='\(folder.joined(separator: "/"))':$PATH; exec \(program) \(Self.folder)/\(script)"
    return try ChildProcess(["-c", command], program: "/bin/sh").finish()
  }

  private func expectWalk(of program: String, _ script: String) throws {
    let outcome = try run(program, script)
    #expect(outcome.errorText == "")
    #expect(
      outcome.text == """
        Everyone: Ada, Grace
        and more: Ada, Grace, Alan, Edsger
        Ada's followers: Alan, Edsger, Barbara
        Alan's followers: Grace
        /main
        | userList #1  (hidden)
        | detail: userDetail #2  (hidden)
        | list: userList #3  (hidden)
        | detail: userDetail #4  (hidden)
        | list: userList #5  <- active

        """)
    #expect(outcome.status == 0)
  }

  private static func runs(_ text: String, in program: String) -> Bool {
    runsShell("exec \(program) -c '\(text)'")
  }

  private static func runsShell(_ command: String) -> Bool {
    let outcome = try? ChildProcess(["-c", command], program: "/bin/sh").finish()
    return outcome?.status == 0
  }
}
