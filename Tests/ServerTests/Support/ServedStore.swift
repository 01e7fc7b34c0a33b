import NavtreeEngine
import NavtreeJSON
import NavtreeJSONReading
import NavtreePersistence
import NavtreeServer
import OrderedCollections

/// A server of a store in this process.
final class ServedStore {
  private var server: NavtreeServer?
  private let layer = RPCLayer(maximumDepth: 512)

  init(_ store: SessionStore, flow: String) throws {
    server = NavtreeServer(clock: .virtual, store: store) { _ in .failure(.init(message: "no files here")) }
    try call("flow.load", ["yaml": .string(flow)])
  }

  struct Refused: Error {
    let answer: String
  }

  /// The result of a request, which is committed.
  @discardableResult
  func call(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    guard let server else { return .null }
    let request: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
    var output = JSONWriter()
    let bytes = Array(request.description.utf8)
    (bytes + Array(repeating: 0, count: JSONParser.padding)).withUnsafeBytes {
      layer.handle(UnsafeRawBufferPointer(rebasing: $0[..<bytes.count]), with: server, into: &output)
    }
    let refusal = server.commit()
    let answer = try JSONValue(parsing: Array(output.text.utf8.prefix { $0 != UInt8(ascii: "\n") }))
    guard refusal == nil, let result = answer["result"] else { throw Refused(answer: "\(answer)") }
    return result
  }

  /// Ends it, and releases its locks.
  func finish() throws {
    defer { server = nil }
    try server?.finish()
  }
}
