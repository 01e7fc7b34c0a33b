import NavtreeEngine

/// The clock of a session, which `now`, timers and timeouts of its flow go by.
public struct Clock: Sendable, Hashable {
  let kind: SessionClock.Kind
  /// In milliseconds since 1970.
  let start: Int

  /// The machine's clock. Due timers run at the next call, and while the session is awaited.
  public static let real = Clock(kind: .real, start: 0)

  /// A clock that moves only by ``Session/advance(by:)``, for tests.
  ///
  /// - Parameter instant: The first instant, in milliseconds since 1970.
  public static func virtual(from instant: Int = 0) -> Clock { Clock(kind: .virtual, start: instant) }
}
