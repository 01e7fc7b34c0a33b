import NavtreeEngine
import NavtreeFlow
import NavtreeText

/// The timers of a session that send actions, in the order in which they are due.
struct TimerList: Equatable {
  private let timers: [Timer]
  private let now: Int

  private struct Timer: Equatable {
    let action: String
    let due: Int
  }

  init(of session: Session) {
    now = session.now
    timers = session.timers.compactMap { timer in
      // One that gives up an effect goes with it.
      if case .action(let action) = timer.work { Timer(action: action, due: timer.due) } else { nil }
    }
  }

  /// Whether they are the same, whatever time has passed.
  static func == (one: TimerList, other: TimerList) -> Bool { one.timers == other.timers }

  var isEmpty: Bool { timers.isEmpty }

  /// The condition over `owed` that these timers meet, each with the time that is left.
  var condition: String {
    if timers.isEmpty { return "owed.timers.size() == 0" }
    let texts = timers.map { "'\($0.action) in \(Self.text($0.due - now))'" }
    return "owed.timers.map(t, t.action + ' in ' + string(t.due - now)) == [\(texts.joined(separator: ", "))]"
  }

  /// A time as CEL's `string` writes it, such as `1.5s`.
  private static func text(_ milliseconds: Int) -> String {
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    if rest == 0 { return "\(seconds)s" }
    var digits = "\(1_000 + rest)".dropFirst()
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(seconds).\(digits)s"
  }
}
