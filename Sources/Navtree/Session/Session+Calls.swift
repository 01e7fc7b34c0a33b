import NavtreeEngine

/// Several calls together: what is said of all of them, and one change that all of them make.
extension Session {
  /// Makes calls under the conditions that the protocol has for each request.
  ///
  /// ```swift
  /// try session.with(origin: "push-service", ifSeq: seen) { try session.open(url) }
  /// ```
  /// All calls see one instant: no timer runs in between.
  /// - Parameters:
  ///   - origin: Who causes the changes, such as `user` or `push-service`: 1 to 64 bytes. ``Action/origin`` and
  ///     ``HistoryEntry/origin`` tell it.
  ///   - hint: Any value for those who follow transitions, such as `["animated": false]`; kept nowhere.
  ///   - seq: The change that must be the session's last when the first call is made.
  ///   - calls: Makes the calls.
  /// - Throws: ``NavtreeError/Kind/conflict`` if another change is the last one: then no call is made; and whatever the
  ///   closure throws.
  @discardableResult
  public func with<Result>(
    origin: String? = nil, hint: JSONValue? = nil, ifSeq seq: Int? = nil, _ calls: () throws -> Result
  ) throws -> Result {
    if isClosed { throw NavtreeError.closed }
    catchUp(takesAnswers: true)
    do throws(Failure) {
      if let origin { try Failure.check(origin: origin) }
      if let seq { try Failure.check(engine.seq, is: seq) }
    } catch {
      throw NavtreeError(error)
    }
    let former = (origin: engine.origin, hint: self.hint, isTimeHeld: isTimeHeld)
    defer {
      engine.origin = former.origin
      self.hint = former.hint
      isTimeHeld = former.isTimeHeld
    }
    if let origin { engine.origin = origin }
    if let hint { self.hint = hint }
    isTimeHeld = true
    return try calls()
  }

  /// Makes several calls as one change: all of them succeed, or nothing has changed.
  ///
  /// ```swift
  /// try session.batch {
  ///   try session.send("open", ["id": 7])
  ///   try session.send("star")
  /// }
  /// ```
  /// Each call sees what those before it have done. A call that fails ends the batch, even if the closure goes on. For a
  /// change each, make the calls without it.
  /// - Parameter calls: Sends actions and navigates. Other calls that change the session are refused.
  /// - Returns: What the closure returns. Receipts have the number that the change gets.
  /// - Throws: The error of the first call that fails, with its `index`, or whatever the closure throws.
  /// - Complexity: The cost of the calls.
  @discardableResult
  public func batch<Result>(_ calls: () throws -> Result) throws -> Result {
    var outcome: Swift.Result<Result, any Error>?
    var parts = Parts()
    do throws(NavtreeError) {
      try perform { () throws(Failure) in
        let wasTimeHeld = isTimeHeld
        (mode, isTimeHeld) = (.inBatch, true)
        defer {
          (mode, isTimeHeld) = (.open, wasTimeHeld)
          self.parts = Parts()
        }
        try engine.batch { () throws(Failure) in
          outcome = Swift.Result { try calls() }
          parts = self.parts
          if let failure = parts.failure { throw failure }
          // What the closure throws undoes its calls; one without calls changes nothing.
          if parts.count == 0 || (try? outcome?.get()) == nil {
            throw Failure(.rejected, "the batch was given up")
          }
        }
      }
    } catch {
      guard parts.failure == nil, let outcome else { throw error }
      if parts.count == 0 { return try outcome.get() }
      if case .failure(let own) = outcome { throw own }
      throw error
    }
    guard let outcome else { throw refusal }
    return try outcome.get()
  }

  /// The parts of a batch so far.
  struct Parts {
    var count = 0
    /// The first failure, after which no part runs.
    var failure: Failure?
  }

  /// Runs a part of a batch.
  @inline(never)
  func performPart<Result>(_ body: () throws(Failure) -> Result) throws(NavtreeError) -> Result {
    if let failure = parts.failure { throw NavtreeError(failure) }
    do throws(Failure) {
      let result = try body()
      parts.count += 1
      return result
    } catch {
      let failure = error.inside("/actions/\(parts.count)").with("index", .integer(parts.count))
      parts.failure = failure
      throw NavtreeError(failure)
    }
  }

  /// The failure of a call to a session that isn't open for it.
  @inline(never)
  var refusal: NavtreeError {
    isClosed
      ? .closed
      : NavtreeError(
        .invalidParams, "a batch sends actions and navigates",
        data: ["hint": "make other calls before or after it"])
  }
}
