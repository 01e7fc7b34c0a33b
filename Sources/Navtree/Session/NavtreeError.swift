package import NavtreeEngine

/// The reason that a session refused a call: a kind for programs, a sentence for people, and data for both.
///
/// Such a call has changed nothing.
public struct NavtreeError: Error, Sendable {
  /// The kind.
  public let kind: Kind
  /// One sentence, without a full stop.
  public let message: String
  /// The details, such as `at`, `pointer` and `hint`, as the protocol's `error.data` has them.
  public let data: JSONObject

  /// An error of a host's own, such as a double of a session throws.
  public init(_ kind: Kind, _ message: String, data: JSONObject = [:]) {
    self.kind = kind
    self.message = message
    self.data = data
  }

  /// A remedy, if there is one.
  public var hint: String? { data["hint"]?.string }
}

extension NavtreeError: CustomStringConvertible {
  /// The message, the hint, and the kind in brackets.
  public var description: String {
    "\(message)\(hint.map { " (\($0))" } ?? "") [\(kind.rawValue)]"
  }
}

extension NavtreeError {
  /// The kind of an error. Its raw value is the protocol's name for it.
  public enum Kind: String, Sendable, CaseIterable {
    /// An argument doesn't fit.
    case invalidParams
    /// No window has that name.
    case unknownWindow
    /// No screen type has that name.
    case unknownScreen
    /// Transitions are pending, and the flow doesn't let users do it meanwhile.
    case moving
    /// The session has requested no such effect.
    case unknownEffect
    /// The history doesn't reach that change.
    case unknownSeq
    /// A window or session of that name is there already.
    case nameTaken
    /// Nothing is at that address.
    case noScreenAt
    /// Another screen is at that path.
    case staleScreen
    /// The screen was removed.
    case gone
    /// No screen on the path took the action, nor did the flow's own actions.
    case notHandled
    /// Only navtree sends the action.
    case privateAction
    /// The effect is no longer in flight.
    case notInFlight
    /// A rule of the flow refused the action.
    case rejected
    /// An enforced invariant wouldn't hold.
    case invariantBroken
    /// A screen to be removed isn't dismissible.
    case dismissRefused
    /// Something is presented there already.
    case slotOccupied
    /// Several slots take this screen: one must be named.
    case ambiguousSlot
    /// No slot there takes this screen.
    case notPresentable
    /// The root of a window, a tab or a pane can't be dismissed.
    case notDismissable
    /// No screen is pushed there, or none matches.
    case nothingToPop
    /// The history keeps no change before the present state.
    case nothingToUndo
    /// Nothing was undone, or something was changed since.
    case nothingToRedo
    /// A value that the flow's own rule gave doesn't fit.
    case flowDefect
    /// An expression failed when it ran.
    case expressionFailed
    /// An expression cost more than it may, or a change did more work.
    case costExceeded
    /// One of the ``Limits`` would be exceeded.
    case limitExceeded
    /// The store can't be written, or its content can't be read.
    case storage
    /// Another process has the stored session open, or another change is the last one than the caller takes for it.
    case conflict
    /// No link of the flow fits the URL.
    case noSuchLink
    /// The session was closed.
    case closed
  }
}

extension NavtreeError {
  package init(_ failure: Failure) {
    // A session has no flows, sessions or scenarios of other names.
    kind = Kind(rawValue: failure.kind.rawValue) ?? .invalidParams
    message = failure.message
    var data = failure.data
    if let advice = failure.advice, data["hint"] == nil { data["hint"] = .string(advice.sentence) }
    self.data = data
  }

  static var closed: NavtreeError { NavtreeError(.closed, "the session was closed") }
}

extension Advice {
  /// The remedy in the words of this library.
  fileprivate var sentence: String {
    switch self {
    case .raise(let limit): "a session takes 'limits': raise \(limit.rawValue)"
    case .keepHistory: "the history is off: raise history of the session's limits"
    case .useVirtualClock: "open the session with a virtual clock"
    case .closeSession: "close the session instead"
    case .force: "force: true overrides"
    case .nameWindow(let names):
      "name the screen or the window; the windows are \(names.joined(separator: ", "))"
    }
  }
}
