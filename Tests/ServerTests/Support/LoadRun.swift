/// A server that is given the lines of a load as fast as it answers them.
final class LoadRun {
  let child: ChildProcess
  /// The input before the load.
  private let beginning: [String]
  private(set) var lines: [String] = []
  private(set) var answers: [String] = []
  private var pending: [UInt8]
  private var received: [UInt8] = []
  private let clock = ContinuousClock()
  let start: ContinuousClock.Instant

  init(_ arguments: [String], _ beginning: [String]) throws {
    self.beginning = beginning
    start = clock.now
    child = try ChildProcess(arguments)
    pending = Array(beginning.map { $0 + "\n" }.joined().utf8)
  }

  /// Whether it has answered everything before the load.
  var hasBegun: Bool { answers.count >= beginning.count }

  var answersToBeginning: ArraySlice<String> { answers.prefix(beginning.count) }

  var answersToLines: ArraySlice<String> { answers.dropFirst(beginning.count) }

  /// The time that it has been running, in microseconds.
  var age: Int { Int((clock.now - start) / .microseconds(1)) }

  /// The microseconds of a wait that only a program that hangs outlasts.
  static let patience = Int(ChildProcess.patience) * 1_000

  /// More lines than are handled before it ends.
  private static let mostLines = 5_000

  /// Gives it lines for a time.
  ///
  /// Its last moments have no waiting, so that its end doesn't depend on the program.
  /// - Parameters:
  ///   - window: the number of lines that it is given before it has answered the first of them.
  ///   - isOver: whether there is nothing more to wait for.
  func run(
    for microseconds: Int, window: Int, line: () -> String = { "" }, until isOver: () -> Bool = { false }
  ) {
    let end = clock.now + .microseconds(microseconds)
    while clock.now < end, !isOver() {
      while beginning.count + lines.count < answers.count + window, lines.count < Self.mostLines {
        lines.append(line())
        pending += Array((lines[lines.count - 1] + "\n").utf8)
      }
      let (sent, bytes) = child.exchange(pending, waiting: end - clock.now > .milliseconds(2) ? 1 : 0)
      pending.removeFirst(sent)
      received += bytes
      takeAnswers()
    }
  }

  /// Waits until all its input is answered.
  func finish() {
    run(for: Self.patience, window: 0, until: { answers.count >= beginning.count + lines.count })
  }

  /// Kills it.
  ///
  /// - Returns: its errors.
  func kill() throws -> String {
    child.killAtOnce()
    let outcome = try child.finish()
    received += outcome.output
    // What comes behind the last newline is no answer yet.
    takeAnswers()
    return outcome.errorText
  }

  private func takeAnswers() {
    guard let end = received.lastIndex(of: UInt8(ascii: "\n")) else { return }
    let lines = String(decoding: received[..<end], as: UTF8.self).split(separator: "\n")
    answers += lines.filter { $0.hasPrefix("[") || $0.hasPrefix(#"{"jsonrpc":"2.0","id""#) }.map(String.init)
    received.removeFirst(end + 1)
  }
}
