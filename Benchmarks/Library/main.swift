import Navtree
import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeText
import Observation
import NavtreeSystem

// `LibraryBenchmark engine|library plain|payload COUNT`: sends an action to the root of a flow so often, by the engine's
// own call or by the library. The difference of two counts is the cost of an action, without that of the start.
// `LibraryBenchmark untyped|typed read|tracked COUNT`: reads an integer of a screen with 1,000 rows so often, of the tree or
// as a generated type does, without observation or with it.

let yaml = """
  navtree: 1
  flow: counter
  start: counter
  screens:
    counter:
      state: { count: integer }
      actions:
        inc: { set: { count: "${state.count + 1}" } }
        add: { payload: { by: integer }, set: { count: "${state.count + action.by}" } }
  """

let list = """
  navtree: 1
  flow: list
  start: list
  screens:
    list:
      state:
        rows: { type: array, maxItems: 1000, items: { type: object, properties: { id: integer, name: string } } }
        count: { type: integer, default: 7 }
      computed: { named: "state.rows.filter(r, r.name != '')" }
      actions: { fill: { payload: { rows: array }, set: { rows: "${action.rows}" } } }
  """

/// A session that shows 1,000 rows.
func filled() throws -> Navtree.Session {
  let session = try Navtree.Session(Flow(yaml: list))
  let rows = (0..<1_000).map { JSONValue.object(["id": .integer($0), "name": .string("name \($0)")]) }
  try session.send("fill", ["rows": .array(rows)])
  return session
}

func fail(_ message: String) -> Never {
  print(message)
  exit(64)
}

/// An action by the engine's own calls: the name and the address looked up, the action handled.
@inline(never)
func send(_ session: NavtreeEngine.Session, _ action: String, _ payload: JSONObject, to address: String)
  throws
{
  guard let index = session.flow.actionNames.index(of: action) else { fail("no such action") }
  var address = address
  let cursor = try address.withUTF8 { bytes in
    guard let address = NavigationTree.Address(UnsafeRawBufferPointer(bytes)) else { fail("no address") }
    return try session.focus(on: address, window: nil)
  }
  try session.dispatch(index, payload, to: cursor.screen)
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let count = Int(arguments[3]) else {
  fail("usage: LibraryBenchmark engine|library plain|payload COUNT, or untyped|typed read|tracked COUNT")
}
let isTracked = arguments[2] == "tracked"
var sum = 0
let hasPayload = arguments[2] == "payload"
let flow = try Flow(yaml: yaml)
switch arguments[1] {
case "engine":
  guard let definition = FlowLoader.load(Array(yaml.utf8), file: "counter.navtree.yaml").flow else {
    fail("no flow")
  }
  let clock = SessionClock(.real)
  let session = try NavtreeEngine.Session(
    definition, name: "counter", limits: NavtreeEngine.Limits(), clock: clock)
  for _ in 0..<count {
    if hasPayload {
      try send(session, "add", ["by": 1], to: "/main")
    } else {
      try send(session, "inc", [:], to: "/main")
    }
  }
case "library":
  let session = try Navtree.Session(flow)
  for _ in 0..<count {
    if hasPayload {
      try session.send("add", ["by": 1], to: "/main")
    } else {
      try session.send("inc", to: "/main")
    }
  }
case "untyped":
  let model = SessionModel(try filled())
  let read = { sum += model.tree["/main"]?.state["count"]?.integer ?? 0 }
  for _ in 0..<count { if isTracked { withObservationTracking(read) {} } else { read() } }
case "typed":
  let session = try filled()
  let read = {
    guard let content = session.content(at: "/main", of: "list") else { return }
    let count: Int = content.state[1]
    sum += count
  }
  for _ in 0..<count { if isTracked { withObservationTracking(read) {} } else { read() } }
default: fail("engine, library, untyped or typed?")
}
if sum != 0, sum != 7 * count { fail("the integer is another one") }
