import NavtreeJSON
import NavtreeJSONReading
package import NavtreeEngine

/// A method of the protocol: its name, params, behaviour, result and errors.
package final class Method: Sendable {
  package let summary: String
  package let result: Shape
  package let examples: [Example]
  package let nature: MethodNature
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
    _ name: String, _ nature: MethodNature, _ summary: String, _ parameters: [Parameter] = [], result: Shape,
    errors: [ErrorKind] = [], checksSeq: Bool = false, examples: [Example],
    run: @escaping @Sendable (NavtreeServer, Params, inout JSONWriter) throws(Failure) -> Void
  ) {
    self.summary = summary
    self.nature = nature
    let answer = nature.changesSession ? KeptAnswer.shape(of: result) : result
    self.result = nature == .drives ? QueuedAnswer.shape(of: answer) : answer
    self.examples = examples
    self.checksSeq = checksSeq
    ownErrors = errors + (nature.changesSession ? [.conflict] : []) + (nature == .drives ? [.moving] : [])
    signature = Signature(name, nature.changesSession ? parameters + [.ifSeq, .request] : parameters)
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
      try runUnlessAnswered(on: server, params, into: &output)
    }
  }

  /// Runs it, unless its caller's condition doesn't hold or it was answered before.
  func runUnlessAnswered(
    on server: NavtreeServer, _ params: Params, into output: inout JSONWriter
  ) throws(Failure) {
    if params.asksForCertainty {
      try server.runOnce(self, params, into: &output)
    } else {
      try runTraced(on: server, params, into: &output)
    }
  }

  /// Runs it, and records and logs the call if that is asked for.
  func runTraced(
    on server: NavtreeServer, _ params: Params, into output: inout JSONWriter
  ) throws(Failure) {
    if server.isWatching {
      try server.runWatched(self, params, into: &output)
    } else {
      try runAsOrigin(on: server, params, into: &output)
    }
  }

  /// Does its own work, under the origin that its caller names.
  func runAsOrigin(on server: NavtreeServer, _ params: Params, into output: inout JSONWriter) throws(Failure)
  {
    guard params.gives(.origin) else { return try run(server, params, &output) }
    let session = try server.session(params)
    session.origin = try params.origin()
    defer { session.origin = nil }
    try run(server, params, &output)
  }

  package var parameters: [Parameter] { signature.parameters }

  /// The JSON Schema (draft 7) of its answer.
  var resultSchema: JSONObject {
    nature == .drives ? QueuedAnswer.schema(of: result) : result.schema
  }

  /// Whether its caller may say who causes the change.
  package var namesOrigin: Bool { signature[.origin] != nil }

  /// The kinds of its failures, in the order of the kinds.
  package var errors: [ErrorKind] {
    let all = Set(ownErrors + parameters.flatMap(\.errors) + (parameters.isEmpty ? [] : [.invalidParams]))
    return ErrorKind.allCases.filter(all.contains)
  }
}

/// What a method does to a session, from which it follows who may call it, and whether it is recorded.
package enum MethodNature: Sendable {
  /// It reads an open session, and changes nothing.
  case reads
  /// It follows an open session: its caller is notified of changes.
  case follows
  /// It changes an open session as a user does, so that it may have to wait for transitions.
  case drives
  /// It changes an open session as the host owes it: an outcome, a step of the clock, a transition that is shown.
  case serves
  /// It concerns the process: its flows, and which sessions it has.
  case process

  /// Whether a replay of the session needs it.
  var isInput: Bool { changesSession || self == .process }

  /// Whether it changes an open session, so that its caller may give it a condition and a key.
  package var changesSession: Bool { self == .drives || self == .serves }
}

/// Methods about one subject.
package struct MethodGroup: Sendable {
  package let title: String
  package let methods: [Method]
}
