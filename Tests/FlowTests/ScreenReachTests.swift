import NavtreeFlow
import Testing

@Suite struct ScreenReachTests {
  private static let kinds = ["alone", "in a ring", "each with any", "put in place", "all in one slot"]

  /// So many screens, the first of which is the root.
  private static func nodes(_ kind: String, _ count: Int) -> [ScreenReach.Node] {
    (0..<count).map { type in
      let next = (type + 1) % count
      return switch kind {
      case "in a ring": ScreenReach.Node(placed: [], slots: [ScreenSet([next])])
      case "each with any": ScreenReach.Node(placed: [], slots: [.any, .any])
      case "put in place": ScreenReach.Node(placed: [next], slots: [])
      case "all in one slot" where type == 0: ScreenReach.Node(placed: [], slots: [ScreenSet(0..<count)])
      default: ScreenReach.Node(placed: [], slots: [])
      }
    }
  }

  @Test(arguments: [1000, 4000, 16000], kinds)
  func eachScreenIsVisitedAFewTimes(count: Int, kind: String) {
    let reach = ScreenReach(Self.nodes(kind, count), from: [0])
    #expect(reach.visits <= 4 * count)
    #expect(reach.isReached.count { $0 } == (kind == "alone" ? 1 : count))
    let held = ["alone": 0, "all in one slot": count - 1][kind] ?? count
    #expect(reach.isHeld.count { $0 } == held)
  }

  @Test func aScreenIsHeldByOthersAlone() {
    let itself = ScreenReach.Node(placed: [1], slots: [ScreenSet([1])])
    let any = ScreenReach.Node(placed: [], slots: [.any])
    let none = ScreenReach.Node(placed: [], slots: [])
    #expect(ScreenReach([none, itself, none], from: [0]).isHeld == [false, false, false])
    #expect(ScreenReach([none, any, none], from: [0]).isHeld == [true, false, true])
    #expect(ScreenReach([any, any, none], from: [2]).isHeld == [true, true, true])
    #expect(ScreenReach([any, any, none], from: [2]).isReached == [false, false, true])
  }
}
