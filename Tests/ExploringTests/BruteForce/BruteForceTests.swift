import NavtreeTestSupport
import Testing

/// The search by brute force itself, and the flows that it is tried on.
struct BruteForceTests {
  @Test func randomFlowsHaveFewStatesAndManyWays() throws {
    var searches: [BruteForce] = []
    for seed in 1...60 {
      guard let random = RandomFlow(seed: UInt64(seed)) else { continue }
      if let search = try BruteForce(random, limit: RandomFlow.mostStates) { searches.append(search) }
    }
    // Searches of flows that stand still would prove nothing.
    #expect(searches.count > 25)
    #expect(searches.count { $0.count > 10 } > 10)
    #expect(searches.count { $0.steps.values.max() ?? 0 > 3 } > 10)
    #expect(searches.contains { !$0.breaches.isEmpty })
  }
}
