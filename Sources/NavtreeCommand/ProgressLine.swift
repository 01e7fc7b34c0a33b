import NavtreeFiles

/// A line that says how far a command is, written over and over where a person sees it.
final class ProgressLine {
  private let stream: FileDescriptor
  private let isSeen: Bool
  private let clock = Stopwatch()
  /// When the line was written last, in seconds.
  private var shownAt = -1.0
  private var isShown = false

  /// The time between two lines, in seconds.
  private static let interval = 0.1

  /// Back to the line's beginning, and the line empty (ECMA-48, EL).
  private static let erasure = "\r\u{1B}[K"

  init(on stream: FileDescriptor = Console.error) {
    self.stream = stream
    isSeen = Console.showsProgress(on: stream)
  }

  /// Writes the line again if it is old.
  func show(_ text: @autoclosure () -> String) {
    guard isSeen, clock.seconds - shownAt >= Self.interval else { return }
    shownAt = clock.seconds
    isShown = true
    try? stream.writeAll("\(Self.erasure)\(text())")
  }

  /// Takes the line away.
  func end() {
    if isShown { try? stream.writeAll(Self.erasure) }
    isShown = false
  }
}

extension Int {
  /// The number with its noun: `1 session`, `2 sessions`.
  func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
