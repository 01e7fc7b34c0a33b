import Navtree

let session = try Session(Flow(contentsOf: "Specs/social.navtree.yaml"), clock: .virtual())

// Several calls as one change: all of them succeed, or nothing has changed.
try session.batch {
  try session.push("userDetail", ["user": ["id": 7, "name": "Ada"]])
  try session.send("inc")
}
print("change", session.seq, "count", session.active?.state["count"] ?? .null)

// Who causes a change, a hint for whoever animates it, and the change that must be the last one.
try session.with(origin: "push-service", hint: ["animated": false], ifSeq: 1) {
  _ = try session.back()
}
print(session.history.last?.origin ?? "nobody")

// One action for every screen of a type.
let receipt = try session.broadcast("inc", to: "userList", where: "state.count < 5")
print("taken by", receipt.handledBy.map(\.address))

// What an action would do, or why it would fail; nothing changes.
let explanation = try session.explain("select", ["index": 9])
print(explanation.error.map { "\($0)" } ?? "it would work")
for rule in explanation.rules { print("line \(rule.line):", rule.when ?? "", rule.holds) }
