import NavtreeFlow
package import NavtreeJSON
package import NavtreeJSONReading
import OrderedCollections
import NavtreePersistence
import NavtreeText
import NavtreeEngine

/// The server behind a serve loop.
extension NavtreeServer: RPCHandler {
  /// Writes the notifications caused by calls since the last time.
  ///
  /// - Returns: whether the client asked to be told the end of each answer.
  @discardableResult
  package func writeCaused(into output: inout JSONWriter) -> Bool {
    if notices.isEmpty { return tellsSettled }
    var lifecycles = LifecycleTelling(subscriptions: subscriptions, most: notices.mostBytes)
    notices.takeAll { notice in
      if case .lifecycle(let followers, let event) = notice {
        return lifecycles.tell(event, to: followers, into: &output)
      }
      if case .changeHeld(let number) = notice {
        subscriptions.hold(number, at: output.count)
        if !notices.isReaderBehind { beginOwing() }
      }
      if case .subscriptionEnded(let number, _) = notice { subscriptions.remove(number) }
      notice.write(into: &output)
      lifecycles.bytes &+= notice.followedBytes
    }
    if lifecycles.isHolding { beginOwing() }
    return tellsSettled
  }

  /// Notes whether the reader has left part of the last write: until it has taken all of it, changes may be combined.
  func setReader(isBehind: Bool) { notices.isReaderBehind = isBehind }

  /// Holds notifications of followers beyond so many bytes of them, until `writeHeld`.
  func hold(beyond bytes: Int) { notices.mostBytes = bytes }

  /// No further request runs until the held notifications are written: they tell of no later change.
  private func beginOwing() {
    owes = true
    isFinal = true
  }

  /// Writes held notifications to their places in the output, as many as may wait there.
  ///
  /// - Returns: the number of bytes that may leave before the next ones are written.
  func writeHeld(into output: inout JSONWriter) -> Int {
    let leaving = subscriptions.writeHeld(into: &output, most: notices.mostBytes)
    owes = subscriptions.isWriting
    if !owes { notices.forgetHeld() }
    return leaving
  }

  /// Takes a reading of the real clock, and runs the timers that are due.
  package func pass(to instant: Int) {
    clock.read(instant)
    if instant < pausedUntil { return }
    while let name = clock.takeAlarm() {
      // A cut leaves timers due; requests made meanwhile run before them.
      guard let session = sessions[name], session.clock === clock else { continue }
      let seq = session.seq
      let passage = session.wake()
      if isRecording, session.seq != seq || passage.firedCount > 0 { recordPassage(of: session) }
      if passage.isCut { return }
    }
  }

  /// The time at which there is something to do without input, in milliseconds since 1970; nil if never.
  package var nextInstant: Int? {
    let alarm = clock.nextAlarm.map { max($0, pausedUntil) }
    guard let store, let waitsSince else { return alarm }
    return min(alarm ?? .max, waitsSince + store.durability.patience)
  }

  /// Makes the changes promised by the answers since the last time durable, before those are written.
  ///
  /// - Returns: the reason of a failure; then none of the requests since the last time has happened.
  package func commit() -> RPCError? {
    isFinal = isShutDown
    return conclude().map { RPCError($0) }
  }

  package func call(
    _ method: UnsafeRawBufferPointer, _ params: JSONElement?, into output: inout JSONWriter
  ) throws(RPCError) {
    guard let index = methodNames.index(of: method, &lastMethod) else {
      throw unknownMethods.error(for: method)
    }
    metrics.requests[index] &+= 1
    do {
      let method = Unmanaged.passUnretained(methods[index])
      try method.use { (method) throws(Failure) in
        try method.call(params, with: self.params, on: self, into: &output)
      }
    } catch {
      metrics.failures[error.kind, default: 0] += 1
      if error.isInterruption { isBrokenOff = true }
      throw RPCError(error)
    }
  }
}

extension NavtreeServer {
  /// Runs a method after a final one of the same line: it is committed or undone by itself.
  func runApart(_ method: Method, _ params: Params, into output: inout JSONWriter) throws(Failure) {
    // Nothing is pending, except what each commit concludes.
    _ = conclude()
    let firstNotice = notices.count
    var failure: Failure?
    do {
      try method.runUnlessAnswered(on: self, params, into: &output)
    } catch {
      failure = error
    }
    let notices = firstNotice..<notices.count
    if let error = conclude() {
      self.notices.takeBack(notices)
      throw error
    }
    if let failure { throw failure }
  }

  /// Makes all requests since the last time final, or undoes them.
  private func conclude() -> Failure? {
    let error = store.flatMap { commit(to: $0) }
    if isRecording { concludeRecording(isUndone: error != nil) }
    if error == nil {
      subscriptions.commit()
      if !queues.isEmpty { commitQueues() }
    }
    if committedFlows != nil {
      if error != nil, let committedFlows { flows = committedFlows }
      committedFlows = nil
    }
    return error
  }
}
