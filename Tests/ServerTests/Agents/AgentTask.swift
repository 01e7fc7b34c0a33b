import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import Testing

/// A task for an agent: what it is told, the flow, a scripted client's calls, and a check that the task is done.
struct AgentTask: Sendable, CustomTestStringConvertible {
  /// How it is known whether the task is done.
  enum Check: Sendable {
    /// A request to the stored session gives this text.
    case session([String], String)
    /// The last answer says each of these.
    case answer([String])
    /// The tests of the folder pass.
    case tests
  }

  let text: String
  /// The path of the flow below `Specs`, without its ending.
  let flow: String
  /// The fewest calls of a client that knows the flow.
  let shortest: Int
  /// The tools that the client calls, each with its arguments as JSON.
  let calls: [(String, String)]
  let check: Check

  var testDescription: String { text }

  static let all: [AgentTask] = [
    AgentTask(
      text: "Go to the screen account.", flow: "bank", shortest: 1,
      calls: [("see", "{}"), ("path_to", #"{"to":"account"}"#), ("do", #"{"to":"account"}"#)],
      check: .session(["state.active"], #""screen":"account""#)),
    AgentTask(
      text: "Find the way to the screen seatMap of the airline, and take it.", flow: "airline", shortest: 1,
      calls: [("do", #"{"to":"seatMap"}"#), ("see", "{}")],
      check: .session(["state.active"], #""screen":"seatMap""#)),
    AgentTask(
      text: "Why can't the tea Oolong be opened, and which teas are there?", flow: "shop", shortest: 1,
      calls: [("see", "{}"), ("why", #"{"action":{"type":"open","name":"Oolong"}}"#)],
      check: .answer(["we don't sell Oolong", #"["Assam","Sencha"]"#])),
    AgentTask(
      text: "The wizard doesn't go on to its next step before a place is entered. Which condition says so?",
      flow: "guides/wizard", shortest: 2,
      calls: [
        ("see", "{}"), ("do", #"{"steps":[{"action":{"type":"plan"}}]}"#),
        ("why", #"{"action":{"type":"next"}}"#),
      ],
      check: .answer(["state.place == ''", "where to?"])),
    AgentTask(
      text: "Add the notes 'buy tea' and 'call Ada', and open the second one. Notes are counted from 0.",
      flow: "templates/notes", shortest: 1,
      calls: [
        ("see", "{}"),
        (
          "do",
          #"{"steps":[{"action":{"type":"add","text":"buy tea"}},{"action":{"type":"add","text":"call Ada"}},{"action":{"type":"open","index":1}}]}"#
        ),
      ],
      check: .session(["state.get", "pointer=/params"], #"{"text":"call Ada"}"#)),
    AgentTask(
      text:
        "Open letters://letters/7 and sign in with the name ada and the password right. Answer the host's question with the user ada, so that the letter is shown.",
      flow: "guides/sign-in", shortest: 1,
      calls: [
        ("do", #"{"steps":[{"method":"link.open","params":{"url":"letters://letters/7"}}]}"#), ("see", "{}"),
        ("do", #"{"steps":[{"action":{"type":"submit","name":"ada","password":"right"}}]}"#),
        ("do", #"{"steps":[{"method":"effect.done","params":{"effect":1,"output":{"user":"ada"}}}]}"#),
      ],
      check: .session(["state.active"], #""screen":"letter""#)),
    AgentTask(
      text: "Answer what the feed waits for, so that it shows the posts 1, Hello, and 2, World.",
      flow: "guides/feed",
      shortest: 1,
      calls: [
        ("see", "{}"),
        (
          "do",
          #"{"steps":[{"method":"effect.done","params":{"effect":1,"output":{"items":[{"id":1,"text":"Hello"},{"id":2,"text":"World"}]}}}]}"#
        ),
      ],
      check: .session(
        ["state.get", "pointer=/state/items"], #"[{"id":1,"text":"Hello"},{"id":2,"text":"World"}]"#)),
    AgentTask(
      text:
        "Star the letter a, and let the host fail with offline: the star is taken back, and a problem is told.",
      flow: "guides/optimistic", shortest: 1,
      calls: [
        ("see", "{}"), ("do", #"{"steps":[{"action":{"type":"star","id":"a","isOn":true}}]}"#),
        ("do", #"{"steps":[{"method":"effect.fail","params":{"effect":1,"error":"offline"}}]}"#),
      ],
      check: .session(["state.get", "pointer=/state/problem"], "not saved")),
    AgentTask(
      text: "Let Ada be signedIn, and let 5m pass. Who is signed in then?", flow: "guides/idle", shortest: 1,
      calls: [
        ("see", "{}"), ("do", #"{"steps":[{"action":{"type":"signedIn","user":"Ada"}}]}"#),
        ("do", #"{"steps":[{"method":"clock.advance","params":{"by":"5m"}}]}"#),
      ],
      check: .session(["state.query", "expr=shared.user"], "null")),
    AgentTask(
      text: scenario, flow: "guides/windows", shortest: 2,
      calls: [
        ("test", "{\"flow\":\"windows\",\"scenarios\":\(JSONValue.string(scenario))}"),
        ("test", "{\"flow\":\"windows\",\"scenarios\":\(JSONValue.string(mended))}"),
      ],
      check: .answer([#""passed":1,"failed":0"#])),
    AgentTask(
      text: lamp, flow: "tabs", shortest: 2,
      calls: [
        ("check", "{\"flow\":\(JSONValue.string(lamp))}"),
        ("open", "{\"flow\":\(JSONValue.string(lamp.replacing("[ligth]", with: "[light]")))}"),
        ("do", #"{"session":"lamp","to":"light"}"#),
      ],
      check: .answer([#""screen":"light""#])),
    AgentTask(
      text: "Write a mail, lock the app (lockNow), and save this as a scenario in saved.scenarios.yaml.",
      flow: "guides/lock", shortest: 2,
      calls: [
        ("see", "{}"), ("do", #"{"steps":[{"action":{"type":"write"}},{"action":{"type":"lockNow"}}]}"#),
        ("save", #"{"path":"saved.scenarios.yaml"}"#),
      ],
      check: .tests),
  ]

  private static let scenario = """
    # Mend the expectation of this scenario of the flow windows; the flow is right.
    flow: windows.navtree.yaml
    scenarios:
      - name: a name is added
        steps:
          - do: { add: { name: Poem } }
            expect: { shared: { names: [Plan, Poem] } }

    """
  private static let mended = scenario.replacing("[Plan, Poem]", with: #"["Plan","Letter","Poem"]"#)
  private static let lamp = """
    # Mend this flow, open it, and go to its light.
    navtree: 1
    flow: lamp
    start: lamp
    screens:
      lamp:
        slots: { light: { presents: [ligth] } }
        actions: { on: { present: light } }
      light: {}

    """

  /// A client's run: the lines that it got, and the tokens of its calls and their answers.
  struct Run {
    let tools: JSONValue
    let answers: [JSONValue]
    let tokens: Int
    let folder: TemporaryFolder
  }

  func run() throws -> Run {
    let folder = try TemporaryFolder()
    let name = flow.split(separator: "/").last.map(String.init) ?? flow
    let file = "\(name).navtree.yaml"
    Files.write(
      try #require(Files.text(of: "\(Files.package)/Specs/\(flow).navtree.yaml")),
      to: "\(folder.path)/\(file)")
    let lines =
      try [AgentClient.request(-1, "tools/list")]
      + calls.enumerated().map { number, call in
        AgentClient.call(number, call.0, try JSONValue(parsing: call.1))
      }
    let (output, _) = try AgentClient.talk(lines, [file, "--store", "sqlite:agent.db"], in: folder.path)
    let answers = output.filter { $0["id"] != nil }
    try #require(answers.count == lines.count)
    let tokens = zip(calls, answers.dropFirst()).reduce(0) { $0 + ($1.0.0 + $1.0.1).count / 4 + $1.1.tokens }
    return Run(tools: answers[0], answers: Array(answers.dropFirst()), tokens: tokens, folder: folder)
  }
}
