import HeapModule

/// The clock of a session, in milliseconds since 1970.
///
/// A virtual clock belongs to one session, and advances by requests. The real one is shared by all sessions
/// of a process that use it, and stands still between the process's readings.
package final class SessionClock {
  package enum Kind: String, Sendable, CaseIterable {
    case real, virtual
  }

  private struct Alarm: Comparable {
    let due: Int
    /// The alarm's number, in order.
    let number: Int
    let session: String

    static func < (one: Alarm, other: Alarm) -> Bool {
      (one.due, one.number) < (other.due, other.number)
    }
  }

  package let kind: Kind
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  package internal(set) var now: Int
  /// The time before the last reading.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private(set) var before = 0
  /// The times at which the sessions of a real clock wake. Some are obsolete.
  private var alarms = Heap<Alarm>()
  private var alarmCount = 0

  package init(_ kind: Kind, now: Int = 0) {
    self.kind = kind
    self.now = min(max(now, 0), Self.lastInstant)
  }

  /// The last millisecond of the year 9999, the last that a timestamp can have.
  package static let lastInstant = 253_402_300_799_999

  /// Takes a reading. A clock never goes back.
  package func read(_ instant: Int) {
    before = now
    now = min(max(now, instant), Self.lastInstant)
  }

  /// The time of the next alarm.
  package var nextAlarm: Int? { alarms.min?.due }

  /// The name of a session whose alarm is due, given once for each alarm.
  package func takeAlarm() -> String? {
    guard let alarm = alarms.min, alarm.due <= now else { return nil }
    alarms.removeMin()
    return alarm.session
  }

  func setAlarm(_ due: Int, for session: String) {
    guard kind == .real else { return }
    alarmCount += 1
    alarms.insert(Alarm(due: due, number: alarmCount, session: session))
  }
}
