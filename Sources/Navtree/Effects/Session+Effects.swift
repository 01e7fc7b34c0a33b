import NavtreeEngine
import NavtreeSystem
import NavtreeFlow
import NavtreeText

typealias EffectHandler = @Sendable (EffectProgress) async throws -> JSONValue

/// The task of a handler. An effect that is requested again has another one.
struct EffectWork {
  let task: Task<Void, Never>
  let attempt: Int
}

extension Session {
  /// Performs an effect from now on, those too that wait for an answer already.
  ///
  /// The handler runs as a task of its own, off the session's actor. The task is cancelled when nobody waits for its
  /// answer any more. If the handler throws an ``EffectFailure``, the flow's rules get its error; of any other error they
  /// get `{kind, message}` as far as that fits the effect's `errors`.
  ///
  /// ```swift
  /// session.onEffect("fetchUsers") { input in try await api.users(input) }
  /// ```
  /// - Parameters:
  ///   - name: The effect's name.
  ///   - handler: Takes the effect's input, and returns its output.
  /// - Precondition: The flow declares the effect.
  public func onEffect<Input: Decodable & SendableMetatype, Output: Encodable & SendableMetatype>(
    _ name: String, _ handler: @escaping @Sendable (Input) async throws -> Output
  ) {
    handle(name) { try JSONValue(encoding: try await handler(try $0.request.input.decoded())) }
  }

  /// Performs an effect from now on, with its input and output as JSON.
  ///
  /// - Precondition: The flow declares the effect.
  public func onEffect(_ name: String, _ handler: @escaping @Sendable (JSONValue) async throws -> JSONValue) {
    handle(name) { try await handler($0.request.input) }
  }

  /// Performs an effect that has answers before the last one, or whose request matters beside its input.
  ///
  /// - Precondition: The flow declares the effect.
  public func onEffect<Input: Decodable & SendableMetatype, Output: Encodable & SendableMetatype>(
    _ name: String, _ handler: @escaping @Sendable (Input, EffectProgress) async throws -> Output
  ) {
    handle(name) { try JSONValue(encoding: try await handler(try $0.request.input.decoded(), $0)) }
  }

  private func handle(_ name: String, _ handler: @escaping EffectHandler) {
    let names = engine.flow.effects.map(\.name)
    precondition(
      names.contains(name),
      "the flow '\(flow.name)' has no effect '\(name)'"
        + (Spelling.hint(for: name, among: names).map { ": \($0)" } ?? ""))
    if isClosed { return }
    handlers[name] = handler
    for request in unread where request.name == name {
      unclaimed[request.id] = nil
      start(request, handler)
    }
  }

  /// The effects that wait for an answer, in the order of their requests.
  ///
  /// - Complexity: O(*n* log *n*)
  public var effectsInFlight: [EffectRequest] {
    engine.owed.map { EffectRequest($0, at: engine.address(of: $0)) }
  }

  /// Answers an effect by hand. Only the screen that requested it gets the output.
  ///
  /// - Parameters:
  ///   - effect: The effect's number.
  ///   - output: The output, as the flow declares it.
  /// - Throws: ``NavtreeError``, such as ``NavtreeError/Kind/invalidParams`` if the output doesn't fit: then the effect
  ///   stays in flight; ``NavtreeError/Kind/notInFlight`` or ``NavtreeError/Kind/gone`` if nobody waits any more.
  /// - Complexity: O(size of the output), and the cost of the rules that take it.
  public func answer(_ effect: Int, _ output: JSONObject = [:]) throws(NavtreeError) {
    try perform { () throws(Failure) in try engine.answer(effect, output: output) }
    forget(effect)
  }

  /// Sends an intermediate answer by hand. The effect stays in flight, and its timeout restarts.
  ///
  /// - Parameters:
  ///   - effect: The effect's number.
  ///   - output: The answer, as the effect's `next` declares it.
  /// - Throws: As ``answer(_:_:)``.
  /// - Complexity: O(size of the answer), and the cost of the rules that take it.
  public func answer(_ effect: Int, next output: JSONObject) throws(NavtreeError) {
    try perform { () throws(Failure) in try engine.answerNext(effect, output: output) }
  }

  /// Reports by hand that an effect failed. If it has retries left, it is requested again.
  ///
  /// - Parameters:
  ///   - effect: The effect's number.
  ///   - error: The reason, as the effect's `errors` declares it.
  /// - Throws: As ``answer(_:_:)``.
  /// - Complexity: O(size of the error), and the cost of the rules that take it.
  public func fail(_ effect: Int, _ error: JSONValue = .null) throws(NavtreeError) {
    let attempt = work[effect]?.attempt
    try perform { () throws(Failure) in try engine.fail(effect, error: error) }
    if let attempt, work[effect]?.attempt == attempt { work.removeValue(forKey: effect)?.task.cancel() }
    if !engine.owes(effect) { forget(effect) }
  }

  // MARK: Requests

  /// Gives a request to its handler, else to the readers of ``effects``, and keeps it for whichever comes after them.
  func take(_ request: EffectRequest) {
    if let handler = handlers[request.name] {
      unclaimed[request.id] = nil
      start(request, handler)
    } else {
      unclaimed[request.id] = request
      followers.tell(.requested(request))
    }
  }

  /// The effects that neither a handler nor a reader of ``effects`` knows, in the order of their requests.
  var unread: [EffectRequest] {
    followers.areEffectsRead ? [] : unclaimed.values.sorted { $0.id < $1.id }
  }

  /// Ends the work on an effect whose answer nobody waits for.
  func cancel(_ effect: Int, reason: String) {
    work.removeValue(forKey: effect)?.task.cancel()
    unclaimed[effect] = nil
    followers.cancel(effect, reason)
  }

  /// Forgets an effect that was answered by hand.
  private func forget(_ effect: Int) {
    work.removeValue(forKey: effect)?.task.cancel()
    unclaimed[effect] = nil
    followers.forget(effect)
  }

  private func start(_ request: EffectRequest, _ handler: @escaping EffectHandler) {
    lastAttempt += 1
    let attempt = lastAttempt
    work[request.id]?.task.cancel()
    let task = Task { [mailbox] in
      let result: Result<JSONValue, any Error>
      do {
        let progress = EffectProgress(request: request, attempt: attempt, mailbox: mailbox)
        result = .success(try await handler(progress))
      } catch {
        result = .failure(error)
      }
      mailbox.post(.done(request.id, attempt: attempt, result))
    }
    work[request.id] = EffectWork(task: task, attempt: attempt)
  }

  // MARK: Answers of handlers

  /// Does what there is to do without a call.
  func takeMail() {
    if mode != .open { return }
    catchUp(takesAnswers: true)
    if let due = keeper?.deadline, due <= engine.now { settleQuietly() }
  }

  /// Takes the answers of handlers.
  func takeAnswers() {
    if !delayed.isEmpty {
      if let system { engine.clock.read(system.now) }
      if !isPaused {
        let again = delayed
        delayed = []
        again.forEach(take)
      }
    }
    for (instant, mail) in mailbox.takeAll() {
      if let instant { pass(to: instant) }
      take(mail)
    }
  }

  private func take(_ mail: Mailbox.Mail) {
    switch mail {
    case .next(let effect, let attempt, let output, let continuation):
      continuation.resume(
        returning: Result { () throws(NavtreeError) in try takeNext(effect, attempt, output) })
    case .done(let effect, let attempt, let result):
      guard let done = work[effect], done.attempt == attempt else { return }
      work[effect] = nil
      do throws(NavtreeError) {
        try conclude(effect, result)
      } catch {
        onProblem?(
          Problem(description: "the answer to the effect \(effect) waits for the store", error: error))
        work[effect] = done
        delayed.append(mail)
      }
    }
  }

  private func takeNext(_ effect: Int, _ attempt: Int, _ output: JSONValue) throws(NavtreeError) {
    if let work = work[effect], work.attempt != attempt {
      throw NavtreeError(.notInFlight, "the effect was requested again")
    }
    guard case .object(let output) = output else {
      throw NavtreeError(.invalidParams, "an answer must be an object")
    }
    try answer(effect, next: output)
  }

  /// - Throws: what the store throws: then it was not answered.
  private func conclude(_ effect: Int, _ result: Result<JSONValue, any Error>) throws(NavtreeError) {
    let reasons: [JSONValue]
    switch result {
    case .success(let output):
      do throws(NavtreeError) {
        guard let output = output.isNull ? [:] : output.object else {
          throw NavtreeError(.invalidParams, "the output must be an object")
        }
        return try perform { () throws(Failure) in try engine.answer(effect, output: output) }
      } catch {
        if error.isLate { return }
        if error.kind == .storage { throw error }
        onProblem?(
          Problem(
            description: "the output for the effect \(effect) was refused: \(error.message)", error: error))
        guard error.kind == .invalidParams || error.kind == .rejected else { return }
        reasons = Self.reasons(error.kind.rawValue, error.message)
      }
    case .failure(let failure as EffectFailure): reasons = [failure.error] + Self.reasons("failed", nil)
    case .failure(let error): reasons = Self.reasons("\(type(of: error))", "\(error)")
    }
    try fail(effect, withFirstFitting: reasons)
  }

  private static func reasons(_ kind: String, _ message: String?) -> [JSONValue] {
    var reasons: [JSONValue] = [["kind": .string(kind)], .null]
    if let message { reasons.insert(["kind": .string(kind), "message": .string(message)], at: 0) }
    return reasons
  }

  private func fail(_ effect: Int, withFirstFitting reasons: [JSONValue]) throws(NavtreeError) {
    var last: NavtreeError?
    for reason in reasons {
      do throws(NavtreeError) {
        return try perform { () throws(Failure) in try engine.fail(effect, error: reason) }
      } catch {
        if error.isLate { return }
        if error.kind == .storage { throw error }
        last = error
        if error.kind != .invalidParams { break }
      }
    }
    onProblem?(
      Problem(description: "the effect \(effect) can't be answered, and stays in flight", error: last))
  }
}

extension NavtreeError {
  /// Whether an answer came too late.
  fileprivate var isLate: Bool { kind == .notInFlight || kind == .gone || kind == .closed }
}
