import NavtreeTestSupport
import Testing

/// `navtree repl` and `navtree call` with several requests.
@Suite struct ReplTests {
  private func talk(_ lines: String, _ arguments: [String] = ["Specs/social.navtree.yaml"]) throws
    -> ChildProcess.Outcome
  {
    try ChildProcess(["repl", "--clock", "virtual"] + arguments).finish(sending: lines.utf8)
  }

  @Test func anActionShowsTheChangeAndTheOutline() throws {
    let outcome = try talk(
      """
      # Comments and empty lines are skipped.

      effect.done effect=1 output.items=[{"id":1,"name":"Ada L"}] output.cursor=null
      select index=0
      undo

      """)
    #expect(
      outcome.text == """
        ? effect 1 fetchUsers at /main {"source":"all","of":null,"cursor":null}
        /main
        | userList #1  <- active
        ~ userList #1 state.items: [] -> [{"id":1,"name":"Ada L"}]
        ~ userList #1 state.status: "loading" -> "end"
        /main
        | userList #1  <- active
        + userDetail #2 {"user":{"id":1,"name":"Ada L"}}
        /main
        | userList #1  (hidden)
        | detail: userDetail #2  <- active
        - userDetail #2
        /main
        | userList #1  <- active

        """)
    #expect(outcome.errorText == "")
    #expect(outcome.status == 0)
  }

  @Test func whyTellsOfTheRulesOfTheLastAction() throws {
    let outcome = try talk("select index=7\nwhy\n")
    #expect(
      outcome.text.hasSuffix(
        """
        no such row [rejected]
        - /main select #0  Specs/social.navtree.yaml:68:13
            when action.index < size(state.items)  doesn't hold
              action.index = 7
              state.items = []
              size(state.items) = 0
        + /main select #1  Specs/social.navtree.yaml:70:13
        refused: no such row [rejected]

        """))
    #expect(outcome.status == 1)
  }

  @Test(arguments: [
    ("bak", "  hint: did you mean 'back'?"),
    ("search query=5", #"  hint: a text that reads as JSON is written in quotes: query='"…"'"#),
    ("search 5", "'5' is no parameter: write NAME=VALUE"),
    ("search query=\"", "a quote is never closed"),
    ("search query=[1", "a bracket is never closed"),
    ("search @/nowhere query=a", "there is no screen at /nowhere [noScreenAt]"),
    ("search query=a query=b", "'query' is given twice"),
    ("why", "no action has been sent"),
    ("explain", "which action?"),
    ("@/main", "an action or a method is missing"),
    ("push screen=nothing", "no screen named 'nothing' [unknownScreen]"),
  ])
  func aLineThatCannotRunIsTold(line: String, told: String) throws {
    let outcome = try talk(line + "\ntree\n")
    let lines = outcome.text.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.hasPrefix(told) }, "\(outcome.text)")
    #expect(lines.last == "| userList #1  <- active", "it goes on")
    #expect(outcome.status == 1)
  }

  @Test func wordsKeepTheirSpaces() throws {
    let outcome = try talk(
      "search 'query=a b'\nsearch query=\"c  d\"\nstate.get pointer=/state/query\nquit\nback\n")
    #expect(outcome.text.contains(#"state.query: "" -> "a b""#))
    #expect(outcome.text.hasSuffix("c  d\n"))
  }

  @Test func aSessionGoesOnFromItsStore() throws {
    let folder = try TemporaryFolder()
    let arguments = ["--store", "sqlite:\(folder.path)/s.db", "Specs/social.navtree.yaml"]
    #expect(try talk("search query=ada\n", arguments).status == 0)
    let called = try ChildProcess(["call"] + arguments + ["state.get", "pointer=/state/query"]).finish()
    #expect(called.text == "ada\n")
  }

  /// Another process would take the session over while it waits for a line.
  @Test func aStoreInPostgreSQLIsRefused() throws {
    let outcome = try talk("", ["--store", "postgresql://nowhere.invalid/x", "Specs/social.navtree.yaml"])
    #expect(outcome.status == 64)
    #expect(outcome.errorText.contains("call and serve take such a store"), "\(outcome.errorText)")
  }

  @Test func severalRequestsSeeEachOther() throws {
    let outcome = try ChildProcess([
      "call", "Specs/social.navtree.yaml", "push", "screen=userDetail", "params.user.id=7", ":",
      "state.outline",
    ]).finish()
    #expect(
      outcome.text == """
        {"seq":1,"active":"/main/detail","id":2}
        /main
        | userList #1  (hidden)
        | detail: userDetail #2  <- active

        """)
  }

  @Test func theFirstRefusalEndsACall() throws {
    let outcome = try ChildProcess([
      "call", "Specs/social.navtree.yaml", "back", ":", "dispatch", "action.type=search", "action.query=5",
      ":", "back",
    ]).finish()
    #expect(outcome.text == #"{"seq":0,"active":"/main","handled":false}"# + "\n")
    #expect(
      outcome.errorText == """
        navtree: payload: 'query' must be a string, not an integer [invalidParams]
          hint: a text that reads as JSON is written in quotes: action.query='"…"'

        """)
    #expect(outcome.status == 64)
  }
}
