import JSON
import OrderedCollections

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `navtree serve` with a store, in a folder of its own that outlives it.
final class StoredServer {
  let child: ChildProcess
  private var nextID = 1

  /// A flow that counts and keeps what it is given.
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

  /// - Parameter limit: the bytes that a file of it may have, in units of 1,024.
  init(in folder: TemporaryFolder, _ arguments: [String] = [], fileLimit limit: Int? = nil) throws {
    let flow = folder.path + "/counter.navtree.yaml"
    Self.write(Self.flow, to: flow)
    let all =
      ["serve", flow, "--clock", "virtual", "--store", "sqlite:\(folder.path)/store.db"] + arguments
    guard let limit else {
      child = try ChildProcess(all)
      return
    }
    let command = #"ulimit -f \#(limit * 1024 / 512); exec "$0" "$@""#
    child = try ChildProcess(["-c", command, ChildProcess.navtree] + all, program: "/bin/sh")
  }

  private static func write(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else { return }
    fputs(text, file)
    fclose(file)
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
    }
  }

  /// The result of a request.
  @discardableResult
  func call(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    let answer = try ask(method, params)
    guard let result = answer["result"] else { throw StoredServerFailure.refused(answer.description) }
    return result
  }

  @discardableResult
  func dispatch(_ action: JSONValue) throws -> JSONValue { try call("dispatch", ["action": action]) }

  /// Kills it, and gives what it had written that nobody has read.
  @discardableResult
  func kill() throws -> ChildProcess.Outcome {
    killProcess(child.identifier)
    return try child.finish()
  }
}

enum StoredServerFailure: Error {
  case hasEnded(String)
  case refused(String)
}

private func killProcess(_ process: pid_t) { kill(process, SIGKILL) }
