import NavtreeJSON
import NavtreeJSONReading
import OrderedCollections
import NavtreeTestSupport
import Testing

/// A canvas with a block of thousands of objects, followed at three levels, by a client that answers
/// notifications with further actions.
@Suite struct CanvasTests {
  private static let objects = 4_000
  private static let rounds = 300

  @Test func actionsInAnswerToNotificationsAreHandledInOrderAndLoseNothing() throws {
    let child = try ChildProcess(["serve", "Specs/canvas.navtree.yaml"])
    var client = CanvasClient(child)
    try client.call("dispatch", #"{"action":{"type":"addBlock","id":"a"}}"#)
    let object = #"{"x":0.0,"y":0.0,"shape":"dot"}"#
    let objects = Array(repeating: object, count: Self.objects).joined(separator: ",")
    try client.call("dispatch", #"{"action":{"type":"fill","id":"a","objects":[\#(objects)]}}"#)
    let pointers = ["", "/state/blocks/a", "/state/blocks/a/objects/7"]
    for pointer in pointers {
      try client.call("subscribe", #"{"at":"/main","depth":1,"pointer":"\#(pointer)"}"#)
    }
    // Each object that is reported as moved moves the next one, and the seventh.
    try client.move(0, to: 1)
    for round in 0..<Self.rounds {
      while client.moved <= round { try client.read() }
      try client.move(round + 1, to: round + 2)
      try client.move(7, to: round)
    }
    // A request is answered after all that was sent before it.
    let whole = try client.call("state.get", #"{"at":"/main","depth":1}"#)
    #expect(client.values[1] == whole)
    #expect(client.values[2] == whole["state"]?["blocks"]?["a"])
    #expect(client.values[3] == whole["state"]?["blocks"]?["a"]?["objects"]?[7])
    #expect(client.values[3]?["x"]?.number == Double(Self.rounds - 1))
    let present = whole["state"]?["blocks"]?["a"]?["objects"]?.array ?? []
    #expect(present.count == Self.objects)
    for index in 0...Self.rounds where index != 7 {
      #expect(present[index]["x"]?.number == Double(index + 1))
    }
    #expect(client.answers == client.requests)
    let outcome = try child.finish()
    #expect(outcome.text == "")
    #expect(outcome.status == 0)
  }
}

/// A client that maintains its followed values by the notifications.
private struct CanvasClient {
  let child: ChildProcess
  /// By subscription.
  private(set) var values: [Int: JSONValue] = [:]
  /// The number of objects reported as moved, except the seventh.
  private(set) var moved = 0
  private(set) var requests = 0
  private(set) var answers = 0
  private var last = JSONValue.null

  init(_ child: ChildProcess) {
    self.child = child
  }

  @discardableResult
  mutating func call(_ method: String, _ params: String) throws -> JSONValue {
    send(method, params)
    while answers < requests { try read() }
    return last
  }

  mutating func move(_ index: Int, to x: Int) throws {
    send("dispatch", #"{"at":"/main","action":{"type":"move","id":"a","index":\#(index),"x":\#(x),"y":0}}"#)
  }

  private mutating func send(_ method: String, _ params: String) {
    requests += 1
    let line = #"{"jsonrpc":"2.0","id":\#(requests),"method":"\#(method)","params":\#(params)}"# + "\n"
    #expect(child.send(line.utf8) == line.utf8.count)
  }

  /// Takes in an answer or a notification.
  mutating func read() throws {
    let message = try JSONValue(parsing: child.line())
    guard let params = message["params"] else {
      answers += 1
      try #require(message["id"]?.integer == answers, "answers come in the order of the requests")
      last = try #require(message["result"], "\(message)")
      if let number = last["subscription"]?.integer { values[number] = last["value"] }
      return
    }
    let number = try #require(params["subscription"]?.integer)
    let patch = try JSONPatch(params["patch"] ?? .null)
    try values[number]?.apply(patch)
    // The canvas is reported first, at the level of a number.
    let place = "/state/blocks/a/objects/\(moved)/x"
    if number == 1, patch.operations.contains(where: { $0.path.description == place }) { moved += 1 }
  }
}
