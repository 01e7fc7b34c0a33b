import NavigationTree
import NavtreeEngine
import NavtreeJSON
import NavtreeServer

/// The consequences of a step, up to the last answer of a stub.
struct StepRecord {
  /// An effect that was asked for.
  struct Asked {
    let effect: EffectInFlight
    let at: String
  }

  /// An error that the session reports beside the answer to a request.
  struct Logged {
    let sentence: String
    let failure: Failure
    /// The stub whose answer failed, if it was one.
    var stub: Stub?
  }

  /// The reason that the verb was refused.
  var error: RPCError?
  var reply: JSONValue?
  /// The seq before the verb.
  let firstSeq: Int
  /// The active screen before the verb.
  let formerlyActive: ScreenID?
  /// The window that the verb was for.
  var window: String?
  /// The documents before the verb, right after it, and after the last stub; those that an expectation needs.
  var documents = Documents()
  var asked: [Asked] = []
  /// The timers before the verb, if an expectation needs them.
  var timers: TimerList?
  /// The invariants that were reported as broken.
  var broken: [String] = []
  var logged: [Logged] = []
  /// The reason that the step can't be done at all.
  var obstacle: Obstacle?

  struct Documents {
    var before: SessionPicture?
    var afterVerb: SessionPicture?
  }

  /// A step that can't be done, whatever is expected of it.
  struct Obstacle: Error {
    let message: String
    var hint: String?
  }

  /// The invariants that were broken, those of refused changes included.
  var brokenInvariants: [String] {
    let refused = [error?.data["invariant"]] + logged.map { $0.failure.data["invariant"] }
    return broken + refused.compactMap { $0?.string }
  }
}
