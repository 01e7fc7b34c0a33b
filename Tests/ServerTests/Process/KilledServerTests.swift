import JSON
import OrderedCollections
import Persistence
import Session
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A server that is killed at any moment: while it starts, restores, handles what is asked, commits, or puts a snapshot
/// in place of the changes. NAVTREE_KILLS says how often.
@Suite
struct KilledServerTests {
  private static let kills = getenv("NAVTREE_KILLS").flatMap { Int(String(cString: $0)) } ?? 200

  /// How one of the runs goes, which share the kills.
  struct Course {
    let seed: UInt64
    /// How many of a hundred kills are its.
    let share: Int
    /// One value in so many is big, of one of the sessions; 0: none is.
    var bigEvery = 0
  }

  @Test(arguments: [
    Course(seed: 1, share: 45), Course(seed: 2, share: 45), Course(seed: 3, share: 10, bigEvery: 2),
  ])
  func whatWasAnsweredIsThereAfterAKillAtAnyMoment(course: Course) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/store.db"
    var load = StoreLoad(seed: course.seed, bigEvery: course.bigEvery)
    let model = try StoreModel()
    /// How long a server takes until it has opened all sessions, in microseconds.
    var start = 40_000
    for kill in 0..<max(Self.kills * course.share / 100, 1) {
      let beginning = Self.beginning(model)
      // One of five is killed before it does what it is for.
      let isBeginning = load.below(5) == 0
      let delay = load.below(isBeginning ? start : 25_000)
      let window = [1, 4, 16, 64, 256][load.below(5)]
      let run = try KilledRun(
        ["serve", "--clock", "virtual", "--store", "sqlite:" + path], beginning, window: window, after: delay,
        isBeginning: isBeginning
      ) { load.line() }
      if let beginning = run.beginning { start = (3 * start + beginning) / 4 }
      let place =
        "seed \(course.seed), kill \(kill), \(run.answers.count) answers, after \(delay) µs\(isBeginning ? " of its start" : "")"
      #expect(run.errorText == "", "\(place)")
      checkBeginning(run.answers, model, place)
      try catchUp(model, with: path, run.lines, answered: run.answers.count - beginning.count, place)
      // Else the changes grow until a snapshot takes their place.
      if course.bigEvery == 0, kill % 8 == 7 { try SessionStore(path: path, durability: .off).vacuum() }
    }
  }

  /// What opens all sessions that were open.
  private static func beginning(_ model: StoreModel) -> [String] {
    func line(_ method: String, _ params: JSONValue) -> String {
      #"{"jsonrpc":"2.0","id":0,"method":"\#(method)","params":\#(params)}"#
    }
    let names = model.openSessions.keys.sorted()
    return [line("flow.load", ["yaml": .string(StoreLoad.flow)])]
      + names.map { line("session.open", ["flow": "load", "session": .string($0)]) }
      + names.map { line("snapshot.save", ["session": .string($0)]) }
  }

  /// What was restored is what the model has, byte for byte.
  private func checkBeginning(_ answers: [String], _ model: StoreModel, _ place: String) {
    let sessions = model.openSessions
    let names = sessions.keys.sorted()
    for answer in answers.dropFirst().prefix(names.count) {
      let isRestored = answer.hasSuffix(#""restored":true}}"#)
      #expect(isRestored, "\(place): \(answer.prefix(300))")
    }
    for (name, answer) in zip(names, answers.dropFirst(1 + names.count)) {
      let difference = Self.difference(StoreModel.result(answer), sessions[name]?.text)
      #expect(difference == nil, "\(place), \(name)")
    }
  }

  /// Lets the model handle the lines that are stored: all that were answered, and some that weren't.
  private func catchUp(
    _ model: StoreModel, with path: String, _ lines: [String], answered: Int, _ place: String
  ) throws {
    guard Files.mode(of: path) != nil else { return }
    guard let store = try? SessionStore(reading: path) else {
      // It was killed before it had made its tables.
      #expect(answered <= 0, "\(place)")
      return
    }
    let (sound, findings) = store.verify()
    #expect(findings.map(\.message) == [], "\(place)")
    let seqs = Dictionary(uniqueKeysWithValues: sound.map { ($0.name, $0.seq) })
    let stored = Dictionary(
      uniqueKeysWithValues: try sound.map { ($0.name, StoreModel.inOrder(try store.read($0))) })
    for line in lines.prefix(max(answered, 0)) { try model.play(line) }
    for line in lines.dropFirst(max(answered, 0)) {
      if model.seqs == seqs, try model.sessionsInOrder() == stored { return }
      try model.play(line)
    }
    try #require(model.seqs == seqs, "\(place)")
    let sessions = try model.sessionsInOrder()
    for (name, session) in stored {
      let difference = Self.difference(session, sessions[name])
      try #require(difference == nil, "\(place), \(name)")
    }
  }

  /// Where two texts part, in a few words.
  private static func difference(_ found: String, _ expected: String?) -> String? {
    if found == expected { return nil }
    let expected = expected ?? ""
    let count = zip(found.utf8, expected.utf8).prefix { $0 == $1 }.count
    return
      "\(found.dropFirst(max(count - 60, 0)).prefix(120)) isn't \(expected.dropFirst(max(count - 60, 0)).prefix(120))"
  }
}

/// A program that is given lines as fast as it answers them, and killed.
private struct KilledRun {
  /// The lines that it was given behind the first ones.
  private(set) var lines: [String] = []
  private(set) var answers: [String] = []
  private(set) var errorText = ""
  /// How long it took until it had answered the first lines, in microseconds.
  private(set) var beginning: Int?

  /// - Parameters:
  ///   - beginning: the first lines.
  ///   - window: how many lines it is given before it has answered the first of them.
  ///   - delay: when it is killed, in microseconds from its start, or from when it has answered the first lines.
  init(
    _ arguments: [String], _ beginning: [String], window: Int, after delay: Int, isBeginning: Bool,
    line: () -> String
  ) throws {
    let clock = ContinuousClock()
    let start = clock.now
    var end = start + (isBeginning ? .microseconds(delay) : .seconds(60))
    let child = try ChildProcess(arguments)
    var pending = Array(beginning.map { $0 + "\n" }.joined().utf8)
    var received: [UInt8] = []
    while clock.now < end {
      while beginning.count + lines.count < answers.count + window, lines.count < Self.mostLines {
        lines.append(line())
        pending += Array((lines[lines.count - 1] + "\n").utf8)
      }
      // In the last moments nothing is waited for, so that the end has nothing to do with what the program does.
      let (sent, bytes) = child.exchange(pending, waiting: end - clock.now > .milliseconds(2) ? 1 : 0)
      pending.removeFirst(sent)
      received += bytes
      takeAnswers(&received)
      if self.beginning == nil, answers.count >= beginning.count {
        self.beginning = Int((clock.now - start) / .microseconds(1))
        if !isBeginning { end = clock.now + .microseconds(delay) }
      }
    }
    child.killAtOnce()
    let outcome = try child.finish()
    errorText = outcome.errorText
    received += outcome.output
    // What comes behind the last newline is no answer yet.
    takeAnswers(&received)
  }

  /// More than are handled before it is killed.
  private static let mostLines = 3_000

  private mutating func takeAnswers(_ received: inout [UInt8]) {
    guard let end = received.lastIndex(of: UInt8(ascii: "\n")) else { return }
    let lines = String(decoding: received[..<end], as: UTF8.self).split(separator: "\n")
    answers += lines.filter { $0.hasPrefix("[") || $0.hasPrefix(#"{"jsonrpc":"2.0","id""#) }.map(String.init)
    received.removeFirst(end + 1)
  }
}
