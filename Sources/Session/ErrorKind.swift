/// What went wrong, as `error.data.kind` says it; each has its code.
package enum ErrorKind: String, Sendable, CaseIterable {
  case invalidParams
  case unknownFlow, unknownSession, unknownWindow, unknownScreen, unknownSubscription, unknownEffect
  case unknownSeq, nameTaken
  case noScreenAt, staleScreen, gone
  case notHandled, notInFlight
  case rejected, invariantBroken
  case dismissRefused
  case slotOccupied, ambiguousSlot, notPresentable, notDismissable, nothingToPop
  case invalidFlow, flowDefect
  case expressionFailed, costExceeded
  case limitExceeded
  case storage, conflict
  case noSuchLink

  /// The JSON-RPC error code; navtree's own lie outside the range that JSON-RPC reserves.
  package var code: Int {
    switch self {
    case .invalidParams: -32602
    case .unknownFlow, .unknownSession, .unknownWindow, .unknownScreen, .unknownSubscription,
      .unknownEffect, .unknownSeq, .nameTaken:
      1001
    case .noScreenAt, .staleScreen, .gone: 1002
    case .notHandled, .notInFlight: 1003
    case .rejected, .invariantBroken: 1004
    case .dismissRefused: 1005
    case .slotOccupied, .ambiguousSlot, .notPresentable, .notDismissable, .nothingToPop: 1006
    case .invalidFlow, .flowDefect: 1007
    case .expressionFailed, .costExceeded: 1008
    case .limitExceeded: 1009
    case .storage, .conflict: 1010
    case .noSuchLink: 1011
    }
  }
}
