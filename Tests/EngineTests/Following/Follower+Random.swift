import NavtreeJSON
import NavigationTree
import NavtreeEngine
import NavtreeTestSupport

extension Follower {
  /// A random follower of a session of `RandomOperation.flow`; nil if the subscription is impossible.
  static func random(
    _ number: Int, of session: Session, _ snapshot: Snapshot, using random: inout SeededGenerator
  ) -> Follower? {
    let form: SubscriptionRequest.Form = Bool.random(using: &random) ? .patch : .value
    if Int.random(in: 0..<6, using: &random) == 0 {
      guard let request = query(using: &random) else { return nil }
      let forms = SubscriptionRequest.Form.allCases
      return try? Follower(
        number, .query(request), forms.randomElement(using: &random) ?? .patch, of: session)
    }
    let view = StateView(
      levels: [1, 1, 2, 3, 64].randomElement(using: &random) ?? 1, computed: .random(using: &random),
      sensitive: Int.random(in: 0..<3, using: &random) == 0)
    if Int.random(in: 0..<4, using: &random) == 0 {
      return try? Follower(
        number, .state(anchor(snapshot, using: &random), ["state", "rows"], view), .list, of: session)
    }
    let pointers: [JSONPointer] = [
      [], [], [], [], ["state"], ["params"], ["params", "number"], ["state", "rows"], ["state", "rows", "0"],
      ["state", "rows", "1", "n"], ["state", "memo"], ["state", "memo", "a"], ["state", "secret"], ["slots"],
      ["slots", "next"], ["slots", "over", "state", "count"], ["slots", "next", "state", "rows"],
      ["computed"],
      ["computed", "both"], ["id"], ["screen"], ["selected"], ["focus"],
    ]
    return try? Follower(
      number,
      .state(anchor(snapshot, using: &random), pointers.randomElement(using: &random) ?? [], view), form,
      of: session)
  }

  private static func anchor(_ snapshot: Snapshot, using random: inout SeededGenerator)
    -> SubscriptionRequest.Anchor
  {
    if Bool.random(using: &random) {
      return .screen(snapshot.ids.randomElement(using: &random) ?? ScreenID(1))
    }
    let paths: [(String, [String])] = [
      ("main", []), ("main", ["left"]), ("main", ["left", "one"]), ("main", ["left", "one", "next"]),
      ("main", ["left", "two"]), ("main", ["over"]), ("main", ["next"]), ("side", []), ("side", ["next"]),
      ("side", ["next", "next"]), ("side", ["over"]), ("side", ["cover", "left"]), ("third", []),
      ("fourth", ["next"]),
    ]
    let (window, slots) = paths.randomElement(using: &random) ?? ("main", [])
    return .place(window: window, slots: slots)
  }

  private static func query(using random: inout SeededGenerator) -> QueryRequest? {
    let conditions = [nil, "state.count > 1", "size(state.rows) > 0", "shared.written > 1", "parent != null"]
    let selected = [nil, "state.count", "state.rows", "computed.both", "state.secret", "params.number"]
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      return try? QueryRequest(
        screen: nil, condition: nil, select: nil, expression: "screens.map(s, s.depth)", sensitive: false)
    default:
      return try? QueryRequest(
        screen: "page", condition: conditions.randomElement(using: &random) ?? nil,
        select: selected.randomElement(using: &random) ?? nil, expression: nil,
        sensitive: .random(using: &random))
    }
  }
}
