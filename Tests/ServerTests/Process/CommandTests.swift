import NavtreeTestSupport
import Testing

/// A command line, its input, and its outcome.
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
      name: "check a folder", arguments: ["check", "Sources"],
      error: "navtree: Sources: no flow (*.navtree.yaml) is in this folder\n", status: 1),
    CommandCase(
      name: "serve a bad flow", arguments: ["serve", "Specs/invalid"],
      error: "navtree: Specs/invalid: Is a directory\n", status: 74),
    CommandCase(
      name: "serve with another limit", arguments: ["serve", "--limit", "line=10"], input: "0123456789 \n",
      output: #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request","#
        + #""data":{"kind":"invalidRequest","message":"the line is longer than 10 bytes","retry":false,"limit":"line","#
        + #""value":10,"hint":"start with --limit line=N to allow more"}}}"# + "\n"),
    CommandCase(
      name: "serve a batch of too many requests", arguments: ["serve", "--limit", "requests=2"],
      input: "[1,2,3]\n[1,2]\n",
      output: #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request","#
        + #""data":{"kind":"invalidRequest","message":"the batch has more than 2 requests","retry":false,"#
        + #""limit":"requests","value":2,"hint":"start with --limit requests=N to allow more"}}}"# + "\n["
        + Array(
          repeating: #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request","#
            + #""data":{"kind":"invalidRequest","message":"a request is an object","retry":false}}}"#,
          count: 2
        ).joined(separator: ",") + "]\n"),
    CommandCase(
      name: "serve a batch with too long answers", arguments: ["serve", "--limit", "answers=10"],
      input: #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"},"#
        + #"{"jsonrpc":"2.0","method":"shutdown"},{"jsonrpc":"2.0","id":1e999,"method":"ping"}]"# + "\n",
      output: #"[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"error":{"code":-32600,"#
        + #""message":"Invalid Request","data":{"kind":"invalidRequest","#
        + #""message":"the answers to this batch have 10 bytes already","retry":false,"limit":"answers","value":10,"#
        + #""hint":"start with --limit answers=N to allow more"}}},"#
        + #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request","#
        + #""data":{"kind":"invalidRequest","message":"the number at byte 22 is out of range","retry":false,"#
        + #""limit":"number"}}}]"# + "\n"),
    CommandCase(
      name: "call for text", arguments: ["call", "Specs/social.navtree.yaml", "state.outline"],
      output: "/main\n| userList #1  <- active\n"),
    CommandCase(
      name: "call with values of all kinds",
      arguments: [
        "call", "Specs/behaviour/calls.navtree.yaml", "dispatch", "action.type=add", "action.name=milk and 1",
        "/action/max=7", #"return=["receipt"]"#,
      ],
      output: #"{"seq":1,"handledBy":"/main","active":"/main","reply":1,"declined":[],"created":[],"#
        + #""removed":[],"changed":[{"at":"/main","id":1,"pointers":["/state/cards/0"]}],"shared":[],"#
        + #""asked":[]}"# + "\n"),
    CommandCase(
      name: "call for programs, with what it causes",
      arguments: ["call", "Specs/behaviour/calls.navtree.yaml", "dispatch", "action.type=save", "--json"],
      output: #"{"jsonrpc":"2.0","id":1,"result":{"seq":1,"handledBy":"/main","active":"/main"}}"#
        + "\n"
        + #"{"jsonrpc":"2.0","method":"effect.requested","params":{"session":"calls","effect":1,"name":"save","#
        + #""at":"/main","id":1,"input":{"cards":[],"pin":"1234"},"key":"calls.RANDOM-1"}}"# + "\n"),
    CommandCase(
      name: "call what is refused",
      arguments: ["call", "Specs/behaviour/calls.navtree.yaml", "dispatch", "action.type=ad"],
      error: "navtree: no screen at /main or above it knows the action 'ad' [notHandled]\n"
        + "  hint: did you mean 'add'?\n", status: 1),
    CommandCase(
      name: "links", arguments: ["links", "Specs/social.navtree.yaml"],
      output: """
        /                              userList
        /users/{id:integer}            userList > userDetail
        /users/{id:integer}/followers  userList > userDetail > userList
        each also after https://people.example, people://

        """),
    CommandCase(
      name: "call what is refused, for programs",
      arguments: ["call", "Specs/behaviour/calls.navtree.yaml", "state.get", "at=/other", "--json"],
      output: #"{"jsonrpc":"2.0","id":1,"error":{"code":1002,"message":"there is no screen at /other","#
        + #""data":{"kind":"noScreenAt","message":"there is no screen at /other","retry":false,"at":"/other"}}}"#
        + "\n", status: 1),
    CommandCase(
      name: "call a method that isn't there",
      arguments: ["call", "Specs/social.navtree.yaml", "state.outlien"],
      error: "navtree: no method named 'state.outlien' [unknownMethod]\n"
        + "  hint: did you mean 'state.outline'?\n", status: 64),
    CommandCase(
      name: "call an action as a method",
      arguments: ["call", "Specs/behaviour/calls.navtree.yaml", "add", "name=milk"],
      error: "navtree: no method named 'add' [unknownMethod]\n"
        + "  hint: 'add' is an action: dispatch action.type=add\n", status: 64),
    CommandCase(
      name: "call with a parameter that isn't there",
      arguments: ["call", "Specs/social.navtree.yaml", "state.get", "dept=1"],
      error: "navtree: state.get has no parameter 'dept' [invalidParams]\n  hint: did you mean 'depth'?\n",
      status: 64),
    CommandCase(
      name: "call a flow on standard input", arguments: ["call", "-", "state.active"],
      input: "navtree: 1\nflow: small\nstart: home\nscreens:\n  home: {}\n",
      output: #"[{"window":"main","at":"/main","id":1,"screen":"home"}]"# + "\n"),
    CommandCase(
      name: "call a bad flow", arguments: ["call", "-", "state.active"], input: misspelt,
      error: """
        <stdin>:3:8: error: no screen named 'hme' [unknown-screen]
        start: hme
               ^~~
          hint: did you mean 'home'?
        navtree: <stdin> has 1 error: no screen named 'hme'

        """, status: 1),
    CommandCase(
      name: "call a flow that isn't there", arguments: ["call", "nowhere.yaml", "ping"],
      error: "navtree: nowhere.yaml: No such file or directory\n", status: 74),
    CommandCase(name: "eval", arguments: ["eval", "1 + size([1, 2]) * 2"], output: "5 (int)\n"),
    CommandCase(name: "eval a negative number", arguments: ["eval", "-1"], output: "-1 (int)\n"),
    CommandCase(
      name: "eval a negated variable", arguments: ["eval", "-a", "--bind", "a=2", "--cost"],
      output: "-2 (int)\ncost: 2\n"),
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
        + #""endColumn":8,"hint":"no names are in scope"}]}"# + "\n", status: 64),
    CommandCase(
      name: "eval what JSON has no form for", arguments: ["eval", "--json", "b'a'"],
      output: #"{"type":"bytes","text":"b\"a\""}"# + "\n"),
  ])
  func aCommandSaysAndAnswers(_ command: CommandCase) throws {
    let outcome = try ChildProcess(command.arguments).finish(sending: command.input.utf8)
    #expect(outcome.text.replacing(/\.[0-9a-f]{16}-/, with: ".RANDOM-") == command.output)
    #expect(outcome.errorText == command.error)
    #expect(outcome.status == command.status)
  }

  @Test(arguments: [(["chek", "a"], "check"), (["store", "exprot"], "export")])
  func aMisspeltCommandIsSuggested(arguments: [String], name: String) throws {
    let outcome = try ChildProcess(arguments).finish()
    #expect(outcome.errorText.contains("': did you mean '\(name)'?"))
  }

  @Test(arguments: [
    ["nonsense"], ["chek"], ["store", "lss"], ["check", "a", "--jsn"], ["check", "--nonsense", "a"], ["eval"],
    ["eval", "1", "--bind", "x"],
    ["serve", "-"], ["serve", "--limit", "nonsense=1"], ["serve", "--limit", "line=0"],
    ["serve", "--limit", "line"], ["call", "Specs/social.navtree.yaml"],
    ["call", "Specs/social.navtree.yaml", "ping", "nothing"],
    ["call", "Specs/social.navtree.yaml", "ping", ".a=1"],
    ["call", "Specs/social.navtree.yaml", "ping", "a=1", "a=2"],
    ["call", "Specs/social.navtree.yaml", "ping", "a=1", "a.b=2"],
  ])
  func wrongUsageIsToldOnStandardError(arguments: [String]) throws {
    let outcome = try ChildProcess(arguments).finish()
    #expect(outcome.text == "")
    #expect(outcome.errorText.contains("Usage: navtree"))
    #expect(outcome.status == 64)
  }

  @Test(arguments: [
    ["--help"], ["help", "serve"], ["check", "--help"], ["eval", "--help"], ["call", "--help"],
  ])
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

  /// `ulimit` bounds the program's address space: 200 MB, its own code included.
  @Test(.enabled(if: Files.text(of: "/proc/version") != nil, "no bound on memory here"))
  func aFileFarBeyondTheLimitTakesLittleMemory() throws {
    let file = "{ head -c 100000000 /dev/zero | tr '\\0' x; } 2>/dev/null"
    let script = #"\#(file) | (ulimit -v 200000; exec "$0" check -)"#
    let outcome = try ChildProcess(["-c", script, ChildProcess.navtree], program: "/bin/sh").finish()
    #expect(
      outcome.lines.first
        == "<stdin>:1:1: error: the file has 33554433 bytes, more than the limit of 33554432 (yamlBytes) [limit]"
    )
    #expect(outcome.errorText == "")
    #expect(outcome.status == 1)
  }
}
