import NavtreePersistence
import NavtreeTestSupport
import Testing
import NavtreeSystem

/// A server that is killed at any moment: while it starts, restores, handles requests, commits, or replaces
/// changes by a snapshot. NAVTREE_KILLS is the number of kills.
@Suite
struct KilledServerTests {
  private static let kills =
    rounds(200, inDebug: 60, unless: "NAVTREE_KILLS")

  /// One of the runs that share the kills.
  struct Course {
    let seed: UInt64
    /// Its share of a hundred kills.
    let share: Int
    /// One value in this many is big, of one of the sessions; 0 for none.
    var bigEvery = 0
  }

  @Test(arguments: [
    Course(seed: 1, share: 45), Course(seed: 2, share: 45), Course(seed: 3, share: 10, bigEvery: 2),
  ])
  func whatWasAnsweredIsThereAfterAKillAtAnyMoment(course: Course) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/store.db"
    var load = StoreLoad(seed: course.seed, bigEvery: course.bigEvery)
    let model = try StoreModel(of: path)
    /// The time that a server takes to open all sessions, in microseconds.
    var start = 40_000
    for kill in 0..<max(Self.kills * course.share / 100, 1) {
      let run = try LoadRun(StoreLoad.command(path), model.beginning)
      let window = [1, 4, 16, 64, 256][load.below(5)]
      // One in five is killed before its task begins.
      if load.below(5) == 0 {
        run.run(for: load.below(start), window: window) { load.line() }
      } else {
        run.run(for: LoadRun.patience, window: window) {
          load.line()
        } until: {
          run.hasBegun
        }
        start = (3 * start + run.age) / 4
        run.run(for: load.below(25_000), window: window) { load.line() }
      }
      let complaint = try run.kill()
      let answered = run.answersToLines.count
      let place = "seed \(course.seed), kill \(kill), \(answered) of \(run.lines.count) answered"
      #expect(complaint == "", "\(place)")
      #expect(model.faults(inBeginning: run.answersToBeginning) == [], "\(place)")
      let differences = try model.follow(run.lines, run.answersToLines)
      try #require(differences == [], "\(place)")
      // Before the tables are made there is nothing.
      guard run.hasBegun || Files.mode(of: path) != nil,
        (try? SessionStore(reading: path)) != nil || run.hasBegun
      else { continue }
      let faults = try model.faults(inStoreAfterSomeOf: run.lines.dropFirst(answered))
      try #require(faults == [], "\(place)")
      // Otherwise the changes grow until a snapshot replaces them.
      if course.bigEvery == 0, kill % 8 == 7 { try SessionStore(path: path, durability: .off).vacuum() }
    }
  }
}
