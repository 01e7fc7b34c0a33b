import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeText

/// An effect that the flow asks its host for.
public struct EffectRequest: Sendable {
  /// The number, by which it is answered.
  public let id: Int
  /// The name in the flow.
  public let name: String
  /// The key by which a host recognises an effect that is requested again, in this process or a later one. No other
  /// effect has it.
  public let key: String
  /// The address of the screen that waits for the answer; empty if the session waits.
  public let address: String
  /// The screen that waits for the answer; nil if the session does.
  public let screen: Screen.ID?
  /// The input, an object, with the values of sensitive fields too.
  public let input: JSONValue
  /// Whether the host was asked before, as after a failure with retries or a restart.
  public let isAgain: Bool

  init(_ effect: EffectInFlight, at address: String) {
    id = effect.id
    name = effect.definition.name
    key = effect.hostKey
    self.address = address
    screen = effect.screen.map { Screen.ID($0.number) }
    input = .object(JSONObject(uniqueKeysWithValues: zip(effect.definition.input.names.names, effect.input)))
    isAgain = effect.isAgain
  }
}

/// A request of an effect, or its end before it was answered.
public enum EffectEvent: Sendable {
  /// The host is asked for an effect.
  case requested(EffectRequest)
  /// Nobody waits for its answer any more, for this reason: `superseded`, `cancelled`, `timedOut`, `undone`, `replaced`,
  /// or the way in which its screen was removed.
  case cancelled(EffectRequest, reason: String)
}

/// The failure of an effect, with the value that the flow's rules get as the error.
public struct EffectFailure: Error, Sendable {
  /// The error, as the effect's `errors` declares it.
  public let error: JSONValue

  /// A failure with any error.
  public init(_ error: JSONValue) { self.error = error }
}

/// An effect that a handler works on.
public struct EffectProgress: Sendable {
  /// The request.
  public let request: EffectRequest
  let attempt: Int
  let mailbox: Mailbox

  /// Sends an intermediate answer, and waits until the session has taken it. The effect's timeout restarts.
  ///
  /// - Parameter output: The answer, an object, as the effect's `next` declares it.
  /// - Throws: ``NavtreeError``, such as ``NavtreeError/Kind/invalidParams`` if the answer doesn't fit, and
  ///   ``NavtreeError/Kind/notInFlight`` or ``NavtreeError/Kind/gone`` if nobody waits any more.
  public func next(_ output: some Encodable) async throws {
    let output = try JSONValue(encoding: output)
    let answer: Result<Void, NavtreeError> = await withCheckedContinuation { continuation in
      mailbox.post(.next(request.id, attempt: attempt, output, continuation))
    }
    try answer.get()
  }
}
