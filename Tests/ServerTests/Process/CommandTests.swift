import Testing

/// A command line, what it is given, and all that comes of it.
struct CommandCase: CustomTestStringConvertible {
  let name: String
  let arguments: [String]
  var input = ""
  var output = ""
  var error = ""
  var status: Int32 = 0

  var testDescription: String { name }
}

@Suite
struct CommandTests {
  private static let misspelt = "navtree: 1\nflow: shop\nstart: hme\nscreens:\n  home: {}\n"

  @Test(arguments: [
    CommandCase(
      name: "check a good flow", arguments: ["check", "Specs/social.navtree.yaml"],
      output: "Specs/social.navtree.yaml: ok\n"),
    CommandCase(
      name: "check a bad flow", arguments: ["check", "-"], input: misspelt,
      output: """
        <stdin>:3:8: error: no screen named 'hme' [unknown-screen]
        start: hme
               ^~~
          hint: did you mean 'home'?

        """, status: 1),
    CommandCase(
      name: "check for programs", arguments: ["check", "--json", "-"], input: misspelt,
      output: #"{"ok":false,"diagnostics":[{"severity":"error","code":"unknown-screen","#
        + #""message":"no screen named 'hme'","file":"<stdin>","line":3,"column":8,"endColumn":11,"#
        + #""hint":"did you mean 'home'?"}]}"# + "\n", status: 1),
    CommandCase(
      name: "check what isn't there", arguments: ["check", "nowhere.yaml"],
      error: "navtree: nowhere.yaml: No such file or directory\n", status: 74),
    CommandCase(
      name: "check a folder", arguments: ["check", "Specs"],
      error: "navtree: Specs: Is a directory\n", status: 74),
    CommandCase(
      name: "serve a bad flow", arguments: ["serve", "Specs/invalid"],
      error: "navtree: Specs/invalid: Is a directory\n", status: 74),
    CommandCase(
      name: "serve with another limit", arguments: ["serve", "--limit", "line=10"], input: "0123456789 \n",
      output: #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request","#
        + #""data":{"kind":"invalidRequest","message":"the line is longer than 10 bytes","limit":"line","#
        + #""value":10,"hint":"start with --limit line=N to allow more"}}}"# + "\n"),
    CommandCase(name: "eval", arguments: ["eval", "1 + size([1, 2]) * 2"], output: "5 (int)\n"),
    CommandCase(
      name: "eval with variables",
      arguments: ["eval", "a.filter(x, x > b)", "--bind", "a=[1, 2, 3]", "--bind", "b=9", "--bind", "b=1"],
      output: "[2, 3] (list)\n"),
    CommandCase(
      name: "eval what fails to run", arguments: ["eval", "[1,\n 1 / 0]"],
      error: """
        <expression>:2:2: error: division by zero [expression]
         1 / 0]
         ^~~~~

        """, status: 1),
    CommandCase(
      name: "eval what fails the check, for programs", arguments: ["eval", "--json", "1 + wat"],
      output: #"{"errors":[{"code":"unknown-name","message":"there is no 'wat'","line":1,"column":5,"#
        + #""endColumn":8}]}"# + "\n", status: 1),
    CommandCase(
      name: "eval what JSON has no form for", arguments: ["eval", "--json", "b'a'"],
      output: #"{"type":"bytes","text":"b\"a\""}"# + "\n"),
  ])
  func aCommandSaysAndAnswers(_ command: CommandCase) throws {
    let outcome = try ChildProcess(command.arguments).finish(sending: command.input.utf8)
    #expect(outcome.text == command.output)
    #expect(outcome.errorText == command.error)
    #expect(outcome.status == command.status)
  }

  @Test(arguments: [
    ["nonsense"], ["check"], ["check", "--nonsense", "a"], ["eval"], ["eval", "1", "--bind", "x"],
    ["serve", "-"], ["serve", "--limit", "nonsense=1"], ["serve", "--limit", "line=0"],
    ["serve", "--limit", "line"],
  ])
  func wrongUsageIsToldOnStandardError(arguments: [String]) throws {
    let outcome = try ChildProcess(arguments).finish()
    #expect(outcome.text == "")
    #expect(outcome.errorText.contains("Usage: navtree"))
    #expect(outcome.status == 64)
  }

  @Test(arguments: [["--help"], ["help", "serve"], ["check", "--help"], ["eval", "--help"]])
  func helpIsToldOnStandardOutput(arguments: [String]) throws {
    let outcome = try ChildProcess(arguments).finish()
    #expect(outcome.text.contains("USAGE: navtree"))
    #expect(outcome.status == 0)
  }

  @Test
  func aFlowWithErrorsIsNotServed() throws {
    let script = #"printf 'navtree: 1\nflow: a\nstart: b\nscreens: {}\n' | "$0" serve /dev/stdin"#
    let outcome = try ChildProcess(["-c", script, ChildProcess.navtree], program: "/bin/sh").finish()
    #expect(outcome.text == "")
    #expect(outcome.errorText.hasPrefix("/dev/stdin:"))
    #expect(outcome.errorText.contains(": error: "))
    #expect(outcome.status == 1)
  }

  @Test(
    arguments: [
      (#"exec "$0" serve </"#, "navtree: standard input: Is a directory\n", 74),
      (#"echo 1 | exec "$0" serve >/dev/full"#, "navtree: standard output: No space left on device\n", 74),
      (#"exec "$0" eval 1 >/dev/full"#, "navtree: standard output: No space left on device\n", 74),
      (#"exec "$0" serve <&-"#, "", 0),
      (#"echo 1 | exec "$0" serve >&-"#, "", 0),
      (#"echo '[]' | exec "$0" serve 2>&-"#, "", 0),
    ] as [(String, String, Int32)])
  func aStreamThatFailsIsTold(script: String, error: String, status: Int32) throws {
    let outcome = try ChildProcess(["-c", script, ChildProcess.navtree], program: "/bin/sh").finish()
    #expect(outcome.errorText == error)
    #expect(outcome.status == status)
  }
}
