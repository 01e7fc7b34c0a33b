/// A line on standard error that tells how far a command is, where it is seen.
final class ProgressLine {
  private let isSeen = Console.showsProgress(on: Console.error)
  private let clock = Stopwatch()
  private var shownAt = -1.0

  /// The time between two lines, in seconds.
  private static let interval = 0.1

  func show(_ text: @autoclosure () -> String) {
    guard isSeen, clock.seconds - shownAt >= Self.interval else { return }
    shownAt = clock.seconds
    Console.complain("\r\u{1B}[K\(text())")
  }

  /// Takes the line away.
  func end() {
    if shownAt >= 0 { Console.complain("\r\u{1B}[K") }
    shownAt = -1
  }
}

extension Int {
  /// The number with its noun: `1 session`, `2 sessions`.
  func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
