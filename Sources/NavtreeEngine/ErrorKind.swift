/// What went wrong, by its name for programs.
package enum ErrorKind: String, Sendable, CaseIterable {
  case invalidParams
  case unknownFlow, unknownSession, unknownWindow, unknownScreen, unknownSubscription, unknownEffect
  case unknownSeq, nameTaken
  case noScreenAt, staleScreen, gone
  case notHandled, notInFlight
  case rejected, invariantBroken
  case dismissRefused
  case slotOccupied, ambiguousSlot, notPresentable, notDismissable, nothingToPop
  case nothingToUndo, nothingToRedo
  case invalidFlow, flowDefect
  case expressionFailed, costExceeded
  case limitExceeded
  case storage, conflict
  case noSuchLink

  /// How any change may fail, since a rule may do what a request may.
  package static let ofChanges: [ErrorKind] = [
    .unknownWindow, .noScreenAt, .staleScreen, .gone, .notHandled, .rejected, .invariantBroken,
    .dismissRefused, .slotOccupied, .ambiguousSlot, .notPresentable, .notDismissable, .nothingToPop,
    .flowDefect, .expressionFailed, .costExceeded, .limitExceeded, .noSuchLink,
  ]

  /// What went wrong, for people.
  package var meaning: String {
    switch self {
    case .invalidParams: "a param is missing, unknown, or doesn't fit what it is for"
    case .unknownFlow: "no flow of that name is loaded"
    case .unknownSession: "no session of that name is open"
    case .unknownWindow: "the session has no window of that name"
    case .unknownScreen: "the flow declares no screen of that name"
    case .unknownSubscription: "there is no such subscription"
    case .unknownEffect: "the session never asked for such an effect"
    case .unknownSeq: "the session's history doesn't reach that change"
    case .nameTaken: "a session of that name is open already"
    case .noScreenAt: "nothing is at that address"
    case .staleScreen: "another screen than the one meant is at that path"
    case .gone: "the screen was removed"
    case .notHandled: "no screen on the way up took the action, and the flow's own actions didn't either"
    case .notInFlight: "the effect isn't waited for any more"
    case .rejected: "a rule of the flow refused the action"
    case .invariantBroken: "an enforced invariant wouldn't hold"
    case .dismissRefused: "a screen that would go isn't dismissible"
    case .slotOccupied: "something is presented there already"
    case .ambiguousSlot: "several slots take this screen: one must be named"
    case .notPresentable: "no slot there takes this screen"
    case .notDismissable: "the root of a window, a tab or a pane can't be dismissed"
    case .nothingToPop: "nothing is pushed there, or nothing such is there to go back to"
    case .nothingToUndo: "the history keeps no change before the present state"
    case .nothingToRedo: "nothing was undone, or something was changed since"
    case .invalidFlow: "the flow has errors"
    case .flowDefect: "a value that the flow's own rule gave doesn't fit"
    case .expressionFailed: "an expression failed when it ran"
    case .costExceeded: "an expression cost more than it may"
    case .limitExceeded: "a limit would be exceeded"
    case .storage: "what must last couldn't be written, or what is stored can't be read"
    case .conflict: "what is stored was changed by somebody else"
    case .noSuchLink: "no link of the flow fits the URL"
    }
  }
}
