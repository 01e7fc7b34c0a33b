import NavtreeTestSupport
import Testing

/// Names, titles, messages and paths with characters that a terminal obeys or that forge a line.
@Suite struct DeceptiveTextTests {
  /// A colour, a break of lines, a right-to-left override, a control of C1 and a separator of lines.
  private static let mark = "\u{1B}[31m\nforged\u{202E}\u{9B}\u{2028}\u{2069}\u{200F}"
  private static let escaped = #"\u001b[31m\nforged\u202e\u009b\u2028\u2069\u200f"#

  private static let flow = """
    navtree: 1
    flow: planted
    title: "A title \(escaped)"
    start: { screen: home }
    shared: { note: { type: string, default: "a note \(escaped)" } }
    screens:
      home:
        title: "Home \(escaped)"
        description: "A description \(escaped)"
        state: { text: { type: string, default: "some text \(escaped)" } }
        actions:
          refuse:
            - { when: "false", set: { text: a } }
            - { reject: "no: \(escaped)" }
          ask: { effect: { name: ask, with: { of: "${state.text}" } } }
    effects:
      ask: { input: { of: string } }
    links:
      - { url: "/home", opens: home }
    invariants:
      short: { always: "shared.note.size() < 1000" }
    """

  private static let wrong = """
    navtree: 1
    flow: "planted \(escaped)"
    "key \(escaped)": 1
    start: { screen: "home \(escaped)" }
    screens: { home: { state: { text: "type \(escaped)" } } } # \u{202E}
    """

  private static let scenarios = """
    flow: ./FILE
    scenarios:
      - name: "a scenario \(escaped)"
        steps:
          - do: refuse
            expect: { state: { text: "other \(escaped)" } }
      - name: second
        steps:
          - { do: ask, expect: { that: "shared.note == '''\(escaped)'''" } }
    """

  /// The lines of a shell, in a folder with a flow, a wrong flow and scenarios, whose names are variables.
  static let commands = [
    #""$navtree" check "$flow" "$wrong""#,
    #""$navtree" check "$wrong""#,
    #""$navtree" check "nothing $mark""#,
    #""$navtree" serve "$wrong""#,
    #""$navtree" serve "$flow" --store "sqlite:nowhere $mark/store""#,
    #""$navtree" "$mark""#,
    #""$navtree" graph "$wrong""#,
    #""$navtree" links "$flow""#,
    #""$navtree" eval "'''$mark'''""#,
    #""$navtree" eval "wrong $mark""#,
    #""$navtree" eval --json "'''$mark'''""#,
    #""$navtree" call "$flow" refuse"#,
    #""$navtree" call "$flow" dispatch action.type=refuse"#,
    #""$navtree" call "$flow" dispatch "action.type=$mark""#,
    #""$navtree" call "$flow" state.outline"#,
    #""$navtree" call "$flow" state.tree"#,
    #""$navtree" call "$flow" --json dispatch action.type=ask"#,
    #""$navtree" call "$flow" explain action.type=refuse"#,
    #"printf 'dispatch action.type=ask\nstate.outline\nrefuse\n' | "$navtree" repl "$flow""#,
    #""$navtree" call "$flow" --store "sqlite:store $mark" dispatch action.type=ask; "$navtree" store ls "store $mark"; "$navtree" store show "store $mark" planted; "$navtree" store verify "store $mark"; "$navtree" store migrate --check "$flow" "store $mark""#,
    #""$navtree" test "$scenarios""#,
    #""$navtree" test . --filter "$mark""#,
    #""$navtree" test . --report tap=-; "$navtree" test . --report junit=-; "$navtree" test . --report ctrf=-"#,
    #""$navtree" test . --report json=-; "$navtree" test . --report markdown=-; "$navtree" test . --report github=-"#,
    #""$navtree" test . --report html=page.html; cat page.html"#,
    #"for lang in swift kotlin python typescript json-schema; do "$navtree" types "$flow" --lang $lang; done"#,
    #"for form in mermaid dot json html; do "$navtree" graph "$flow" --format $form; done; "$navtree" graph "$flow""#,
    #""$navtree" explore "$flow" --max-states 20; "$navtree" explore "$flow" --max-states 20 --emit scenarios; "$navtree" plan "$flow" --to home"#,
    #"sed 's/some text/other text/;s/Home/Hem/' "$flow" >next.yaml; "$navtree" diff "$flow" next.yaml"#,
    #"sed 's/"no: /"not: /;s/a note/a word/' "$flow" >next.yaml; "$navtree" diff --json "$flow" next.yaml"#,
    #""$navtree" replay "$wrong""#,
    #""$navtree" init "new $mark.navtree.yaml"; "$navtree" init "new $mark.navtree.yaml""#,
  ]

  @Test func theFlowAndTheScenariosAreRight() throws {
    let folder = try TemporaryFolder()
    Files.write(Self.flow, to: folder.path + "/flow.yaml")
    let checked = try ChildProcess(["check", folder.path + "/flow.yaml"]).finish()
    #expect(checked.status == 0, "\(checked.text)\(checked.errorText)")
    Files.write(
      Self.scenarios.replacing("./FILE", with: "flow.yaml"), to: folder.path + "/a.scenarios.yaml")
    let tested = try ChildProcess(["test", folder.path]).finish()
    #expect(tested.text.contains("0 passed, 2 failed"), "\(tested.text)\(tested.errorText)")
  }

  @Test(arguments: commands)
  func aPersonReadsThemEscaped(command: String) throws {
    let folder = try TemporaryFolder()
    let names = (flow: "a \(Self.mark).navtree.yaml", wrong: "b \(Self.mark).navtree.yaml")
    Files.write(Self.flow, to: "\(folder.path)/\(names.flow)")
    Files.write(Self.wrong, to: "\(folder.path)/\(names.wrong)")
    let path = Self.escaped.replacing(#"\n"#, with: #"\u000a"#)
    Files.write(
      Self.scenarios.replacing("./FILE", with: "\"a \(path).navtree.yaml\""),
      to: "\(folder.path)/c \(Self.mark).scenarios.yaml")
    let line = """
      cd "$1"; navtree=$0 mark=$2 flow="a $2.navtree.yaml" wrong="b $2.navtree.yaml" scenarios="c $2.scenarios.yaml"
      \(command)
      """
    let outcome = try ChildProcess(
      ["-c", line, ChildProcess.navtree, folder.path, Self.mark], program: "/bin/sh"
    )
    .finish()
    let text = String(decoding: outcome.output, as: UTF8.self) + outcome.errorText
    #expect(!text.isEmpty)
    let deceptive = text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0..<0x0A, 0x0B..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    #expect(deceptive.isEmpty, "\(text)")
    #expect(!text.split(separator: "\n").contains { $0.hasPrefix("forged") }, "\(text)")
  }
}
