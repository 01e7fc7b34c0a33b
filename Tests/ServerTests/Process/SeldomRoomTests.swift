import NavtreePersistence
import NavtreeTestSupport
import Testing

/// A server whose disk is full at any moment, and has room again.
@Suite(.enabled(if: ChildProcess.canLimitFiles, "needs prlimit(2)"))
struct SeldomRoomTests {
  @Test(arguments: [(seed: 1 as UInt64, bigEvery: 0), (seed: 2, bigEvery: 2), (seed: 3, bigEvery: 0)])
  func eachRequestIsDoneOrFindsNoRoom(seed: UInt64, bigEvery: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/store.db"
    var load = StoreLoad(seed: seed, bigEvery: bigEvery)
    let model = try StoreModel(of: path)
    var refused = 0
    for round in 0..<100 where round < 6 || refused == 0 {
      let run = try LoadRun(StoreLoad.command(path), model.beginning)
      run.run(for: LoadRun.patience, window: 0, until: { run.hasBegun })
      #expect(model.faults(inBeginning: run.answersToBeginning) == [], "seed \(seed), round \(round)")
      /// The lines in progress while the disk was full.
      var unlucky: [Range<Int>] = []
      for _ in 0..<12 {
        let window = [1, 4, 16, 64][load.below(4)]
        run.run(for: load.below(8_000), window: window) { load.line() }
        let first = run.answersToLines.count
        // No space at all, or enough for a while.
        let size = Files.size(of: path + "-wal") ?? 0
        run.child.limitFiles(to: load.below(2) == 0 ? 1 : size + load.below(60_000))
        run.run(for: load.below(8_000), window: window) { load.line() }
        run.child.limitFiles(to: nil)
        unlucky.append(first..<run.lines.count)
      }
      if load.below(2) == 0 { run.finish() }
      let complaint = try run.kill()
      #expect(complaint == "", "seed \(seed), round \(round)")
      for (index, answer) in run.answersToLines.enumerated() where StoreModel.hasFoundNoRoom(answer) {
        refused += 1
        #expect(
          unlucky.contains { $0.contains(index) },
          "seed \(seed), round \(round), line \(index): \(answer.prefix(300))")
      }
      let answered = run.answersToLines.count
      let differences = try model.follow(run.lines, run.answersToLines)
      try #require(differences == [], "seed \(seed), round \(round)")
      let faults = try model.faults(inStoreAfterSomeOf: run.lines.dropFirst(answered))
      try #require(faults == [], "seed \(seed), round \(round)")
    }
    // Otherwise nothing was tested.
    #expect(refused > 0)
  }
}
