import NavtreeSystem

/// What the tasks of handlers send to a session, in order, until its owner takes it.
///
/// It is all of a session that other threads touch.
final class Mailbox: @unchecked Sendable {
  enum Mail: Sendable {
    /// The end of a handler.
    case done(_ effect: Int, attempt: Int, Result<JSONValue, any Error>)
    /// An answer before the last one.
    case next(_ effect: Int, attempt: Int, JSONValue, CheckedContinuation<Result<Void, NavtreeError>, Never>)
  }

  private let lock = Lock()
  /// With the instants at which it came, by the session's real clock.
  private var mail: [(instant: Int?, Mail)] = []
  private var bells: [ObjectIdentifier: Bell] = [:]
  private var isClosed = false
  private let system: SystemClock?

  init(_ system: SystemClock?) { self.system = system }

  /// Adds mail, and wakes whoever awaits the session. Mail to a closed session is refused.
  func post(_ new: Mail) {
    let woken: [Bell]? = lock.locked {
      if isClosed { return nil }
      mail.append((system?.now, new))
      return Array(bells.values)
    }
    if let woken {
      for bell in woken { bell.ring() }
    } else if case .next(_, _, _, let continuation) = new {
      continuation.resume(returning: .failure(.closed))
    }
  }

  /// Wakes whoever awaits the session.
  func ring() { for bell in lock.locked({ Array(bells.values) }) { bell.ring() } }

  /// All mail, oldest first.
  func takeAll() -> [(instant: Int?, Mail)] {
    lock.locked {
      if mail.isEmpty { return [] }
      defer { mail = [] }
      return mail
    }
  }

  /// Enters somebody who awaits the session; false if there is something to do at once.
  func join(_ bell: Bell) -> Bool {
    lock.locked {
      if isClosed || !mail.isEmpty { return false }
      bells[ObjectIdentifier(bell)] = bell
      return true
    }
  }

  /// Whether somebody awaits the session.
  var isAwaited: Bool { lock.locked { !bells.isEmpty } }

  func leave(_ bell: Bell) { lock.locked { bells[ObjectIdentifier(bell)] = nil } }

  /// Refuses mail from now on, and wakes everybody.
  func close() {
    let (unread, woken) = lock.locked {
      defer {
        mail = []
        bells = [:]
        isClosed = true
      }
      return (mail, Array(bells.values))
    }
    for case (_, .next(_, _, _, let continuation)) in unread {
      continuation.resume(returning: .failure(.closed))
    }
    for bell in woken { bell.ring() }
  }
}

/// Wakes one task that waits, at once if it was rung meanwhile.
final class Bell: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func ring() { continuation.yield() }

  /// Waits for the next ring; false if the task was cancelled, now or while it waited earlier.
  func wait() async -> Bool {
    var rings = stream.makeAsyncIterator()
    return await rings.next() != nil
  }
}

/// Wakes whoever awaits a session when its next timer is due.
struct Alarm {
  private var task: Task<Void, Never>?
  /// The instant for which it is set.
  private(set) var instant: Int?

  /// The longest sleep in milliseconds, after which the clock is read again.
  private static let longest = 3_600_000

  /// Sets the alarm anew: the last one may have rung too early, since a sleep goes by another clock.
  mutating func set(_ instant: Int?, now: Int, _ mailbox: Mailbox) {
    cancel()
    self.instant = instant
    guard let instant else { return }
    let sleep = min(max(instant - now, 1), Self.longest)
    task = Task.detached {
      try? await Task.sleep(nanoseconds: UInt64(sleep) * 1_000_000)
      if !Task.isCancelled { mailbox.ring() }
    }
  }

  mutating func cancel() {
    task?.cancel()
    (task, instant) = (nil, nil)
  }
}
