/// The kind of a failure, by its name for programs.
package enum ErrorKind: String, Sendable, CaseIterable {
  case invalidParams
  case unknownFlow, unknownSession, unknownWindow, unknownScreen, unknownSubscription, unknownEffect
  case unknownSeq, nameTaken
  case noScreenAt, staleScreen, gone
  case notHandled, privateAction, notInFlight
  case rejected, invariantBroken
  case dismissRefused
  case slotOccupied, ambiguousSlot, notPresentable, notDismissable, nothingToPop
  case nothingToUndo, nothingToRedo
  case invalidFlow, invalidScenarios, flowDefect
  case expressionFailed, costExceeded
  case limitExceeded
  case storage, conflict
  case noSuchLink
  case moving

  /// The failures of any change, since a rule may do anything that a request may.
  package static let ofChanges: [ErrorKind] = [
    .unknownWindow, .noScreenAt, .staleScreen, .gone, .notHandled, .rejected, .invariantBroken,
    .dismissRefused, .slotOccupied, .ambiguousSlot, .notPresentable, .notDismissable, .nothingToPop,
    .flowDefect, .expressionFailed, .costExceeded, .limitExceeded, .conflict, .noSuchLink, .nameTaken,
  ]

  /// The kind of a failure, for people.
  package var meaning: String {
    switch self {
    case .invalidParams: "a param is missing, unknown, or doesn't fit"
    case .unknownFlow: "no flow of that name is loaded"
    case .unknownSession: "no session of that name is open"
    case .unknownWindow: "the session has no window of that name"
    case .unknownScreen: "the flow declares no screen of that name"
    case .unknownSubscription: "there is no such subscription"
    case .unknownEffect: "the session has requested no such effect"
    case .unknownSeq: "the session's history doesn't reach that change"
    case .nameTaken: "a session of that name is open already"
    case .noScreenAt: "nothing is at that address"
    case .staleScreen: "another screen is at that path"
    case .gone: "the screen was removed"
    case .notHandled: "no screen on the path took the action, nor did the flow's own actions"
    case .privateAction: "only navtree sends the action"
    case .notInFlight: "the effect is no longer in flight, or the host is asked for no such field"
    case .rejected: "a rule of the flow refused the action"
    case .invariantBroken: "an enforced invariant wouldn't hold"
    case .dismissRefused: "a screen to be removed isn't dismissible"
    case .slotOccupied: "something is presented there already"
    case .ambiguousSlot: "several slots take this screen: one must be named"
    case .notPresentable: "no slot there takes this screen"
    case .notDismissable: "the root of a window, a tab or a pane can't be dismissed"
    case .nothingToPop: "no screen is pushed there, or none matches"
    case .nothingToUndo: "the history keeps no change before the present state"
    case .nothingToRedo: "nothing was undone, or something was changed since"
    case .invalidFlow: "the flow has errors"
    case .invalidScenarios: "the scenarios have errors"
    case .flowDefect: "a value that the flow's own rule gave doesn't fit"
    case .expressionFailed: "an expression failed when it ran"
    case .costExceeded: "an expression cost more than it may, or a change or batch did more work"
    case .limitExceeded: "a limit would be exceeded"
    case .storage: "the store can't be written, or its content can't be read"
    case .conflict: "another process has the stored session open, or the seq isn't `ifSeq`"
    case .noSuchLink: "no link of the flow fits the URL"
    case .moving: "transitions are pending, and the flow drops what users do meanwhile"
    }
  }
}
