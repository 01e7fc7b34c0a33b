import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import OrderedCollections
import Testing

/// Followers of more than may wait to be written.
@Suite struct FollowedBytesTests {
  @Test func whatOneChangeTellsManyFollowersDoesNotWaitAsAWhole() throws {
    let talk = try FollowedTalk()
    try talk.follow(#"{"pointer":"/state/text","initial":false}"#, times: 50)
    try talk.follow(#"{"at":"/main","pointer":"/state","form":"value","initial":false}"#, times: 50)
    let text = String(repeating: "x", count: 400_000)
    talk.send("dispatch", #"{"action":{"type":"write","text":"\#(text)"}}"#)
    talk.send("ping", "{}")
    // The first one answers the change, the last one the ping.
    let told = try talk.beginnings(through: talk.lastID)
    #expect(told.count == 102)
    for (index, line) in told.dropFirst().dropLast().enumerated() {
      let form = index < 50 ? #""patch":[{"# : #""value":{"#
      #expect(line.contains(#""params":{"subscription":\#(index + 1),"seq":1,\#(form)"#), "\(line)")
    }
    if let peak = talk.child.peakMemory {
      #expect(peak < 64 << 20, "\(peak >> 20) MiB, for 40 MB of notifications")
    }
    #expect(try talk.child.finish().status == 0)
  }

  @Test func changesThatAReaderIsLateForCostLittle() throws {
    let talk = try FollowedTalk()
    try talk.follow(#"{"pointer":"/state/text","initial":false}"#, times: 200)
    for index in 0..<40 {
      let text = String(repeating: index.isMultiple(of: 2) ? "a" : "b", count: 50_000)
      talk.send("dispatch", #"{"action":{"type":"write","text":"\#(text)"}}"#)
    }
    talk.send("ping", "{}")
    _ = try talk.beginnings(through: talk.lastID)
    if let peak = talk.child.peakMemory {
      #expect(peak < 64 << 20, "\(peak >> 20) MiB, for 10 MB of notifications a change")
    }
    #expect(try talk.child.finish().status == 0)
  }

  /// Requests one after another, each read until it is settled.
  @Test func howMuchMayWaitDoesNotChangeWhatIsTold() throws {
    let outputs = try [1, 300, 1_000, 1 << 20].map { limit in
      let talk = try FollowedTalk(["--limit", "unwritten=\(limit)"])
      var output: [String] = []
      func ask(_ method: String, _ params: String) throws {
        talk.send(method, params)
        output += try talk.beginnings(
          through: talk.lastID, settled: method != "initialize", keeping: .max)
      }
      try ask("initialize", #"{"settled":true}"#)
      // It lists the limits.
      output = []
      for _ in 0..<2 {
        for form in ["patch", "value"] {
          for pointer in ["", "/state", "/state/text", "/state/letters", "/slots", "/slots/next/state/text"] {
            try ask("subscribe", #"{"at":"/main","pointer":"\#(pointer)","form":"\#(form)"}"#)
          }
          try ask("subscribe", #"{"at":"/main","computed":true,"form":"\#(form)"}"#)
          try ask("subscribe", #"{"at":"/main/next","pointer":"/state/text","form":"\#(form)"}"#)
          try ask("subscribe", #"{"query":{"screen":"page","select":"state.text"},"form":"\#(form)"}"#)
        }
        try ask("subscribe", #"{"at":"/main","pointer":"/state/letters","form":"list"}"#)
        try ask("subscribe", #"{"form":"transitions"}"#)
        try ask("subscribe", #"{"form":"actions"}"#)
        try ask("subscribe", #"{"lifecycle":true}"#)
      }
      try ask("dispatch", #"{"action":{"type":"write","text":"one"}}"#)
      try ask("dispatch", #"{"action":{"type":"add","text":"two"}}"#)
      try ask("dispatch", #"{"action":{"type":"write","text":"one"}}"#)
      try ask("push", #"{"screen":"page"}"#)
      try ask("subscribe", ##"{"at":"#2","form":"value"}"##)
      try ask("snapshot.save", "{}")
      let answer = try #require(output.first { $0.hasPrefix(#"{"jsonrpc":"2.0","id":\#(talk.lastID),"#) })
      let snapshot = try #require(JSONValue(parsing: answer)["result"])
      try ask("dispatch", #"{"action":{"type":"write","text":"deep"}}"#)
      try ask("dispatch", #"{"action":{"type":"unknown"}}"#)
      try ask("pop", "{}")
      try ask("history.undo", #"{"count":2}"#)
      try ask("snapshot.restore", #"{"replace":true,"snapshot":\#(snapshot)}"#)
      try ask("dispatch", #"{"action":{"type":"inc"}}"#)
      #expect(try talk.child.finish().status == 0)
      return output
    }
    let unbounded = try #require(outputs.last)
    #expect(unbounded.count > 200)
    for output in outputs {
      for (line, expected) in zip(output, unbounded) { #expect(line == expected) }
      #expect(output.count == unbounded.count)
    }
  }

  @Test(arguments: [1, 500, 5_000]) func whatIsToldAsOneAddsUp(limit: Int) throws {
    let talk = try FollowedTalk(["--limit", "unwritten=\(limit)"])
    for form in ["patch", "value", "list"] {
      try talk.follow(
        #"{"at":"/main","pointer":"/state/letters","form":"\#(form)","initial":false}"#, times: 3)
    }
    let changes = 40
    for round in 0..<3 {
      let requests = (0..<changes).map { index in
        #"{"jsonrpc":"2.0","method":"dispatch","params":{"action":{"type":"add","text":"\#(round) \#(index)"}}}"#
      }
      talk.send(line: "[\(requests.joined(separator: ","))]")
    }
    let outcome = try talk.child.finish()
    #expect(outcome.status == 0)
    let expected = (0..<3).flatMap { round in
      (0..<changes).map { JSONValue.string("\(round) \($0)") }
    }
    var values: [Int: JSONValue] = [:]
    var seqs: [Int: Int] = [:]
    for line in outcome.lines {
      let params = try #require(JSONValue(parsing: line)["params"])
      let number = try #require(params["subscription"]?.integer)
      let seq = try #require(params["seq"]?.integer)
      #expect((params["since"]?.integer ?? seq) == (seqs[number] ?? 0) + 1, "none is left out")
      #expect(params["since"] == nil || params["since"] != params["seq"])
      seqs[number] = seq
      var value = values[number] ?? .array([])
      if let patch = params["patch"] { try value.apply(JSONPatch(patch)) }
      if let whole = params["value"] { value = whole }
      for added in params["list"]?["added"]?.array ?? [] {
        guard case .array(var list) = value else { continue }
        list.insert(added[1] ?? .null, at: added[0]?.integer ?? -1)
        value = .array(list)
      }
      values[number] = value
    }
    #expect(seqs.count == 9 && seqs.values.allSatisfy { $0 == 3 * changes })
    for (number, value) in values { #expect(value == .array(expected), "\(number)") }
  }

  @Test func subscriptionsToTooMuchAreRefused() throws {
    let talk = try FollowedTalk(["--limit", "followedBytes=2000"])
    let text = String(repeating: "x", count: 900)
    _ = try talk.ask("dispatch", #"{"action":{"type":"write","text":"\#(text)"}}"#)
    let subscribe = #"{"pointer":"/state/text","initial":false}"#
    try talk.follow(subscribe, times: 2)
    let refused = try talk.ask("subscribe", subscribe)["error"]
    #expect(refused?["data"]?["kind"] == "limitExceeded")
    #expect(refused?["data"]?["limit"] == "followedBytes")
    #expect(refused?["data"]?["value"] == 2000)
    // Nobody follows by a refused request, and what follows little may still come.
    try talk.follow(#"{"pointer":"/state/count"}"#)
    #expect(try talk.ask("unsubscribe", #"{"subscription":1}"#)["error"] == nil)
    try talk.follow(subscribe)
    #expect(try talk.ask("subscribe", subscribe)["error"] != nil)
    talk.send("dispatch", #"{"action":{"type":"write","text":""}}"#)
    let outcome = try talk.child.finish()
    #expect(outcome.lines.dropFirst().map { $0.contains(#""seq":2"#) } == [true, true, true])
  }

  @Test func aChangeIsStoredBeforeAnybodyIsToldOfIt() throws {
    let folder = try TemporaryFolder()
    let options = ["--limit", "unwritten=1000", "--store", "sqlite:\(folder.path)/store.db"]
    let talk = try FollowedTalk(options)
    try talk.follow(#"{"pointer":"/state/text","initial":false}"#, times: 100)
    let text = String(repeating: "x", count: 10_000)
    talk.send(
      line: "["
        + (1...3).map {
          #"{"jsonrpc":"2.0","id":"a\#($0)","method":"dispatch","params":{"action":{"type":"write","text":"\#($0)\#(text)"}}}"#
        }.joined(separator: ",") + "]")
    #expect(try talk.child.line().hasPrefix("["))
    talk.child.killAtOnce()
    #expect(try talk.child.wait() == -9)
    let again = try FollowedTalk(options)
    #expect(try again.ask("state.get", #"{"pointer":"/state/count"}"#)["result"] == 3)
  }
}

/// A conversation with a server of a flow of texts.
private final class FollowedTalk {
  private static let flow = """
    navtree: 1
    flow: text
    start: page
    screens:
      page:
        state: { text: string, count: integer, letters: '[string]' }
        computed: { loud: 'state.text + "!"' }
        slots: { next: { presents: [page] } }
        actions:
          write: { payload: { text: string }, set: { text: '${action.text}', count: '${state.count + 1}' } }
          inc: { set: { count: '${state.count + 1}' } }
          add: { payload: { text: string }, set: { /letters/-: '${action.text}' } }
    """

  let child: ChildProcess
  private let folder: TemporaryFolder
  private(set) var lastID = 0
  private var received: [UInt8] = []

  init(_ options: [String] = []) throws {
    folder = try TemporaryFolder()
    let path = "\(folder.path)/text.navtree.yaml"
    Files.write(Self.flow, to: path)
    child = try ChildProcess(["serve", path] + options)
  }

  func send(_ method: String, _ params: String) {
    lastID += 1
    send(line: #"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method)","params":\#(params)}"#)
  }

  /// Sends a line, and reads what comes meanwhile.
  func send(line: String) {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      let (sent, bytes) = child.exchange(Array(rest.prefix(1 << 16)), waiting: ChildProcess.patience)
      received += bytes
      rest = rest.dropFirst(sent)
    }
  }

  /// Sends a request that only its answer follows.
  func ask(_ method: String, _ params: String) throws -> JSONValue {
    send(method, params)
    while true {
      let line = try nextLine(keeping: .max)
      if line.contains(#""id":\#(lastID),"#) { return try JSONValue(parsing: line) }
    }
  }

  func follow(_ params: String, times: Int = 1) throws {
    for _ in 0..<times {
      let answer = try ask("subscribe", params)
      #expect(answer["error"] == nil, "\(answer)")
    }
  }

  /// The beginnings of the lines up to the answer of a request, or to its end.
  func beginnings(through id: Int, settled: Bool = false, keeping count: Int = 200) throws -> [String] {
    var lines: [String] = []
    let last = settled ? #""method":"settled","params":{"id":\#(id)}"# : #"{"jsonrpc":"2.0","id":\#(id),"#
    while true {
      lines.append(try nextLine(keeping: count))
      if lines[lines.count - 1].contains(last) { return lines }
    }
  }

  /// - Parameter count: the bytes of a line that are kept.
  private func nextLine(keeping count: Int) throws -> String {
    var start: [UInt8] = []
    while true {
      if received.isEmpty {
        received = child.exchange([], waiting: ChildProcess.patience).received
        if received.isEmpty { throw ChildProcess.Failure.timedOut }
      }
      let end = received.firstIndex(of: UInt8(ascii: "\n"))
      start += received[..<(end ?? received.count)].prefix(count - start.count)
      received.removeFirst(end.map { $0 + 1 } ?? received.count)
      if end != nil { return String(decoding: start, as: UTF8.self) }
    }
  }
}
