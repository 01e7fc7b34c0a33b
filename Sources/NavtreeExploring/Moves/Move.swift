package import NavtreeJSON
package import NavtreeEngine
import NavtreeScenarios

/// One thing that a user, a host or time does to a session, without numbers of screens and effects.
///
/// Moves are those of people who use the app, and of a host if it is asked for: a move never forces a screen away, and
/// never writes state. The same moves from equal states lead to equal states.
package enum Move: Hashable, Sendable {
  /// An action of the flow, by its index, sent to the screen at a path.
  case act(Int, payload: JSONObject, at: String)
  /// The back button of a window.
  case back(window: String)
  /// The dismissal of the modal at a path.
  case dismiss(at: String)
  /// The selection of a tab of the screen at a path.
  case select(tab: String, at: String)
  /// A pane of the screen at a path is put in focus.
  case focus(pane: String, at: String)
  /// The host navigates from the screen at a path.
  case navigate(HostNavigation, at: String)
  /// A URL is opened.
  case open(url: String)
  case answer(EffectAnswer)
  /// An answer to an effect that has ended; the session refuses it.
  ///
  /// - Parameter last: the number of effects that were requested after that one.
  case late(last: Int, output: JSONObject)
  /// The clock goes on by some milliseconds.
  case advance(Int)
}

/// An answer to an owed effect, which is known by its name, its screen and its turn.
package struct EffectAnswer: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case output(JSONObject)
    /// An answer before the last one.
    case next(JSONObject)
    case error(JSONValue)
  }

  package let effect: String
  /// The path of the screen that asked for it; empty for the session.
  package let at: String
  /// Its number among the owed effects of that name and screen, from 0, the oldest first.
  package let turn: Int
  package let outcome: Outcome
}

/// The outcome of a move.
package enum MoveOutcome {
  /// It made a change, or let time pass.
  case accepted
  /// Nobody takes it, and nothing has changed.
  case declined
  /// It was taken, and failed; nothing has changed.
  case refused(Failure)
  /// Time passes, but more timers ran than the limit allows.
  case endless

  /// The error that a move's step expects in a scenario; nil for none.
  func error(of step: Step?) -> ErrorKind? {
    switch self {
    case .accepted, .endless: return nil
    case .refused(let failure): return failure.kind
    case .declined: if case .act? = step?.verb { return .notHandled } else { return nil }
    }
  }

  /// Whether the state may have changed.
  package var isTaken: Bool {
    switch self {
    case .accepted, .endless: true
    case .declined, .refused: false
    }
  }
}
