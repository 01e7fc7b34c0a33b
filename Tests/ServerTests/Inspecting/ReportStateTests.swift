import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavtreeReport
import NavtreeServer
import NavtreeTestSupport
import Testing

/// The changes in the lines of a report, applied one after the other, lead to the state of the replayed session.
@Suite struct ReportStateTests {
  private static let flow = FlowLoader.load(Array(ExampleFlow.yaml.utf8), file: "mail.navtree.yaml")

  /// The document of a page that reads the lines.
  private struct Page {
    var document: JSONValue = .null
    private(set) var changeCount = 0

    mutating func read(_ lines: [UInt8]) throws {
      for bytes in lines.split(separator: UInt8(ascii: "\n")) {
        let line = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
        if let opened = line["document"] { document = opened }
        guard line["seq"] != nil, line["document"] == nil else { continue }
        changeCount += 1
        for (place, value) in line["set"]?.object ?? [:] {
          let pointer = try JSONPointer(parsing: place)
          if document[pointer] == nil {
            try document.add(value, at: pointer)
          } else {
            _ = try document.replace(at: pointer, with: value)
          }
        }
        for place in line["gone"]?.array ?? [] {
          let pointer = try JSONPointer(parsing: place.string ?? "")
          if document[pointer] != nil { _ = try document.remove(at: pointer) }
        }
      }
    }
  }

  private static func stream() -> ReportStream {
    ReportStream(ReportStream.Head(title: "mail"), graph: { _ in "" }, flows: { (_, _) in flow })
  }

  /// Reads a recording to the end, and compares the state after each line.
  private static func read(_ lines: [JSONValue]) throws -> Int {
    let stream = stream()
    var page = Page()
    for (number, line) in lines.enumerated() {
      try stream.add(line)
      try page.read(stream.takeLines())
      let session = try #require(stream.session(named: "mail"))
      let expected = JSONValue.object(SessionDocument(of: session, sensitive: false).whole)
      try #require(page.document == expected, "line \(number + 1): \(line)")
    }
    return page.changeCount
  }

  private static func recording(of requests: [(String, JSONObject)]) throws -> [JSONValue] {
    let server = Conversation()
    try server.call("flow.load", ["yaml": .string(ExampleFlow.yaml)])
    try server.call("session.open", ["flow": "mail", "session": "mail", "clock": "virtual", "record": true])
    for (method, params) in requests {
      var params = params
      params["session"] = "mail"
      _ = try? server.call(method, .object(params))
    }
    return try #require(server.call("recording.export", ["session": "mail"])["lines"]?.array)
  }

  @Test func aRootThatReplacesAnotherOneIsItsWindowsRoot() throws {
    let requests: [(String, JSONObject)] = [
      ("window.open", ["window": "side", "screen": "topics"]),
      ("replace", ["at": "/side", "screen": "settings"]), ("replace", ["at": "/main", "screen": "topic"]),
      ("reset", ["at": "/side", "tree": "topics"]), ("history.undo", [:]), ("history.undo", ["count": 2]),
      ("history.redo", ["count": 2]), ("window.close", ["window": "side"]), ("history.undo", [:]),
      ("history.goto", ["seq": 0]),
    ]
    let lines = try Self.recording(of: requests)
    #expect(lines.count == requests.count + 1)
    #expect(lines.allSatisfy { $0["error"] == nil }, "\(lines)")
    #expect(lines[2]["changed"]?["/windows/side"] == 4, "\(lines[2])")
    #expect(try Self.read(lines) == requests.count)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func theChangesOfAnyRequestsLeadToTheState(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let requests = (0..<400).map { _ in
      Int.random(in: 0...3, using: &random) == 0 ? Self.ofWindows(&random) : Self.any(&random)
    }
    let count = try Self.read(try Self.recording(of: requests))
    #expect(count > 50, "\(count)")
  }

  private static func any(_ random: inout SeededGenerator) -> (String, JSONObject) {
    let request = RandomRequest(using: &random)
    return (request.method, request.params)
  }

  private static func ofWindows(_ random: inout SeededGenerator) -> (String, JSONObject) {
    func one(of names: String...) -> JSONValue { .string(names.randomElement(using: &random) ?? "") }
    switch Int.random(in: 0...5, using: &random) {
    case 0: return ("window.open", ["window": one(of: "side", "top"), "screen": one(of: "topics", "home")])
    case 1: return ("window.close", ["window": one(of: "main", "side", "top"), "force": true])
    case 2:
      return ("replace", ["at": one(of: "/main", "/side", "/top"), "screen": one(of: "topic", "settings")])
    case 3: return ("reset", ["at": one(of: "/main", "/side", "/top"), "tree": one(of: "home", "topics")])
    case 4: return ("dispatch", ["at": one(of: "/main", "/main/inbox"), "action": ["type": "refresh"]])
    default:
      let letters: JSONValue = [one(of: "a", "b"), one(of: "c", "d")]
      return (
        "effect.done",
        ["effect": .integer(.random(in: 1...9, using: &random)), "output": ["letters": letters]]
      )
    }
  }
}
