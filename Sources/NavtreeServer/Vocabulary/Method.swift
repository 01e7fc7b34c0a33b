import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
package import NavtreeEngine

/// A method of the protocol: its name, params, behaviour, result and errors.
package final class Method: Sendable {
  package let summary: String
  package let result: Shape
  package let examples: [Example]
  /// Whether it changes an open session, so that its caller may give it a condition and a key.
  package let changesSession: Bool
  /// Whether the method itself looks up the session whose seq its caller names.
  let checksSeq: Bool
  let signature: Signature
  /// Writes the result, the bare JSON value.
  let run: @Sendable (NavtreeServer, Params, inout JSONWriter) throws(Failure) -> Void
  private let ownErrors: [ErrorKind]

  /// - Parameters:
  ///   - result: the shape of the answer.
  ///   - errors: the kinds of its failures, except those of its parameters.
  init(
    _ name: String, _ summary: String, _ parameters: [Parameter] = [], result: Shape,
    errors: [ErrorKind] = [], changesSession: Bool = false, checksSeq: Bool = false,
    examples: [Example],
    run: @escaping @Sendable (NavtreeServer, Params, inout JSONWriter) throws(Failure) -> Void
  ) {
    self.summary = summary
    self.result = changesSession ? KeptAnswer.shape(of: result) : result
    self.examples = examples
    self.changesSession = changesSession
    self.checksSeq = checksSeq
    ownErrors = changesSession ? errors + [.conflict] : errors
    signature = Signature(name, changesSession ? parameters + [.ifSeq, .request] : parameters)
    self.run = run
  }

  package var name: String { signature.name }

  /// Runs the method for a call.
  ///
  /// - Parameter params: takes the call's.
  func call(
    _ given: JSONElement?, with params: Params, on server: NavtreeServer, into output: inout JSONWriter
  ) throws(Failure) {
    try params.take(given, for: signature)
    if server.isFinal {
      try server.runApart(self, params, into: &output)
    } else {
      try perform(on: server, params, into: &output)
    }
  }

  /// Runs it, unless its caller's condition doesn't hold or it was answered before.
  func perform(
    on server: NavtreeServer, _ params: Params, into output: inout JSONWriter
  ) throws(Failure) {
    if params.asksForCertainty {
      try server.runOnce(self, params, into: &output)
    } else {
      try execute(on: server, params, into: &output)
    }
  }

  /// Runs it, and records and logs the call if that is asked for.
  func execute(
    on server: NavtreeServer, _ params: Params, into output: inout JSONWriter
  ) throws(Failure) {
    if server.isWatching {
      try server.runWatched(self, params, into: &output)
    } else {
      try work(on: server, params, into: &output)
    }
  }

  /// Does its own work, under the origin that its caller names.
  func work(on server: NavtreeServer, _ params: Params, into output: inout JSONWriter) throws(Failure) {
    guard params.gives(.origin) else { return try run(server, params, &output) }
    let session = try server.session(params)
    session.origin = try params.origin()
    defer { session.origin = nil }
    try run(server, params, &output)
  }

  package var parameters: [Parameter] { signature.parameters }

  /// The kinds of its failures, in the order of the kinds.
  package var errors: [ErrorKind] {
    let all = Set(ownErrors + parameters.flatMap(\.errors) + (parameters.isEmpty ? [] : [.invalidParams]))
    return ErrorKind.allCases.filter(all.contains)
  }
}

/// Methods about one subject.
package struct MethodGroup: Sendable {
  package let title: String
  package let methods: [Method]
}
