import NavtreeEngine

extension ErrorKind {
  /// The JSON-RPC error code; navtree's own lie outside the range that JSON-RPC reserves.
  package var code: Int {
    switch self {
    case .invalidParams: -32602
    case .unknownFlow, .unknownSession, .unknownWindow, .unknownScreen, .unknownSubscription,
      .unknownEffect, .unknownSeq, .nameTaken:
      1001
    case .noScreenAt, .staleScreen, .gone: 1002
    case .notHandled, .privateAction, .notInFlight: 1003
    case .rejected, .invariantBroken: 1004
    case .dismissRefused: 1005
    case .slotOccupied, .ambiguousSlot, .notPresentable, .notDismissable, .nothingToPop, .nothingToUndo,
      .nothingToRedo:
      1006
    case .invalidFlow, .invalidScenarios, .flowDefect: 1007
    case .expressionFailed, .costExceeded: 1008
    case .limitExceeded: 1009
    case .storage, .conflict: 1010
    case .noSuchLink: 1011
    case .moving: 1012
    }
  }
}
