import NavtreeTestSupport
import Testing
import NavtreeSystem

/// `navtree fuzz --against`: adapters that work, and adapters that don't.
@Suite struct AgainstTests {
  private static let flow = "Specs/hosts/notes.navtree.yaml"

  /// A loop of the shell that answers each line.
  private static func answering(_ command: String) -> String { "while read -r line; do \(command); done" }

  private static let fine = #"echo '{"see":{"active":"notes"}}'"#

  private func fuzz(_ adapter: String, _ options: String...) throws -> ChildProcess.Outcome {
    try ChildProcess(["fuzz", Self.flow, "--against", adapter] + options).finish()
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let adapter: String
    var timeout = "60s"
    let message: String
  }

  static let faults = [
    Fault(
      testDescription: "a command that doesn't exist", adapter: "navtree-no-such-command 2>/dev/null",
      message: "the adapter has ended with status 127: its command may not exist"),
    Fault(
      testDescription: "it ends at once", adapter: "exit 3",
      message: "the adapter has ended with status 3, without an answer"),
    Fault(
      testDescription: "a signal ends it", adapter: "kill -KILL $$",
      message: "the adapter was ended by signal 9"),
    Fault(
      testDescription: "it never answers", adapter: "exec sleep 60", timeout: "200ms",
      message: "the adapter hangs: no answer within 200 ms"),
    Fault(
      testDescription: "rubbish", adapter: answering("printf 'hello\\033\\n'"),
      message:
        #"the adapter wrote a line that isn't JSON: hello\u001b (its own messages belong on standard error)"#),
    Fault(
      testDescription: "another value", adapter: answering("echo '[1]'"),
      message: #"the adapter's answer [1]: an answer is {"see": {…}} or {"cannot": WHY}"#),
    Fault(
      testDescription: "another word", adapter: answering(#"echo '{"saw":{}}'"#),
      message: #"the adapter's answer {"saw":{}}: there is no 'see' and no 'cannot'"#),
    Fault(
      testDescription: "two words", adapter: answering(#"echo '{"see":{},"cannot":"a"}'"#),
      message: #"the adapter's answer {"see":{},"cannot":"a"}: an answer is {"see": {…}} or {"cannot": WHY}"#),
    Fault(
      testDescription: "see is a number", adapter: answering(#"echo '{"see":3}'"#),
      message: #"the adapter's answer {"see":3}: 'see' is an object"#),
    Fault(
      testDescription: "cannot is a number", adapter: answering(#"echo '{"cannot":3}'"#),
      message: #"the adapter's answer {"cannot":3}: 'cannot' is a sentence"#),
    Fault(
      // Both in one piece: a second one that comes late answers the next request.
      testDescription: "it answers twice",
      adapter: answering(#"printf '%s\n%s\n' '{"see":{"active":"notes"}}' '{"see":{"active":"notes"}}'"#),
      message: #"the adapter answered twice; its second answer is {"see":{"active":"notes"}}"#),
    Fault(
      testDescription: "a huge line",
      adapter: "read -r line; head -c 2000000 /dev/zero | tr '\\0' a; sleep 60",
      message: "the adapter wrote a line of more than 1048576 bytes"),
    Fault(
      testDescription: "it can't begin", adapter: answering(#"echo '{"cannot":"find the app"}'"#),
      message: #"the adapter can't do {"reset": true}: find the app"#),
    Fault(
      testDescription: "it sees nothing", adapter: answering(#"echo '{"see":{}}'"#),
      message:
        "nothing was compared in 1 run: 3 steps, 0 values compared: the adapter's 'see' has nothing that 'observe' names"
    ),
    Fault(
      testDescription: "an unknown member", adapter: answering(#"echo '{"see":{"actve":"notes"}}'"#),
      message:
        "the adapter sees what can't be compared: 'see' has no 'actve' (did you mean 'active'?)"),
    Fault(
      testDescription: "an unknown screen", adapter: answering(#"echo '{"see":{"state":{"nots":{}}}}'"#),
      message: "the flow has no screen 'nots' (did you mean 'notes'?)"),
    Fault(
      testDescription: "an unknown field", adapter: answering(#"echo '{"see":{"state":{"notes":{"x":1}}}}'"#),
      message: "'notes' has no state field or computed value 'x' (there are: notes)"),
    Fault(
      testDescription: "an unknown part of active",
      adapter: answering(#"echo '{"see":{"active":{"path":1}}}'"#),
      message: "'active' has no 'path' (there are: screen, at)"),
    Fault(
      testDescription: "a list of states", adapter: answering(#"echo '{"see":{"state":[]}}'"#),
      message: "'state' is an object: a screen's name, and its state or a list of those"),
  ]

  @Test(arguments: faults) func aFaultyAdapterIsToldOnce(_ fault: Fault) throws {
    let outcome = try fuzz(fault.adapter, "--timeout", fault.timeout, "--runs", "1", "--steps", "3")
    #expect(outcome.errorText.contains(fault.message), "\(outcome.errorText)")
    #expect(outcome.errorText.split(separator: "\n").count == 1)
    #expect(outcome.text == "")
    #expect(outcome.status == 1)
  }

  @Test func aFlowThatObservesNothingIsRefused() throws {
    let outcome = try ChildProcess(["fuzz", "Specs/shop.navtree.yaml", "--against", "true"]).finish()
    #expect(
      outcome.errorText
        == "navtree: Specs/shop.navtree.yaml: there is nothing to compare: the flow needs observe: { active: true }, or more\n"
    )
    #expect(outcome.status == 64)
  }

  @Test func anAppThatHangsOrEndsIsToldWithItsSteps() throws {
    let hung = try fuzz("read line; \(Self.fine); exec sleep 60", "--timeout", "10s")
    #expect(hung.errorText.contains("navtree: the app hangs after 1 step, in run 1:\n"))
    #expect(hung.text.contains("- name: the app hangs after 1 step\n"))
    #expect(hung.status == 1)
    // It crashes at its fourth note.
    let crashing = """
      n=0; while read -r line; do case $line in *reset*) n=0 ;; *'"add"'*) n=$((n + 1)) ;; esac
      [ $n -lt 4 ] || exit 3; echo '{"see":{"title":"Notes"}}'; done
      """
    let ended = try fuzz(crashing, "--steps", "20")
    #expect(ended.errorText.hasPrefix("navtree: the app ends after 4 steps, in run "))
    // The title of a note differs, too.
    let first = ended.text.split(separator: "  - name:")[1]
    #expect(first.split(separator: "\n").count { $0.contains("do: { add: ") } == 4)
    #expect(ended.status == 1)
    // The same seed gives the same bytes.
    #expect(try fuzz(crashing, "--steps", "20").text == ended.text)
  }

  /// An app that doesn't count one thing, and another one twice.
  @Test func eachDifferenceIsToldOnceInOneFile() throws {
    let folder = try TemporaryFolder()
    let counters = ["a", "b"].map { name in
      "\(name): { type: integer, maximum: 9 }"
    }.joined(separator: ", ")
    Files.write(
      """
      navtree: 1
      flow: two
      start: home
      observe: { state: { home: [a, b] } }
      screens:
        home:
          state: { \(counters) }
          actions:
            one: { set: { a: "${state.a + 1}" } }
            two: { set: { b: "${state.b + 1}" } }
            rest: { reply: done }
      """, to: folder.path + "/flow.yaml")
    let adapter = Self.answering(
      #"case $line in *reset*) b=0 ;; *'"two"'*) b=$((b+2)) ;; esac; echo "{\"see\":{\"state\":{\"home\":{\"a\":0,\"b\":$b}}}}""#
    )
    func fuzz(_ options: String...) throws -> ChildProcess.Outcome {
      try ChildProcess(["fuzz", folder.path + "/flow.yaml", "--against", adapter, "--runs", "20"] + options)
        .finish()
    }
    let outcome = try fuzz("--regressions", folder.path)
    let told = outcome.errorText.split(separator: "\n").filter { $0.contains("differs") }.map {
      $0.prefix { $0 != "," }
    }
    #expect(
      told.sorted() == ["a", "b"].map { "navtree: the app differs in state.home.\($0) after 1 step" },
      "\(outcome.errorText)")
    #expect(outcome.status == 1)
    #expect(Files.names(in: folder.path, endingIn: ".scenarios.yaml").count == 2)
    // Standard output is one file.
    let both = try TemporaryFolder()
    Files.write(outcome.text, to: both.path + "/both.scenarios.yaml")
    #expect(try ChildProcess(["test", both.path]).finish().text == "2 passed\n")
    // Both come first the next time, and both are told.
    let again = try fuzz("--regressions", folder.path, "--json")
    #expect(again.errorText.split(separator: "\n").count { $0.contains("differs") } == 2)
    #expect(again.text.contains(#""runs":0"#))
  }

  @Test func aStepThatTheAppCannotDoIsDoneByNeither() throws {
    let adapter = Self.answering(
      #"case $line in *reset*) echo '{"see":{"state":{"notes":{"notes":[]}}}}' ;; *) echo '{"cannot":"no"}' ;; esac"#
    )
    let outcome = try fuzz(adapter, "--runs", "2", "--steps", "5")
    #expect(
      outcome.errorText
        == "navtree: the app is as the flow has it in 2 runs: 0 steps, 10 steps that the app can't do, 2 values compared\n"
    )
    #expect(outcome.status == 0)
  }

  @Test func theAdapterEndsWithItsProcessGroup() throws {
    let folder = try TemporaryFolder()
    let outcome = try fuzz(
      "sleep 600 & echo $! > \(folder.path)/pid; \(Self.answering(Self.fine))", "--runs", "1", "--steps", "2")
    #expect(outcome.errorText.hasPrefix("navtree: the app "))
    let identifier = try #require(
      Files.text(of: folder.path + "/pid").flatMap { Int32($0.split(separator: "\n")[0]) })
    // One that nobody waits for remains as a zombie.
    let gone = #"while ps -o stat= -p "$0" | grep -qv ^Z; do sleep 0.01; done"#
    #expect(try ChildProcess(["-c", gone, "\(identifier)"], program: "/bin/sh").finish().status == 0)
  }

  @Test func aDifferenceIsToldByItsPlace() throws {
    let adapter = Self.answering(
      #"echo '{"see":{"active":{"screen":"note","at":"/main"},"title":"Notes","state":{"notes":[{"notes":["a"]},{}]}}}'"#
    )
    let outcome = try fuzz(adapter)
    #expect(
      outcome.errorText == """
        navtree: the app differs in active.screen at its start, in run 1:
          active.screen: the flow has notes
          active.screen: the app has note
          state.notes: the flow has 1 screens
          state.notes: the app has 2 screens
          state.notes[0].notes: the flow has []
          state.notes[0].notes: the app has [a]

        """)
    #expect(outcome.status == 1)
  }

  // MARK: Comparing

  /// An app that cuts its pin, and a flow in which the pin is sensitive.
  @Test func aSecretIsComparedAndNotShown() throws {
    let folder = try TemporaryFolder()
    Files.write(
      """
      navtree: 1
      flow: secret
      start: home
      observe: { state: { home: [pin, mark] } }
      screens:
        home:
          state: { pin: { type: string, sensitive: true } }
          computed: { mark: "state.pin + '!'" }
          actions:
            enter: { payload: { pin: { type: string, enum: [sesame], sensitive: true } }, set: { pin: "${action.pin}" } }
      """, to: folder.path + "/flow.yaml")
    let adapter = Self.answering(
      #"case $line in *reset*) pin= ;; *sesame*) pin=sesam ;; esac; echo "{\"see\":{\"state\":{\"home\":{\"pin\":\"$pin\",\"mark\":\"$pin!\"}}}}""#
    )
    func run(_ options: String...) throws -> ChildProcess.Outcome {
      try ChildProcess(
        ["fuzz", folder.path + "/flow.yaml", "--against", adapter, "--regressions", folder.path] + options
      ).finish()
    }
    let hidden = try run()
    #expect(hidden.text.contains(#"do: { enter: { pin: "***" } }"#))
    #expect(hidden.errorText.contains("  state.home.mark: the app has ***\n"))
    #expect(hidden.errorText.contains("navtree: not kept: the steps have values of sensitive fields"))
    #expect(Files.names(in: folder.path, endingIn: ".scenarios.yaml") == [])
    #expect(!(hidden.text + hidden.errorText).contains("sesam"))
    let shown = try run("--sensitive")
    #expect(shown.text.contains("do: { enter: { pin: sesame } }"))
    #expect(shown.errorText.contains(#"  state.home.mark: the app has "sesam!""#))
    #expect(Files.names(in: folder.path, endingIn: ".scenarios.yaml").count == 1)
  }

  /// Two lists are alive; the app shows one, or tells of both.
  @Test func aStateIsThatOfTheNearestScreenOrOfAll() throws {
    let folder = try TemporaryFolder()
    Files.write(
      """
      navtree: 1
      flow: nested
      start: list
      observe: { active: true, state: { list: [count] } }
      screens:
        list:
          state: { count: integer }
          slots: { next: { presents: [list] } }
          actions:
            add: { set: { count: "${state.count + 1}" } }
            deeper: { present: list }
      """, to: folder.path + "/flow.yaml")
    func seen(_ state: String) throws -> String {
      let adapter = Self.answering(
        #"case $line in *reset*) echo '{"see":{}}' ;; *deeper*) echo '{"see":{"state":{"list":STATE}}}' ;; *) echo '{"cannot":"no"}' ;; esac"#
          .replacing("STATE", with: state))
      let outcome = try ChildProcess(
        ["fuzz", folder.path + "/flow.yaml", "--against", adapter, "--runs", "3", "--steps", "20"]
      ).finish()
      return outcome.errorText
    }
    #expect(try seen(#"{"count":0}"#).hasPrefix("navtree: the app is as the flow has it"))
    #expect(try seen(#"{"count":0.0}"#).hasPrefix("navtree: the app is as the flow has it"))
    #expect(try seen(#"{"count":1}"#).contains("state.list.count: the flow has 0\n"))
    #expect(try seen("[{},{}]").contains("  state.list: the flow has 3 screens\n"))
    #expect(try seen(#"[{},{"count":1},{}]"#).contains("state.list: the flow has 2 screens\n"))
  }

  @Test func anInterruptEndsTheWalkAndItsAdapter() throws {
    let folder = try TemporaryFolder()
    let child = try ChildProcess([
      "fuzz", Self.flow, "--against", "echo $$ > \(folder.path)/pid; exec sleep 600", "--timeout", "600s",
    ])
    var text: String?
    for _ in 0..<60_000 {
      text = Files.text(of: folder.path + "/pid")
      if text?.hasSuffix("\n") == true { break }
      usleep(10_000)
    }
    let identifier = try #require(text.flatMap { Int32($0.split(separator: "\n")[0]) })
    kill(child.identifier, SIGINT)
    #expect(try child.finish().status == 130)
    #expect(kill(identifier, 0) != 0)
  }
}
