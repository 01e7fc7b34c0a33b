package import Flow
package import JSON
package import NavigationTree

/// An effect that a screen has asked for, until it is over.
///
/// It doesn't change: what changes of it is another one in its place.
package final class EffectInFlight: Sendable {
  /// Who takes the answer.
  enum Taker {
    /// These actions of the screen; nil: nobody.
    case actions(done: Int?, failed: Int?)
    /// The list or the detail itself.
    case loader
  }

  package let id: Int
  package let definition: EffectDefinition
  package let screen: ScreenID
  /// By field of the definition's input.
  package let input: [JSONValue]
  /// What the screen's effects are told apart by; nil: navtree's own.
  let key: String?
  let taker: Taker
  /// How long an answer is waited for, in milliseconds.
  let timeout: Int?
  /// How often it may still be asked for again.
  let retries: Int
  /// Whether the host has been asked before.
  package let isAgain: Bool
  /// Whether the host isn't asked yet, because others with the same key come first.
  let isQueued: Bool
  /// Where the flow asks for it.
  let location: SourceLocation

  init(
    id: Int, definition: EffectDefinition, screen: ScreenID, input: [JSONValue], key: String?, taker: Taker,
    timeout: Int?, retries: Int, isAgain: Bool = false, isQueued: Bool, location: SourceLocation
  ) {
    self.id = id
    self.definition = definition
    self.screen = screen
    self.input = input
    self.key = key
    self.taker = taker
    self.timeout = timeout
    self.retries = retries
    self.isAgain = isAgain
    self.isQueued = isQueued
    self.location = location
  }

  /// The same, asked for (again).
  func asked(again isAgain: Bool, retries: Int) -> EffectInFlight {
    EffectInFlight(
      id: id, definition: definition, screen: screen, input: input, key: key, taker: taker, timeout: timeout,
      retries: retries, isAgain: isAgain, isQueued: false, location: location)
  }
}

/// How an effect was over.
package enum EffectEnd: Equatable, Sendable {
  case answered, failed
  /// Another one with the same key came after it.
  case superseded
  /// By a rule.
  case cancelled
  case timedOut
  /// The change that asked for it was taken back.
  case undone
  /// With its screen.
  case removed(RemovalReason)

  package var name: String {
    switch self {
    case .answered: "answered"
    case .failed: "failed"
    case .superseded: "superseded"
    case .cancelled: "cancelled"
    case .timedOut: "timedOut"
    case .undone: "undone"
    case .removed(let reason): reason.rawValue
    }
  }
}
