package import NavtreeEngine
import NavtreeFlow
package import NavtreeJSON

/// One thing that a user, a host or time does to a session, without numbers of screens and effects.
///
/// Moves are those of people who use the app, and of a host if it is asked for: a move never forces a screen away, and
/// never writes state. The same moves from equal states lead to equal states.
package enum Move: Hashable, Sendable {
  /// An action of the flow, by its index, sent to the screen at a path.
  case act(Int, payload: JSONObject, at: String)
  /// The back button of a window.
  case back(window: String)
  /// A navigation from the screen at a path, by users or by the host.
  case navigate(PossibleNavigation, at: String)
  /// The host opens a window with a name, and a screen type as its root.
  case openKind(String, Int, params: JSONObject)
  /// A URL is opened.
  case open(url: String)
  case answer(EffectAnswer)
  /// An answer to an effect that has ended; the session refuses it.
  ///
  /// - Parameter last: the number of effects that were requested after that one.
  case late(last: Int, output: JSONObject)
  /// The clock goes on by some milliseconds.
  case advance(Int)
  /// The process ends, and the session is opened again from its store.
  case kill
  /// A snapshot is saved, and restored at once.
  case restore
  /// A window that the flow opens at the start is opened again.
  case openWindow(String)
  case closeWindow(String)
}

extension Move {
  /// Whether a user or the host makes it of their own accord; else it comes by itself, as answers and time do.
  var isOfUser: Bool {
    switch self {
    case .answer, .advance: false
    case .act, .back, .navigate, .openKind, .open, .late, .kill, .restore, .openWindow, .closeWindow: true
    }
  }
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

  func with(turn: Int? = nil, _ outcome: Outcome) -> EffectAnswer {
    EffectAnswer(effect: effect, at: at, turn: turn ?? self.turn, outcome: outcome)
  }
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

  /// Whether the state may have changed.
  package var isTaken: Bool {
    switch self {
    case .accepted, .endless: true
    case .declined, .refused: false
    }
  }
}
