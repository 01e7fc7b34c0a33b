import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavigationTree
import OrderedCollections
import NavtreeEngine
import NavtreeTestSupport
import Testing

/// Followers of all sorts beside random operations, some of which travel through the history.
@Suite struct FollowingTests {
  private static let steps = rounds(6_250, inDebug: 600)
  private static let followers = 8

  /// 16 walks of 6,250 operations: 100,000 in all.
  @Test(arguments: [false, true], [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func whoeverAppliesAllThatWasToldHasThePresentValue(isReaderOftenBehind: Bool, seed: UInt64) throws {
    let flow = try RandomOperation.load()
    let notices = Notices()
    let session = try Session(flow, name: "random", limits: RandomOperation.limits, notices: notices)
    var random = SeededGenerator(seed: seed)
    var snapshot = Snapshot(of: session)
    var followers: [Int: Follower] = [:]
    var held: Set<Int> = []
    var last = 0
    var (told, merged, ended) = (0, 0, 0)
    for step in 0..<Self.steps {
      if followers.count < Self.followers {
        last += 1
        followers[last] = Follower.random(last, of: session, snapshot, using: &random)
      }
      if isReaderOftenBehind, Int.random(in: 0..<10, using: &random) == 0 { notices.isReaderBehind = true }
      let operation: String
      if Int.random(in: 0..<20, using: &random) == 0 {
        operation = Self.travel(in: session, using: &random)
      } else {
        let other = RandomOperation(in: flow, snapshot, using: &random)
        operation = other.description
        _ = try? other.run(in: session)
      }
      snapshot = Snapshot(of: session)
      var changed: Set<Int> = []
      let caused = notices.all
      notices.removeAll()
      for notice in caused {
        switch notice {
        case .stateChanged(let change):
          let number = change.subscription
          try #require(changed.insert(number).inserted, "seed \(seed), step \(step): told twice")
          try take(change, number, &followers, "seed \(seed), step \(step), \(operation)")
          told += 1
        case .changeHeld(let number): held.insert(number)
        case .subscriptionEnded(let number, _):
          followers[number] = nil
          held.remove(number)
          ended += 1
        default: break
        }
      }
      if notices.isReaderBehind, Int.random(in: 0..<20, using: &random) == 0 {
        for number in held.sorted() {
          for case .stateChanged(let change) in session.takeHeld(number) {
            try take(change, number, &followers, "seed \(seed), step \(step), \(operation), held")
            merged += 1
          }
        }
        held = []
        notices.forgetHeld()
        notices.isReaderBehind = false
      }
      let isEachCompared = step.isMultiple(of: 50)
      if isEachCompared {
        try #require(session.windows.flatMap { $0.faults() } == [], "seed \(seed), step \(step)")
      }
      for (number, follower) in followers where !held.contains(number) {
        if isEachCompared || changed.contains(number) && Int.random(in: 0..<4, using: &random) == 0 {
          let present = try follower.present(in: session)
          try #require(
            follower.value == present,
            "seed \(seed), step \(step), \(operation): \(follower.wish) as \(follower.form)")
        }
      }
      if Int.random(in: 0..<40, using: &random) == 0, let number = followers.keys.sorted().first {
        session.unsubscribe(number)
        followers[number] = nil
        held.remove(number)
      }
    }
    // A walk without notifications would prove nothing.
    #expect(
      told + merged > rounds(300, inDebug: 25) && ended > rounds(5, inDebug: 0),
      "\(told) told, \(merged) of them as one, \(ended) ended")
    #expect(merged > rounds(30, inDebug: 2) || !isReaderOftenBehind, "\(merged) told as one")
  }

  /// Travels through the history.
  private static func travel(in session: Session, using random: inout SeededGenerator) -> String {
    let count = Int.random(in: 1...4, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0...1:
      _ = try? session.undo(count)
      return "undo \(count)"
    case 2:
      _ = try? session.redo(count)
      return "redo \(count)"
    default:
      let seq = max(session.seq - Int.random(in: 0...20, using: &random), 0)
      _ = try? session.goTo(seq: seq)
      return "go to \(seq)"
    }
  }

  private func take(
    _ change: StateChange, _ number: Int, _ followers: inout [Int: Follower], _ place: String
  ) throws {
    let what = "\(place): \(followers[number].map { "\($0.wish) as \($0.form), \($0.value)" } ?? "nobody")"
    do {
      try followers[number]?.take(change)
    } catch {
      Issue.record("\(what): \(error): \(String(decoding: change.text, as: UTF8.self))")
      throw error
    }
  }
}
