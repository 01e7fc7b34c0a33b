import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import Testing

/// What all commands have in common.
@Suite struct CommandLineTests {
  private static let flow = """
    navtree: 1
    flow: doors
    start: home
    shared: { open: { type: integer, maximum: 99 } }
    invariants: { few: { always: shared.open < 2 } }
    links: [{ url: /, opens: home }]
    screens:
      home: { actions: { enter: { shared: { open: "${shared.open + 1}" } } } }
    """
  private static let scenarios = """
    flow: doors.navtree.yaml
    scenarios:
      - { name: enters, steps: [{ do: enter }] }
    """

  /// Runs a script in a folder of its own, where `$n` is navtree and a flow and a scenario are.
  private static func run(_ script: String) throws -> ChildProcess.Outcome {
    let whole = """
      n=$0 folder=$(mktemp -d) && cd "$folder" || exit 99
      trap 'rm -rf "$folder"' EXIT
      printf '%s\\n' "$1" > doors.navtree.yaml
      printf '%s\\n' "$2" > doors.scenarios.yaml
      \(script)
      """
    return try ChildProcess(["-c", whole, ChildProcess.navtree, flow, scenarios], program: "/bin/sh").finish()
  }

  /// All commands that write JSON, by the name of their schema, with arguments for each.
  private static let answers = [
    ("call", "call doors.navtree.yaml state.outline"), ("check", "check"), ("test", "test"),
    ("fuzz", "fuzz --runs 70"), ("explore", "explore"), ("plan", "plan --to 'shared.open == 2'"),
    ("eval", "eval '1 + 1' --cost"), ("eval", "eval '1 +'"), ("graph", "graph"), ("links", "links"),
    ("coverage", "coverage doors.navtree.yaml c.json"), ("replay", "replay tape.rec"),
    ("diff", "diff doors.navtree.yaml doors.navtree.yaml doors.scenarios.yaml tape.rec"),
    ("store ls", "store ls s.db"), ("store verify", "store verify s.db"),
    ("store migrate", "store migrate --check doors.navtree.yaml s.db"),
    ("store copy", "store copy s.db t.db"),
  ]

  @Test func eachCommandWritesWhatItsSchemaSays() throws {
    let commands = Self.answers.map { name, arguments in
      """
      "$n" schema --command '\(name)' | tr -d '\\n'; echo
      "$n" \(arguments) --json \(name == "call" ? "| head -1" : "") | tr -d '\\n'; echo
      """
    }
    let outcome = try Self.run(
      """
      echo '{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"type":"enter"}}' |
        "$n" serve doors.navtree.yaml --record tape.rec --coverage c.json --store sqlite:s.db >/dev/null
      \(commands.joined(separator: "\n")) 2>/dev/null
      """)
    let lines = try outcome.lines.map { try JSONValue(parsing: Array($0.utf8), maximumDepth: 256) }
    try #require(lines.count == 2 * Self.answers.count, "\(outcome.text)\(outcome.errorText)")
    for (index, answer) in Self.answers.enumerated() {
      let schema = lines[2 * index]
      let check = SchemaCheck(shared: schema["components"]?["schemas"] ?? .null)
      #expect(check.faults(of: lines[2 * index + 1], schema) == [], "\(answer)")
    }
    let named = try Self.run(#""$n" schema --command nothing"#)
    #expect(named.status == 64)
    let known = named.errorText.split(separator: ": ").last?.dropLast().split(separator: ",").map {
      String($0.drop { $0 == " " })
    }
    #expect(Set(known ?? []) == Set(Self.answers.map(\.0) + ["schema"]))
  }

  @Test func aFileIsWrittenWholeOrNotAtAll() throws {
    let outcome = try Self.run(
      """
      for command in graph schema links explore 'init' 'store export s.db doors' check 'diff doors.navtree.yaml doors.navtree.yaml'; do
        "$n" call doors.navtree.yaml --store sqlite:s.db state.active >/dev/null
        rm -f out; "$n" $command -o out >seen; [ -s out ] || echo "$command wrote nothing"
        case $command in init) ;; *) [ -s seen ] && echo "$command wrote elsewhere too";; esac
      done
      echo before > full; chmod 640 full; ln -s full link
      (ulimit -f 0; trap '' XFSZ; "$n" graph -o full; echo $?) 2>&1
      cat full; "$n" graph -o link; head -1 full; ls -l full | cut -c1-10; ls | grep new
      "$n" graph -o /dev/null; "$n" graph -o nowhere/x; echo $?
      """)
    #expect(
      outcome.text == "navtree: full: File too large\n74\nbefore\nflowchart LR\n-rw-r-----\n74\n",
      "\(outcome.text)\(outcome.errorText)")
    #expect(outcome.errorText == "navtree: nowhere/x: No such file or directory\n")
  }

  /// The next file that is opened doesn't take its place.
  @Test func nothingOfAClosedStreamGoesIntoAFile() throws {
    let outcome = try Self.run(
      #"""
      echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' >lines
      "$n" serve doors.navtree.yaml --record out.rec <lines >&-; echo $?
      "$n" serve doors.navtree.yaml --metrics out.txt <lines >&-; echo $?; grep -c jsonrpc out.txt
      "$n" serve doors.navtree.yaml --record quiet.rec --log-level debug <lines 2>&- | grep -c result; "$n" replay quiet.rec
      """#)
    #expect(outcome.text.hasPrefix("0\n0\n0\n1\n"), "\(outcome.text)\(outcome.errorText)")
    #expect(outcome.status == 0)
  }

  @Test func anOptionThatDoesntExistIsCalledThat() throws {
    let outcome = try Self.run(#""$n" explore doors.navtree.yaml --jbs 2; "$n" check --jsn; echo $?"#)
    let errors = outcome.errorText.split(separator: "\n").filter { $0.hasPrefix("Error") }
    #expect(
      errors.map { $0.prefix(31) } == ["Error: Unknown option '--jbs'", "Error: Unknown option '--jsn'. "])
    #expect(outcome.text == "64\n")
  }

  @Test func theOnlyFlowOfTheFolderIsMeant() throws {
    let outcome = try Self.run(
      """
      "$n" check; "$n" links; "$n" graph | head -1; "$n" explore -q | grep '^reached screen'
      cp doors.navtree.yaml b.navtree.yaml
      for command in check explore graph fuzz links; do "$n" $command; echo $?; done
      rm *.navtree.yaml; "$n" check; echo $?
      """)
    #expect(
      outcome.text
        == "doors.navtree.yaml: ok\n/  home\nflowchart LR\nreached screen home doors.navtree.yaml:8:3\n"
        + String(repeating: "64\n", count: 6))
    #expect(
      outcome.errorText
        == String(repeating: "navtree: which flow? There are b.navtree.yaml, doors.navtree.yaml\n", count: 5)
        + "navtree: which flow? There is none (*.navtree.yaml) in this folder\n")
  }

  /// A time is a number of milliseconds everywhere, and a wrong target ends as a wrong expression does.
  @Test func whatIsAlikeIsSaidAlike() throws {
    let outcome = try Self.run(
      """
      "$n" explore --for 5000 -q >/dev/null; echo $?; "$n" fuzz --for 200 -q >/dev/null; echo $?
      "$n" plan --to 'no.such' 2>/dev/null; echo $?; "$n" eval '1 +' 2>/dev/null; echo $?
      "$n" eval '1 / 0' 2>/dev/null; echo $?; [ "$("$n" -V)" = "$("$n" --version)" ] && echo same
      """)
    #expect(outcome.text == "1\n1\n64\n64\n1\nsame\n", "\(outcome.errorText)")
  }

  @Test func quietLeavesOutProgressAndSummaries() throws {
    let outcome = try Self.run(
      """
      "$n" test -q; "$n" check -q; "$n" diff -q doors.navtree.yaml doors.navtree.yaml doors.scenarios.yaml
      "$n" call doors.navtree.yaml --store sqlite:s.db state.active >/dev/null
      "$n" store verify -q s.db; "$n" store copy -q s.db t.db; "$n" store vacuum -q s.db
      "$n" store copy s.db u.db; "$n" store vacuum s.db; "$n" store copy s.db u.db 2>/dev/null
      """)
    #expect(outcome.text == "1 session copied\n0 sessions compacted\n0 sessions copied, 1 passed over\n")
    #expect(outcome.errorText == "")
  }

  @Test func theCoverageOfAnOlderFlowIsBegunAnew() throws {
    let outcome = try Self.run(
      """
      "$n" test --coverage c.json -q; sed -i 's/maximum: 99/maximum: 98/' doors.navtree.yaml
      "$n" test --coverage c.json -q; "$n" coverage doors.navtree.yaml c.json --min total=50 | grep total
      """)
    #expect(outcome.text.contains("total"), "\(outcome.text)")
    #expect(outcome.errorText.contains("navtree: c.json: begun anew: "), "\(outcome.errorText)")
  }

  /// The only flow that is loaded needs no name.
  @Test func flowGetGivesTheOnlyFlow() throws {
    let outcome = try Self.run(
      """
      cp doors.navtree.yaml b.yaml; sed -i 's/flow: doors/flow: b/' b.yaml
      for flows in doors.navtree.yaml 'doors.navtree.yaml b.yaml' ''; do
        echo '{"jsonrpc":"2.0","id":1,"method":"flow.get"}' | "$n" serve $flows | cut -c1-110
      done
      """)
    let lines = outcome.lines
    #expect(lines.first?.contains(#""flow":"doors""#) == true)
    #expect(lines.dropFirst().allSatisfy { $0.contains("error") } && lines.count == 3, "\(outcome.text)")
  }

  // MARK: Links for platforms

  @Test func platformsGetTheLinksOfTheFlow() throws {
    let outcome = try Self.run(
      #"""
      cat > l.yaml <<'END'
      navtree: 1
      flow: l
      start: home
      prefixes: ["https://example.org/app", "shop://"]
      links:
        - { url: /, opens: home }
        - { url: "/a&b", opens: home }
        - { url: "/users/{id:integer}/{tab?}", opens: home }
        - { url: "/files.old/{path*}", opens: home }
        - { url: /find, query: { q: string, page: { type: integer, default: 1 } }, opens: home }
      screens: { home: {} }
      END
      "$n" links l.yaml --export apple --app-id T.b -o aasa; tr -d ' \n' < aasa; echo
      "$n" links l.yaml --export sitemap | grep loc
      "$n" links l.yaml --export sitemap --domain x.org | grep -c x.org
      "$n" links l.yaml --export intents | grep data
      "$n" links l.yaml --export android --app-id a.b --fingerprint AA:BB | tr -d ' \n'; echo
      tr -d ' \n' < aasa > deployed; "$n" links l.yaml --export apple --app-id T.b --check deployed; echo $?
      sed -i 's/find/seek/' l.yaml; "$n" links l.yaml --export apple --app-id T.b --check deployed 2>/dev/null; echo $?
      "$n" links l.yaml --export android --app-id a.b 2>/dev/null; echo $?; "$n" links l.yaml --check x 2>/dev/null; echo $?
      """#)
    #expect(
      outcome.text == #"""
        {"applinks":{"details":[{"appIDs":["T.b"],"components":[{"/":"/app"},{"/":"/app/a&b"},{"/":"/app/users/?*"},{"/":"/app/users/?*/?*"},{"/":"/app/files.old/?*"},{"/":"/app/find","?":{"q":"?*"}}]}]}}
          <url><loc>https://example.org/app</loc></url>
          <url><loc>https://example.org/app/a&amp;b</loc></url>
        2
          <data android:scheme="https" android:host="example.org" />
          <data android:path="/app" />
          <data android:path="/app/a&amp;b" />
          <data android:pathPattern="/app/users/.*" />
          <data android:pathPattern="/app/users/.*/.*" />
          <data android:pathPattern="/app/files\.old/.*" />
          <data android:path="/app/find" />
          <data android:scheme="shop" />
        [{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","package_name":"a.b","sha256_cert_fingerprints":["AA:BB"]}}]
        0
        1
        64
        64

        """#, "\(outcome.errorText)")
  }

  // MARK: Colour

  /// Environments and options, and whether a pipe and a terminal are coloured.
  private static let colours: [(environment: String, option: String, pipe: Bool, terminal: Bool)] = [
    ("TERM=xterm", "", false, true), ("TERM=dumb", "", false, false),
    ("TERM=xterm NO_COLOR=1", "", false, false),
    ("TERM=xterm NO_COLOR=", "", false, true), ("TERM=xterm FORCE_COLOR=1", "", true, true),
    ("TERM=dumb CLICOLOR_FORCE=1", "", true, true), ("TERM=dumb FORCE_COLOR=0", "", false, false),
    ("TERM=xterm FORCE_COLOR=1 NO_COLOR=1", "", false, false), ("TERM=dumb", "--color always", true, true),
    ("TERM=xterm FORCE_COLOR=1", "--color never", false, false),
    ("TERM=dumb NO_COLOR=1", "--color=always", true, true),
  ]

  @Test(.enabled(if: Files.text(of: "/usr/bin/script") != nil, "script (util-linux) gives a terminal"))
  func coloursFollowTheOptionTheEnvironmentAndTheTerminal() throws {
    let commands = Self.colours.map { environment, option, _, _ in
      let command =
        "env -u NO_COLOR -u FORCE_COLOR -u CLICOLOR_FORCE \(environment) \"$n\" check bad.yaml \(option)"
      return """
        \(command) | grep -c "$(printf '\\033')" | sed 's/[1-9][0-9]*/1/'
        export n; script -qec '\(command)' /dev/null </dev/null | grep -c "$(printf '\\033')" | sed 's/[1-9][0-9]*/1/'
        """
    }
    let outcome = try Self.run("echo 'navtree: 1' > bad.yaml\n" + commands.joined(separator: "\n"))
    #expect(
      outcome.lines.map { $0 == "1" } == Self.colours.flatMap { [$0.pipe, $0.terminal] },
      "\(outcome.errorText)")
  }

  // MARK: Help

  @Test func aCommandInAHelpIsWholeOnANarrowTerminalToo() throws {
    let outcome = try Self.run(#"COLUMNS=40 "$n" links --help | grep -c 'sitemap --domain example.org$'"#)
    #expect(outcome.lines == ["1"], "\(outcome.errorText)")
  }

  @Test func helpEndsWithTheExitStatusesAndThePage() throws {
    let table = try Self.run(#""$n" --experimental-dump-help"#)
    let root = try #require(try JSONValue(parsing: table.output, maximumDepth: 64)["command"])
    for words in Self.words(of: root, []) {
      let outcome = try ChildProcess(words + ["--help"]).finish()
      let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
      let page = lines.dropLast().last?.split(separator: " ").last ?? ""
      #expect(Files.text(of: "\(Files.package)/\(page)") != nil, "\(words): \(page)")
      #expect(lines.contains("EXIT STATUS:") && lines.contains("  64    wrong usage") || words.count > 0)
      // What one pastes stands on a line.
      #expect(lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("USAGE:") }, "\(words)")
      for line in lines where line.hasPrefix("  navtree ") {
        #expect(!line.hasSuffix("\\") && line.filter { $0 == "'" }.count.isMultiple(of: 2), "\(line)")
      }
    }
  }

  /// The words of a command and of those below it; recursion is bounded by their nesting.
  private static func words(of command: JSONValue, _ words: [String]) -> [[String]] {
    [words]
      + (command["subcommands"]?.array ?? []).flatMap { part -> [[String]] in
        let name = part["commandName"]?.string ?? ""
        return name == "help" ? [] : Self.words(of: part, words + [name])
      }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func aShellGetsItsCompletions(shell: String) throws {
    let outcome = try ChildProcess(["completions", shell]).finish()
    let known = try ChildProcess(["--generate-completion-script", shell]).finish()
    #expect(outcome.status == 0 && outcome.output == known.output)
  }

  /// The pages of the commands are made from them; `RECORD=1` writes them.
  @Test(arguments: ["command-line", "command-line-store", "command-line-agents"])
  func aPageOfTheCommandsIsMadeFromThem(page: String) throws {
    let outcome = try ChildProcess(
      ["-c", #""$0" --experimental-dump-help | python3 .ci/commands \#(page)"#, ChildProcess.navtree],
      program: "/bin/sh"
    ).finish()
    let path = Files.package + "/Docs/reference/\(page).md"
    if Files.isRecording { Files.write(outcome.text, to: path) }
    #expect(outcome.errorText == "" && Files.text(of: path) == outcome.text)
  }

  private static let fixture = """
    navtree: 1
    flow: my
    start: list
    shared: { n: { type: integer, maximum: 2 } }
    observe: { active: true }
    links: [{ url: /, opens: list }]
    screens:
      list:
        slots: { detail: { presents: [detail] } }
        actions:
          select:
            payload: { index: integer }
            when: action.index == 0
            shared: { n: "${shared.n + 1}" }
            push: { screen: detail, params: { id: "${action.index}" } }
      detail:
        params: { id: integer }
        slots: { next: { presents: [confirm] } }
        actions: { confirm: { push: confirm } }
      confirm: {}
    """

  /// Whatever help and the page show can be run: it isn't wrong usage, and finds its files.
  @Test func eachExampleRuns() throws {
    let table = try ChildProcess(["--experimental-dump-help"]).finish()
    let root = try #require(try JSONValue(parsing: table.output, maximumDepth: 64)["command"])
    let examples = Self.discussions(of: root).flatMap { $0.split(separator: "\n") }
      .map { String($0.drop { $0 == " " }) }.filter { $0.hasPrefix("navtree ") }
    #expect(examples.count > 30)
    let outcome = try ChildProcess(
      [
        "-c",
        """
        n=$0 folder=$(mktemp -d) && cd "$folder" || exit 99
        trap 'rm -rf "$folder"' EXIT
        navtree() { "$n" "$@"; }
        HOME=$folder; mkdir -p .local/share/bash-completion/completions .zfunc .config/fish/completions Sources/App
        printf '%s\\n' "$1" > my.navtree.yaml
        printf 'flow: my.navtree.yaml\\nscenarios: [{ name: sign in, steps: [{ back: null, expect: { error: nothingToPop } }] }]\\n' > my.scenarios.yaml
        cat > adapter.py <<'END'
        import json, sys
        for line in sys.stdin:
            print(json.dumps({"see": {"active": "/main"}}), flush=True)
        END
        echo '{"jsonrpc":"2.0","id":1,"method":"snapshot.save"}' |
          navtree serve my.navtree.yaml --record tape.jsonl --coverage coverage.json | sed 's/.*"result"://; s/}$//' > snapshot.json
        cp tape.jsonl session.rec; cp my.navtree.yaml old.navtree.yaml; cp my.navtree.yaml new.navtree.yaml
        shift
        for example; do
          case $example in
          'navtree init'*) rm -f my.navtree.yaml.kept; mv my.navtree.yaml my.navtree.yaml.kept; eval "$example"; s=$?
            mv my.navtree.yaml.kept my.navtree.yaml ;;
          'navtree inspect my'* | *'--for 60s' | 'navtree check --strict'* | *"--against"*) continue ;;
          *) eval "$example" </dev/null; s=$? ;;
          esac >/dev/null 2>error
          [ $s -le 2 ] || { echo "$s: $example"; cat error; }
        done
        """, ChildProcess.navtree, Self.fixture,
      ] + examples, program: "/bin/sh"
    ).finish()
    #expect(outcome.text == "")
  }

  /// Recursion is bounded by the nesting of commands.
  private static func discussions(of command: JSONValue) -> [String] {
    [command["discussion"]?.string ?? ""] + (command["subcommands"]?.array ?? []).flatMap(discussions)
  }
}
