import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeText

/// The outcome of an action.
public struct Receipt: Sendable {
  /// The number of the change.
  public let seq: Int
  /// The screen that handled the action, or the root of its window if the flow's own actions did.
  public let handler: Screen.ID
  /// The value that a rule replied with, if one did.
  public let reply: JSONValue?
}

extension Session {
  /// Sends an action to a screen, as one change.
  ///
  /// If the screen doesn't take it, it bubbles to the screen's ancestors, and finally to the flow's own actions.
  ///
  /// - Parameters:
  ///   - action: The action's name.
  ///   - payload: The fields of the action.
  ///   - address: The screen; by default the active one of the only window.
  ///   - bubbles: Whether ancestors may take it; in a batch they always may.
  /// - Throws: ``NavtreeError``: ``NavtreeError/Kind/notHandled`` if nothing takes it,
  ///   ``NavtreeError/Kind/privateAction`` if only navtree sends it, ``NavtreeError/Kind/rejected`` if a rule refuses it,
  ///   and any other kind that a rule's steps may have.
  /// - Complexity: The cost of the rules that run, and O(distance to the screen that takes it); independent of the
  ///   number and the depth of screens.
  @discardableResult
  public func send(
    _ action: String, _ payload: JSONObject = [:], to address: Address = .active, bubbles: Bool = true
  ) throws(NavtreeError) -> Receipt {
    if mode == .inBatch { return try sendPart(action, payload, to: address) }
    return try perform { () throws(Failure) in
      guard let index = engine.flow.actionNames.index(of: action) else {
        throw unknown(action, at: address)
      }
      let screen = try engine.focus(on: address).screen
      try admit(at: [screen])
      try engine.dispatch(index, payload, to: screen, bubbles: bubbles)
      return Receipt(
        seq: engine.seq, handler: Screen.ID(engine.handler?.number ?? 0), reply: engine.reply)
    }
  }

  /// Sends an action with a payload of a type of the program.
  ///
  /// - Throws: ``NavtreeError`` as ``send(_:_:to:bubbles:)``, or an `EncodingError`.
  /// - Complexity: As ``send(_:_:to:bubbles:)``, and O(size of the payload).
  @discardableResult
  public func send(
    _ action: String, encoding payload: some Encodable, to address: Address = .active, bubbles: Bool = true
  ) throws -> Receipt {
    try send(action, JSONObject(encoding: payload), to: address, bubbles: bubbles)
  }

  @inline(never)
  private func sendPart(_ action: String, _ payload: JSONObject, to address: Address) throws(NavtreeError)
    -> Receipt
  {
    try performPart { () throws(Failure) in
      guard let index = engine.flow.actionNames.index(of: action) else {
        throw unknown(action, at: address, isPart: true)
      }
      let screen = try engine.focus(on: address).screen
      try admit(at: [screen])
      try engine.runPart(index, payload, to: screen)
      return Receipt(
        seq: engine.seq + 1, handler: Screen.ID(engine.handler?.number ?? 0), reply: engine.reply)
    }
  }

  /// The failure of an action that the flow doesn't know.
  @inline(never)
  private func unknown(_ action: String, at address: Address, isPart: Bool = false) -> Failure {
    let failure: Failure
    do throws(Failure) {
      let found = try engine.find(address)
      failure = engine.unknownAction(action, from: found.screen)
    } catch {
      failure = error
    }
    if engine.isFollowingActions {
      engine.tellRefused(action, at: address.description, failure, isPart: isPart)
    }
    return failure
  }
}
