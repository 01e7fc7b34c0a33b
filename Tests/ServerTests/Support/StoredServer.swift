import NavtreeJSON
import NavtreeJSONReading
import OrderedCollections
import NavtreeTestSupport
import NavtreeSystem

/// `navtree serve` with a store, in a folder of its own that outlives it.
final class StoredServer {
  let child: ChildProcess
  private var nextID = 1
  private var notifications: [JSONValue] = []

  /// A flow that counts, and keeps given values.
  static let flow = """
    navtree: 1
    flow: counter
    start: { screen: counter }
    screens:
      counter:
        state: { count: integer, items: { type: array, items: string, maxItems: 1000000 } }
        slots: { next: { presents: [counter] } }
        actions:
          count: { set: { count: "${state.count + 1}" } }
          keep: { payload: { text: string }, set: { count: "${state.count + 1}", "/items/-": "${action.text}" } }
          change: { payload: { index: integer, text: string }, set: { "/items/${action.index}": "${action.text}" } }
    """

  /// - Parameters:
  ///   - text: the flow.
  ///   - limit: the limit of its files, in units of 1,024 bytes.
  init(
    in folder: TemporaryFolder, _ arguments: [String] = [], flow text: String = StoredServer.flow,
    clock: String = "virtual", fileLimit limit: Int? = nil
  ) throws {
    let flow = folder.path + "/counter.navtree.yaml"
    Files.write(text, to: flow)
    let all = ["serve", flow, "--clock", clock, "--store", "sqlite:\(folder.path)/store.db"] + arguments
    guard let limit else {
      child = try ChildProcess(all)
      return
    }
    let command = #"ulimit -f \#(limit * 1024 / 512); exec "$0" "$@""#
    child = try ChildProcess(["-c", command, ChildProcess.navtree] + all, program: "/bin/sh")
  }

  /// The answer to a request, whatever it is.
  func ask(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    let id = nextID
    nextID += 1
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params,
    ]
    _ = child.send("\(request)\n".utf8)
    while true {
      let line = try child.line()
      guard !line.isEmpty else {
        throw StoredServerFailure.hasEnded(try child.finish().errorText)
      }
      let answer = try JSONValue(parsing: line)
      if answer["id"] == .integer(id) { return answer }
      if answer["method"] != nil { notifications.append(answer) }
    }
  }

  /// The notifications that came before the last answer and weren't taken yet.
  func takeNotifications() -> [JSONValue] {
    defer { notifications = [] }
    return notifications
  }

  /// The result of a request.
  @discardableResult
  func call(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    let answer = try ask(method, params)
    guard let result = answer["result"] else { throw StoredServerFailure.refused(answer.description) }
    return result
  }

  /// The kinds of errors that answer the requests of a batch, which are committed together; nil for a result.
  func askTogether(_ requests: [(method: String, params: JSONValue)]) throws -> [JSONValue?] {
    let batch = requests.enumerated().map { index, request -> JSONValue in
      ["jsonrpc": "2.0", "id": .integer(index), "method": .string(request.method), "params": request.params]
    }
    _ = child.send("\(JSONValue.array(batch))\n".utf8)
    while true {
      let line = try JSONValue(parsing: child.line())
      if let answers = line.array { return answers.map { $0["error"]?["data"]?["kind"] } }
      notifications.append(line)
    }
  }

  /// The same for requests on separate lines, which are short enough to be read at once.
  func askAtOnce(_ requests: [(method: String, params: JSONValue)]) throws -> [JSONValue?] {
    let lines = requests.enumerated().map { index, request -> String in
      "\(JSONValue.object(["jsonrpc": "2.0", "id": .integer(index), "method": .string(request.method), "params": request.params]))\n"
    }
    _ = child.send(lines.joined().utf8)
    var kinds: [JSONValue?] = []
    while kinds.count < lines.count {
      let line = try JSONValue(parsing: child.line())
      if line["id"] == nil {
        notifications.append(line)
      } else {
        kinds.append(line["error"]?["data"]?["kind"])
      }
    }
    return kinds
  }

  /// Runs a closure while nothing can be written to a file.
  func withoutRoom<Result>(_ body: () throws -> Result) rethrows -> Result {
    child.limitFiles(to: 1)
    defer { child.limitFiles(to: nil) }
    return try body()
  }

  /// The bytes that it has written to files and pipes.
  func writtenBytes() throws -> Int {
    let text = Files.text(of: "/proc/\(child.identifier)/io") ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("wchar:") }
    guard let bytes = line?.split(separator: " ").last.flatMap({ Int($0) }) else {
      throw StoredServerFailure.hasEnded(text)
    }
    return bytes
  }

  /// The time of its only session; 0 if that fails.
  func now() throws -> Int { try ask("clock.get")["result"]?["now"]?.integer ?? 0 }

  @discardableResult
  func dispatch(_ action: JSONValue) throws -> JSONValue { try call("dispatch", ["action": action]) }

  /// Kills it, and gives its unread output.
  @discardableResult
  func kill() throws -> ChildProcess.Outcome {
    child.killAtOnce()
    return try child.finish()
  }
}

enum StoredServerFailure: Error {
  case hasEnded(String)
  case refused(String)
}
