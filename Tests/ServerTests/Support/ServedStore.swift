import NavtreeEngine
import NavtreeJSON
import NavtreePersistence

/// A server of a store in this process, which commits each request.
final class ServedStore {
  private var server: Conversation?

  init(_ store: SessionStore, flow: String) throws {
    server = Conversation(clock: .virtual, store: store)
    try call("flow.load", ["yaml": .string(flow)])
  }

  struct Refused: Error {
    let answer: String
  }

  /// The result of a request.
  @discardableResult
  func call(_ method: String, _ params: JSONValue = [:]) throws -> JSONValue {
    guard let server else { return .null }
    let answer = Result { try server.call(method, params) }
    if let refusal = server.commit() { throw Refused(answer: "\(refusal)") }
    do { return try answer.get() } catch { throw Refused(answer: "\(error)") }
  }

  /// Ends it, and releases its locks.
  func finish() throws {
    defer { server = nil }
    try server?.finish()
  }
}
