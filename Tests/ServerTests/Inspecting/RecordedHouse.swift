import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport

/// A folder with the flow `house` and recordings of it, for reports.
struct RecordedHouse {
  let folder: TestFolder

  static let flow = """
    navtree: 1
    flow: house
    start: hall
    shared: { visits: integer }
    guards: { mayEnter: shared.visits < 2 }
    effects: { fetch: { input: { of: string }, output: { items: { type: array, items: string } } } }
    screens:
      hall:
        state: { code: { type: string, sensitive: true }, items: { type: array, items: string }, text: string }
        slots: { room: { presents: [room] } }
        actions:
          enter:
            payload: { number: integer }
            rules:
              - when: action.number > 0 && guards.mayEnter
                shared: { visits: "${shared.visits + 1}" }
                present: { screen: room, params: { number: "${action.number}" } }
              - reject: there is no such room
          load: { effect: { name: fetch, with: { of: rooms }, done: loaded } }
          loaded: { set: { items: "${action.output.items}" } }
          unlock: { payload: { code: { type: string, sensitive: true } }, set: { code: "${action.code}" } }
          write: { payload: { text: string }, set: { text: "${action.text}" } }
      room:
        params: { number: integer }
        state: { lit: boolean }
        actions:
          light: { set: { lit: true }, after: { delay: 2s, send: dark } }
          dark: { set: { lit: false } }

    """

  /// Changes by actions, a timer and answers, and refusals.
  static let requests: [(String, JSONValue)] = [
    ("dispatch", ["action": ["type": "enter", "number": 3]]),
    ("dispatch", ["action": ["type": "light"], "origin": "tester"]),
    ("clock.advance", ["by": "3s"]),
    ("dispatch", ["at": "/main", "action": ["type": "enter", "number": 0]]),
    ("dispatch", ["at": "/main", "action": ["type": "load"]]),
    ("effect.done", ["effect": 1, "output": ["items": ["attic"]]]),
    ("effect.done", ["effect": 1, "output": ["items": []]]),
    ("dispatch", ["at": "/main", "action": ["type": "unlock", "code": "hunter2"]]),
    ("dispatch", ["at": "/main", "action": ["type": "load"]]),
    ("pop", [:]),
  ]

  init() throws {
    folder = try TestFolder(["house.navtree.yaml": Self.flow])
  }

  /// Records requests in `house.rec`.
  init(_ requests: [(String, JSONValue)]) throws {
    try self.init()
    try record(requests, in: "house.rec")
  }

  func record(_ requests: [(String, JSONValue)], in name: String) throws {
    let lines = requests.enumerated().map { number, request in
      let (method, params) = request
      let line: JSONValue = [
        "jsonrpc": "2.0", "id": .integer(number), "method": .string(method), "params": params,
      ]
      return "\(line)\n"
    }
    folder.write(lines.joined(), to: "requests")
    let served = try folder.shell(
      #"exec "$0" serve house.navtree.yaml --clock virtual --record "$1" < requests"#, [name])
    guard served.status == 0 else { throw Unserved(text: served.errorText) }
  }

  private struct Unserved: Error {
    let text: String
  }

  /// Runs `navtree report`.
  func report(_ arguments: String...) throws -> ChildProcess.Outcome {
    try folder.shell(#"exec "$0" report "$@""#, arguments)
  }

  /// The block of data of the page `name`, as it stands there.
  func block(of name: String = "house.html") -> String {
    let page = folder.text(of: name) ?? ""
    let start =
      page.firstRange(of: #"<script type="application/json" id="data">"#)?.upperBound ?? page.endIndex
    let end = page[start...].firstRange(of: "</script>")?.lowerBound ?? page.endIndex
    return String(page[start..<end])
  }

  /// The lines of the page `name`.
  func lines(of name: String = "house.html") throws -> [JSONValue] {
    try block(of: name).split(separator: "\n").map { try JSONValue(parsing: String($0), maximumDepth: 4096) }
  }
}
