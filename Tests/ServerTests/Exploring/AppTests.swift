import NavtreeTestSupport
import Testing

/// The apps of `Specs/hosts` beside their flows: as they should be, and with a bug in each.
@Suite struct AppTests {
  private static let hasPython = runs("python3 -c 'import pty, sys; sys.exit(sys.version_info < (3, 6))'")

  private static func runs(_ command: String) -> Bool {
    (try? ChildProcess(["-c", command], program: "/bin/sh").finish())?.status == 0
  }

  /// The beginnings of a scenario's steps.
  private static func kinds(of text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("      - ") }.map { line in
      line.dropFirst(8).split(separator: ":").prefix(2).joined(separator: ":")
    }
  }

  private func terminal(_ bugs: String, _ options: String...) throws -> ChildProcess.Outcome {
    let adapter = "exec python3 Specs/hosts/notes_terminal.py \(bugs)"
    return try ChildProcess(["fuzz", "Specs/hosts/notes.navtree.yaml", "--against", adapter] + options)
      .finish()
  }

  @Test(.enabled(if: hasPython, "no python3"))
  func aProgramOfATerminalIsAsItsFlow() throws {
    let outcome = try terminal("", "--runs", "10")
    #expect(outcome.errorText.hasPrefix("navtree: the app is as the flow has it in 10 runs: "))
    #expect(outcome.text == "")
    #expect(outcome.status == 0)
  }

  @Test(.enabled(if: hasPython, "no python3"))
  func aBugOfAProgramIsFoundShrunkAndKept() throws {
    let folder = try TemporaryFolder()
    let first = try terminal("twins", "--regressions", folder.path, "--runs", "30")
    // A text, another one, the first again, and the removal of the last.
    #expect(Self.kinds(of: first.text) == ["do: { add", "do: { add", "do: { add", "do: { remove"])
    #expect(first.text.contains("- do: { remove: { index: 2 } }\n        expect: { active: /main }\n"))
    #expect(first.text.contains("# state.notes.notes[0]: the flow has "))
    #expect(
      first.errorText.contains("navtree: the app differs in state.notes.notes[0] after 4 steps, in run "))
    #expect(first.status == 1)
    let names = Files.names(in: folder.path, endingIn: ".scenarios.yaml")
    #expect(names.count == 1)
    // It comes first the next time, and is a scenario of the flow.
    let second = try terminal("twins", "--regressions", folder.path, "--runs", "0")
    #expect(second.errorText.contains(names.first ?? "no file"))
    #expect(second.status == 1)
    #expect(try terminal("", "--regressions", folder.path, "--runs", "0").status == 0)
    #expect(try ChildProcess(["test", folder.path]).finish().status == 0)
  }

  @Test(.enabled(if: hasPython, "no python3"))
  func aProgramThatDropsAnUnsavedTextIsFound() throws {
    let outcome = try terminal("careless", "--runs", "30")
    #expect(outcome.errorText.hasPrefix("navtree: the app differs in active.screen after 4 steps, in run "))
    #expect(outcome.status == 1)
  }

  // MARK: A web page

  private static let hasBrowser = runs(
    "command -v chromium || command -v chromium-browser || command -v google-chrome")

  private func page(_ bugs: String, _ options: String...) throws -> ChildProcess.Outcome {
    let adapter = "exec python3 Specs/hosts/people_web.py \(bugs)"
    return try ChildProcess(["fuzz", "Specs/hosts/people.navtree.yaml", "--against", adapter] + options)
      .finish()
  }

  @Test(.enabled(if: hasPython && hasBrowser, "no Chromium"))
  func aWebPageIsAsItsFlow() throws {
    let outcome = try page("", "--runs", "5", "--timeout", "60s")
    #expect(outcome.errorText.hasPrefix("navtree: the app is as the flow has it in 5 runs: "))
    #expect(outcome.text == "")
    #expect(outcome.status == 0)
  }

  @Test(.enabled(if: hasPython && hasBrowser, "no Chromium"))
  func anAnswerThatAPageGivesToTheWrongListIsFound() throws {
    let outcome = try page("stray", "--timeout", "60s", "--runs", "3")
    #expect(Self.kinds(of: outcome.text) == ["open: /people/a", "do: openFollowers", "answer: { effect"])
    #expect(outcome.errorText.contains("  state.people.status: the flow has loading\n"))
    #expect(outcome.status == 1)
  }
}
