import Navtree

let screens: JSONValue = [
  "b": ["state": ["n": "integer"], "actions": ["go": ["set": ["n": "${state.n + 1}"]]]]
]
let flow = try Flow(normalForm: ["navtree": 1, "flow": "a", "start": "b", "screens": screens])
let again = try Flow(normalForm: flow.normalForm)
precondition(again.hash == flow.hash)
let session = try Session(flow, clock: .virtual())
try session.send("go")
precondition(session.active?.state["n"] == 1)

/// Whether a flow is refused.
func isRefused(_ make: () throws -> Flow) -> Bool {
  do { _ = try make() } catch { return true }
  return false
}
do {
  _ = try Flow(yaml: "navtree: 1\nflow: a\nstart: b\nscreens: { b: {} }\n")
  preconditionFailure("YAML is read")
} catch {
  precondition(error.all.first?.hint?.contains("navtree bundle") == true)
}
let bundled = try Flow(contentsOf: "Tests/Expected/Forms/bundle-1.navtree.json")
precondition(bundled.warnings.isEmpty && bundled.screens.contains("cart"))
let parts = try Session(bundled, clock: .virtual())
try parts.send("open")
precondition(parts.active?.name == "cart")
func tries(_ pattern: String, as type: JSONValue = "string") throws -> Flow {
  let go: JSONValue = ["go": ["when": .string("state.n.matches(\(pattern))"), "set": ["n": "x"]]]
  let screens: JSONValue = ["b": ["state": ["n": type], "actions": go]]
  return try Flow(normalForm: ["navtree": 1, "flow": "a", "start": "b", "screens": screens])
}
let aged: JSONValue = ["type": "string", "pattern": "^\\p{Greek}*x?$", "default": "αβγ"]
let matching = try Session(tries("'^[α-ω]{3}$'", as: aged), clock: .virtual())
try matching.send("go")
precondition(matching.active?.state["n"] == "x")
precondition(isRefused { try tries("'a**'") })
precondition(isRefused { try tries("'a'", as: ["type": "string", "pattern": "(?=a)"]) })
print("the portable library runs")
