import NavtreeTestSupport
import Testing

/// `navtree diff`, by its output and exit status.
struct DiffCommandTests {
  private static func run(_ script: String) throws -> ChildProcess.Outcome {
    let flow = """
      navtree: 1
      flow: door
      start: home
      screens:
        home: { state: { tries: integer }, actions: { enter: { set: { tries: "${state.tries + 1}" } } } }
      """
    let scenarios = """
      flow: old.yaml
      scenarios: [{ name: enters, steps: [{ do: { enter: {} } }] }]
      """
    let whole = """
      folder=$(mktemp -d) && cd "$folder" || exit 99
      printf '%s\\n' "$1" > old.yaml
      sed 's/tries + 1/tries + 2/' old.yaml > other.yaml
      sed 's/ enter:/ knock:/' old.yaml > new.yaml
      printf '%s\\n' "$2" > my.scenarios.yaml
      echo '{"jsonrpc":"2.0","method":"dispatch","params":{"action":{"type":"enter"}}}' |
        "$0" serve old.yaml --record tape || exit 98
      \(script)
      status=$?
      rm -r "$folder"
      exit $status
      """
    return try ChildProcess(["-c", whole, ChildProcess.navtree, flow, scenarios], program: "/bin/sh").finish()
  }

  @Test(arguments: [
    (
      "old.yaml old.yaml tape .",
      "same tape\nsame my.scenarios.yaml:2 enters\n0 breaking, 0 compatible, 0 of 2 runs differ\n", 0
    ),
    (
      "old.yaml other.yaml tape my.scenarios.yaml",
      """
      compatible action home.enter other.yaml:5:49: its rules differ
      differs tape:2 dispatch: /main state tries: old 1, new 2
      differs my.scenarios.yaml:2 enters: do enter: /main state tries: old 1, new 2
      0 breaking, 1 compatible, 2 of 2 runs differ

      """, 1
    ),
    (
      "old.yaml new.yaml my.scenarios.yaml",
      """
      breaking action home.enter old.yaml:5:49: is gone
      compatible action home.knock new.yaml:5:49: is added
      differs my.scenarios.yaml:2 enters: the scenario: old "fits", new "neither a screen nor the flow has an action 'enter'"
      1 breaking, 1 compatible, 1 of 1 runs differ

      """, 1
    ),
    (
      "--json old.yaml other.yaml tape",
      #"{"breaking":0,"differing":1,"changes":[{"breaking":false,"subject":"action","name":"home.enter","message":"its rules differ","file":"other.yaml","line":5,"column":49}],"runs":[{"file":"tape","same":false,"line":2,"run":"dispatch","place":"/main state tries","old":1,"new":2}]}"#
        + "\n", 1
    ),
  ])
  func theDifferencesAreTold(_ arguments: String, _ text: String, _ status: Int32) throws {
    let outcome = try Self.run("\"$0\" diff \(arguments)")
    #expect(outcome.text == text)
    #expect(outcome.errorText == "")
    #expect(outcome.status == status)
  }

  @Test(arguments: [
    ("old.yaml", "Missing expected argument", 64),
    ("- old.yaml -", "'-' is given twice", 64),
    ("old.yaml nothing.yaml", "nothing.yaml: No such file", 74),
    ("old.yaml my.scenarios.yaml", "is no key of the flow", 1),
    ("old.yaml old.yaml new.yaml", "new.yaml:1:", 1),
  ])
  func whatIsWrongIsTold(_ arguments: String, _ text: String, _ status: Int32) throws {
    let outcome = try Self.run("\"$0\" diff \(arguments)")
    #expect(outcome.text == "")
    #expect(outcome.errorText.contains(text), "\(outcome.errorText)")
    #expect(outcome.status == status)
  }
}
