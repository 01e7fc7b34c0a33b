import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections
import NavtreeEngine
import NavtreeTestSupport
import Testing

/// Journeys through the history of random operations.
@Suite struct RandomHistoryTests {
  /// A session after random operations, with its states on the way.
  private struct Walk {
    let session: Session
    let flow: FlowDefinition
    var random: SeededGenerator
    /// The state after each change.
    private(set) var states: [Int: Snapshot] = [:]
    private(set) var operations: [RandomOperation] = []
    /// The state after each operation, failed ones included.
    private(set) var outcomes: [Snapshot] = []

    init(seed: UInt64, history: Int = 1_000_000) throws {
      flow = try RandomOperation.load()
      var limits = RandomOperation.limits
      limits[.history] = history
      limits[.historyBytes] = 1 << 40
      session = try Session(flow, name: "random", limits: limits)
      random = SeededGenerator(seed: seed)
      states[0] = Snapshot(of: session)
    }

    mutating func go(_ steps: Int) {
      for _ in 0..<steps {
        let operation = RandomOperation(in: flow, Snapshot(of: session), using: &random)
        _ = try? operation.run(in: session)
        let state = Snapshot(of: session)
        operations.append(operation)
        outcomes.append(state)
        states[session.seq] = state
      }
    }

    /// The seqs of the reachable states, and the place of the present one among them.
    var kept: (seqs: [Int], present: Int) {
      let list = session.historyEntries
      return (list.map(\.seq), (list.firstIndex { $0.isUndone } ?? list.count) - 1)
    }

    /// The faults of the session if it should be as it was after a change.
    func faults(expecting seq: Int) -> [String] {
      var faults = session.windows.flatMap { $0.faults() }
      if Snapshot(of: session).after(0) != states[seq]?.after(0) { faults.append("not as after \(seq)") }
      return faults
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func undoingEverythingGivesTheFirstStateAndRedoingItTheLast(seed: UInt64) throws {
    var walk = try Walk(seed: seed)
    let first = SessionDocument(of: walk.session, sensitive: true).json.description
    walk.go(rounds(4_000, inDebug: 1_000))
    let last = SessionDocument(of: walk.session, sensitive: true).json.description
    let seq = walk.session.seq
    #expect(seq > rounds(1_500, inDebug: 350))
    #expect(try walk.session.undo(.max) == 0)
    #expect(walk.faults(expecting: 0) == [])
    #expect(SessionDocument(of: walk.session, sensitive: true).json.description == first)
    #expect(walk.session.seq == seq + 1)
    #expect(try walk.session.redo(.max) == seq)
    #expect(walk.faults(expecting: seq) == [])
    #expect(SessionDocument(of: walk.session, sensitive: true).json.description == last)
    for _ in 0..<rounds(300, inDebug: 100) {
      let target = Int.random(in: 0...seq, using: &walk.random)
      // A refusal's `dismissRequested` counts as a change within another operation.
      guard walk.states[target] != nil else { continue }
      #expect(try walk.session.goTo(seq: target) == target)
      #expect(walk.faults(expecting: target) == [], "seed \(seed), seq \(target)")
    }
  }

  @Test(arguments: [3, 4] as [UInt64])
  func aBoundedHistoryIsRightAsFarAsItReaches(seed: UInt64) throws {
    var walk = try Walk(seed: seed, history: 10)
    for _ in 0..<rounds(1_000, inDebug: 300) {
      walk.go(Int.random(in: 0...4, using: &walk.random))
      let (seqs, present) = walk.kept
      #expect(seqs.count <= 11)
      let target = Int.random(in: seqs.indices, using: &walk.random)
      guard walk.states[seqs[target]] != nil else { continue }
      if target < present {
        #expect(try walk.session.undo(present - target) == seqs[target])
      } else if target > present {
        #expect(try walk.session.redo(target - present) == seqs[target])
      } else {
        #expect(try walk.session.goTo(seq: seqs[target]) == seqs[target])
      }
      #expect(walk.faults(expecting: seqs[target]) == [], "seed \(seed), seq \(seqs[target])")
    }
  }

  @Test(arguments: [5, 6] as [UInt64])
  func aForkGoesOnAsTheOriginalDid(seed: UInt64) throws {
    var walk = try Walk(seed: seed)
    walk.go(rounds(800, inDebug: 400))
    let present = Snapshot(of: walk.session)
    for _ in 0..<rounds(100, inDebug: 30) {
      let start = Int.random(in: 0..<walk.operations.count, using: &walk.random)
      let before = walk.outcomes[start]
      let fork = try walk.session.fork(as: "fork", at: before.seq)
      #expect(Snapshot(of: fork) == before)
      for index in walk.operations.indices[(start + 1)...].prefix(20) {
        _ = try? walk.operations[index].run(in: fork)
        #expect(Snapshot(of: fork) == walk.outcomes[index], "seed \(seed), operation \(index)")
      }
      #expect(fork.windows.flatMap { $0.faults() } == [])
      // The patch between the two is empty only if nothing is different.
      let difference = SessionDocument(of: walk.session, sensitive: true)
        .patch(to: SessionDocument(of: fork, sensitive: true))
      let patched = try SessionDocument(of: walk.session, sensitive: true).json.applying(difference)
      #expect(patched == SessionDocument(of: fork, sensitive: true).json)
    }
    #expect(Snapshot(of: walk.session) == present)
    #expect(walk.session.windows.flatMap { $0.faults() } == [])
  }
}
