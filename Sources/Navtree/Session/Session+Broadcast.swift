import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeText

/// The outcome of a broadcast.
public struct BroadcastReceipt: Sendable {
  /// A screen that took the action.
  public struct Handler: Sendable, Hashable {
    /// The address, before anything happened.
    public let address: String
    /// The screen.
    public let screen: Screen.ID
    /// The value that a rule replied with, if one did.
    public let reply: JSONValue?
  }

  /// The number of the change; of the last one before if there was no such screen.
  public let seq: Int
  /// The screens that took the action, in the order in which they were made.
  public let handledBy: [Handler]
  /// The screens that didn't.
  public let declined: [Decliner]
}

/// A screen that was offered an action and didn't take it.
public struct Decliner: Sendable, Hashable {
  /// The reason that it didn't.
  public enum Reason: String, Sendable, CaseIterable {
    /// None of its rules for the action holds.
    case noRuleHolds
    /// An earlier recipient of the broadcast removed the screen.
    case gone
  }

  /// The address.
  public let address: String
  /// The screen.
  public let screen: Screen.ID
  /// The reason.
  public let reason: Reason

  init(_ decliner: NavtreeEngine.Decliner) {
    address = decliner.at
    screen = Screen.ID(decliner.id.number)
    reason = Reason(rawValue: decliner.reason.rawValue) ?? .noRuleHolds
  }
}

extension Session {
  /// Sends an action to every screen of a type, as one change. It doesn't bubble.
  ///
  /// - Parameters:
  ///   - action: The action's name.
  ///   - payload: The fields of the action.
  ///   - screen: The screen type's name.
  ///   - condition: A condition in the scope of each screen, evaluated before anything happens.
  ///   - window: The window whose screens are meant; by default all windows'.
  /// - Throws: ``NavtreeError``: ``NavtreeError/Kind/notHandled`` if the type doesn't declare the action, and any kind
  ///   that ``send(_:_:to:bubbles:)`` has. If one screen refuses it, it is undone for all.
  /// - Complexity: O(number of screens of the type), and the cost of the condition and of the rules that run.
  @discardableResult
  public func broadcast(
    _ action: String, _ payload: JSONObject = [:], to screen: String, where condition: String? = nil,
    in window: String? = nil
  ) throws(NavtreeError) -> BroadcastReceipt {
    try perform { () throws(Failure) in
      let call = NavigationCall(flow: engine.flow)
      let type = try call.type(named: screen, "/screen")
      try admit(at: [], broadcast: type)
      let request = try QueryRequest(
        screen: screen, condition: condition, select: nil, expression: nil, sensitive: false)
      var reader = QueryReader(try Query(request, in: engine), in: engine)
      let screens = try reader.receivers(
        in: try window.map { (name) throws(Failure) in try engine.window(named: name) })
      guard let index = engine.flow.actionNames.index(of: action) else {
        throw engine.flow.unknownAction(action)
      }
      let outcome = try engine.broadcast(
        try .action(index, payload, on: type, of: engine.flow), to: screens, type: type, cost: reader.cost)
      return BroadcastReceipt(
        seq: engine.answerSeq,
        handledBy: outcome.takers.map {
          BroadcastReceipt.Handler(address: $0.at, screen: Screen.ID($0.id.number), reply: $0.reply)
        }, declined: outcome.decliners.map(Decliner.init))
    }
  }
}
