import NavtreeEngine
import NavtreeExploring
import NavtreeTestSupport
import Testing

/// The moves that searches try, beside all moves with all values.
struct MoveReachTests {
  /// The fewest moves to each event, and the number of states, by the moves of the reader.
  private static func search(_ random: RandomFlow) throws -> (steps: [CoverageEvent: Int], count: Int) {
    let reader = MoveReader(MoveCatalog(random.flow))
    var limits = Limits()
    limits[.queue] = 20
    limits[.history] = 0
    let recorder = CoverageRecorder(random.flow)
    let first = try Session(random.flow, name: "random", limits: limits, coverage: recorder)
    var steps: [CoverageEvent: Int] = [:]
    for event in recorder.counts.keys { steps[event] = 0 }
    var known: Set = [StateText.of(first)]
    var level = [first]
    var depth = 0
    while !level.isEmpty {
      depth += 1
      var next: [Session] = []
      var place = 0
      while place < level.count {
        let state = level[place]
        place += 1
        // A user may wait, which is no move of its own.
        if let due = state.nextTimer, due > state.now + 1 {
          let fork = try state.fork(as: "random")
          _ = try fork.advance(by: 1)
          if known.insert(StateText.of(fork)).inserted { level.append(fork) }
        }
        for move in reader.moves(of: state) {
          let fork = try state.fork(as: "random")
          _ = move.perform(on: fork)
          for event in recorder.counts.keys where steps[event] == nil { steps[event] = depth }
          if known.insert(StateText.of(fork)).inserted { next.append(fork) }
        }
      }
      level = next
    }
    return (steps, known.count)
  }

  @Test func theMovesReachInAsFewStepsWhatBruteForceReaches() throws {
    var count = 0
    for seed in 1...rounds(60, inDebug: 25) {
      guard let random = RandomFlow(seed: UInt64(seed)) else { continue }
      guard let search = try BruteForce(random, limit: RandomFlow.mostStates) else { continue }
      count += 1
      let found = try Self.search(random)
      #expect(found.count <= search.count, "seed \(seed)")
      for (event, steps) in search.steps {
        if case .pair = event { continue }
        #expect(found.steps[event] == steps, "seed \(seed): \(event)\n\(random.text)")
      }
    }
    #expect(count > rounds(25, inDebug: 7))
  }
}
