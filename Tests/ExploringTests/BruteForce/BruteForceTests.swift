import NavtreeTestSupport
import Testing

/// The search by brute force itself, and the flows that it is tried on.
struct BruteForceTests {
  @Test func randomFlowsHaveFewStatesAndManyWays() throws {
    var searches: [BruteForce] = []
    for seed in 1...rounds(60, inDebug: 25) {
      guard let random = RandomFlow(seed: UInt64(seed)) else { continue }
      if let search = try BruteForce(random, limit: RandomFlow.mostStates) { searches.append(search) }
    }
    // Searches of flows that stand still would prove nothing.
    #expect(searches.count > rounds(25, inDebug: 9))
    #expect(searches.count { $0.count > 10 } > rounds(10, inDebug: 2))
    #expect(searches.count { $0.steps.values.max() ?? 0 > 3 } > rounds(10, inDebug: 2))
    #expect(searches.contains { !$0.breaches.isEmpty })
  }
}
