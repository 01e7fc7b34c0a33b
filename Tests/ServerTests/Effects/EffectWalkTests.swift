import NavtreeTestSupport
import Testing

/// Random actions, answers, time and navigation: an answer reaches only the screen that has asked for it.
@Suite
struct EffectWalkTests {
  /// 4 seeds, 25,000 steps each: 100,000 in all. A tenth of them in debug.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func noAnswerReachesAScreenThatDidNotAsk(seed: UInt64) throws {
    let walk = try EffectWalk(seed: seed)
    for step in 0..<rounds(25_000, inDebug: 2_500) {
      do {
        try walk.step()
      } catch {
        Issue.record("seed \(seed), step \(step): \(error)")
        return
      }
    }
    // A walk that never gets anywhere would prove nothing.
    for name in [
      "requested", "again", "answered", "failed", "refused", "ticked", "gone", "notInFlight", "invalidParams",
      "unknownEffect", "dismissed", "replaced", "reset", "windowClosed", "superseded", "cancelled",
      "timedOut",
    ] {
      #expect(
        walk.counts[name, default: 0] > rounds(20, inDebug: 1),
        "seed \(seed): \(name) \(walk.counts[name, default: 0]) times")
    }
  }

  @Test func theSameSeedGivesTheSameBytes() throws {
    var hashes: [UInt64] = []
    for seed in [9, 9, 10] as [UInt64] {
      let walk = try EffectWalk(seed: seed)
      for _ in 0..<2_000 { try walk.step() }
      hashes.append(walk.hash)
    }
    #expect(hashes[0] == hashes[1])
    #expect(hashes[0] != hashes[2])
  }
}
