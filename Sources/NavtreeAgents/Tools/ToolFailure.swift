import NavtreeEngine
import NavtreeJSON
import NavtreeServer

/// The reason why a tool has done nothing: the protocol's error, and what to do instead.
struct ToolFailure: Error {
  let error: RPCError
  /// The number of the step that failed, from 0.
  var step: Int?
  /// What to do instead, if that isn't what is usual for the error.
  private let remedy: String?

  init(_ error: RPCError, step: Int? = nil, remedy: String? = nil) {
    self.error = error
    self.step = step
    self.remedy = remedy
  }

  /// Arguments that don't fit the tool.
  static func invalid(_ sentence: String, at name: String, hint: String? = nil) -> ToolFailure {
    ToolFailure(.invalidParams(sentence, at: [name], hint: hint))
  }

  /// The content of the result: `{error: {kind, message, hint?, …}, step?, instead}`.
  var members: JSONObject {
    var data = error.data
    data["retry"] = error.mayBeRetried ? true : nil
    var members: JSONObject = ["error": .object(data)]
    if let step { members["step"] = .integer(step) }
    members["instead"] = .string(
      remedy ?? ErrorKind(rawValue: error.kind)?.remedy ?? "see what hint and message say")
    return members
  }
}

extension ErrorKind {
  /// What an agent does instead, in terms of the tools.
  fileprivate var remedy: String {
    switch self {
    case .invalidParams: "mend the argument that pointer names; see lists actions with their payload"
    case .unknownFlow: "open with the path of a flow, or its YAML"
    case .unknownSession: "open a session, or name one that is open"
    case .unknownWindow, .ambiguousSlot: "see, and name one of those it shows"
    case .unknownScreen: "check the name in the resource navtree://FLOW/graph"
    case .unknownSubscription, .unknownEffect, .notInFlight: "see: effects has those that wait for an answer"
    case .unknownSeq: "see without since"
    case .nameTaken: "give another name as session, or go on with that one"
    case .noScreenAt, .staleScreen, .gone: "see, for the present addresses"
    case .notHandled, .rejected:
      "why with the same action tells which condition fails; see lists what can be done"
    case .privateAction: "cause what sends it: only the flow does"
    case .invariantBroken: "another way: path_to finds one to a screen or a condition"
    case .dismissRefused: "finish what the screen asks for, or give the step's params force: true"
    case .slotOccupied, .notPresentable, .notDismissable, .nothingToPop:
      "see: navigation has the moves that are possible"
    case .nothingToUndo, .nothingToRedo: "go on from the present state"
    case .invalidFlow: "mend the flow at the places in diagnostics, and check it"
    case .invalidScenarios: "mend the scenarios at the places in diagnostics, and test them"
    case .flowDefect, .expressionFailed: "mend the flow's expression at file, line and column"
    case .costExceeded, .limitExceeded: "do less at once, or restart with a higher limit"
    case .storage: "ask who runs navtree: its store fails"
    case .moving: "the same again once the host has shown its transitions"
    case .conflict: "see with since: somebody else has changed the session"
    case .noSuchLink: "see: links has the patterns of the URLs"
    }
  }
}
