import NavtreeJSON
import NavtreeJSONReading
import NavtreeEngine

/// `batch`: several actions, each to its own address, as one change or as a change each.
struct BatchMethod: ~Copyable {
  /// The signature of an entry of `actions`.
  static let entry = Signature(
    "an entry of 'actions'",
    [.at, Parameter(.action, .shared(.action), required: true, "the action"), .window])

  let server: NavtreeServer
  let session: Session
  let actions: JSONElement

  init(_ server: NavtreeServer, _ session: Session, _ actions: JSONElement) throws(Failure) {
    guard actions.count <= server.limits[.actions] else {
      throw server.limits.exceeded(.actions).with("pointer", "/actions")
    }
    self.server = server
    self.session = session
    self.actions = actions
  }

  /// Runs the actions as one change: the first failure undoes all of them.
  func runAtomically(into output: inout JSONWriter) throws(Failure) {
    var results = JSONWriter()
    if actions.count == 0 {
      results.append("[]")
      return write(results, into: &output)
    }
    try session.batch { () throws(Failure) in
      var index = 0
      try results.appendList(actions.elements) { (element, results) throws(Failure) in
        let mark = results.count
        do throws(Failure) {
          try run(element, isPart: true, into: &results)
        } catch {
          throw error.inside("/actions/\(index)").with("index", .integer(index))
        }
        session.spend(bytes: results.count - mark)
        index += 1
      }
    }
    write(results, into: &output)
  }

  /// Runs each action as a change of its own, whatever the outcome of the others.
  ///
  /// Their work is counted together. The item that would exceed the limit fails, and so does each after it.
  func runOneByOne(into output: inout JSONWriter) throws(Failure) {
    var results = JSONWriter()
    try session.sharingWork { () throws(Failure) in try runOneByOne(&results) }
    write(results, into: &output)
  }

  private func runOneByOne(_ results: inout JSONWriter) throws(Failure) {
    var index = 0
    try results.appendList(actions.elements) { (element, results) throws(Failure) in
      let mark = results.count
      do throws(Failure) {
        try session.checkSharedWork()
        try run(element, isPart: false, into: &results)
      } catch  where error.isInterruption {
        throw error
      } catch {
        results.truncate(to: mark)
        results.append(#"{"error":"#)
        results.appendValue(RPCError(error.inside("/actions/\(index)")).json)
        results.append("}")
      }
      session.spend(bytes: results.count - mark)
      index += 1
    }
  }

  private func run(_ element: JSONElement, isPart: Bool, into output: inout JSONWriter) throws(Failure) {
    guard element.kind == .object else {
      throw Failure(.invalidParams, "an entry of 'actions' is an object", ["pointer": ""])
    }
    let params = server.entryParams
    try params.take(element, for: Self.entry)
    let (call, cursor) = try ActionCall.find(params, in: session, isPart: isPart, server)
    try call.send(in: session, to: cursor, isPart: isPart, into: &output)
  }

  private func write(_ results: borrowing JSONWriter, into output: inout JSONWriter) {
    output.append(#"{"seq":"#, session.answerSeq)
    output.append(#","results":"#)
    results.withUnsafeBytes { output.append($0) }
    output.append("}")
  }
}
