import NavtreeEngine

/// A sequence of what happens in a session, from the moment at which it was asked for.
///
/// Nothing is lost and nothing comes out of order. A reader that is slow gets what it missed in sum: see
/// ``Change/since``, ``Transition/since`` and ``Action/missed``.
///
/// The sequence has one reader, on the session's actor. It keeps the session alive, and ends when the session is closed,
/// when what it follows has gone for good, or when the reader's task is cancelled. While it is awaited, the answers of
/// handlers are taken and due timers run.
public struct Updates<Element>: AsyncSequence {
  /// No update throws.
  public typealias Failure = Never

  let session: Session
  let follower: Follower<Element>

  /// The reader.
  public func makeAsyncIterator() -> Iterator { Iterator(session: session, follower: follower) }

  /// The reader of a sequence of updates.
  public struct Iterator: AsyncIteratorProtocol {
    /// No update throws.
    public typealias Failure = Never

    let session: Session
    let follower: Follower<Element>

    /// The next update; nil at the end.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
      await read()
    }

    /// The next update; nil at the end.
    public nonisolated(nonsending) mutating func next() async -> Element? { await read() }

    private nonisolated(nonsending) func read() async -> Element? {
      while !Task.isCancelled {
        session.takeMail()
        if let element = follower.take() { return element }
        if follower.isEnded { return nil }
        guard await session.wait(for: follower.bell) else { break }
      }
      session.remove(follower.number)
      return nil
    }
  }

  /// The update that waits, if any, without waiting for one.
  public func poll() -> Element? {
    session.takeMail()
    return follower.take()
  }
}

extension Session {
  /// Takes answers of handlers and runs timers until the session is closed or the task cancelled.
  ///
  /// An owner that awaits no sequence runs this in a task of its own, such as SwiftUI's `task`.
  public nonisolated(nonsending) func run() async {
    let bell = Bell()
    while !Task.isCancelled, !isClosed {
      takeMail()
      guard await wait(for: bell) else { return }
    }
  }

  /// Takes answers of handlers, and runs timers, until no handler is at work.
  ///
  /// Effects without a handler aren't waited for.
  public nonisolated(nonsending) func settled() async {
    let bell = Bell()
    takeMail()
    while work.count > delayed.count, !Task.isCancelled, !isClosed {
      guard await wait(for: bell) else { return }
      takeMail()
    }
  }

  /// Waits until there may be something to do; false if the task was cancelled.
  nonisolated(nonsending) func wait(for bell: Bell) async -> Bool {
    guard join(bell) else { return true }
    defer { mailbox.leave(bell) }
    return await bell.wait()
  }

  /// Enters somebody who awaits the session, and sets the alarm; false if there is something to do at once.
  func join(_ bell: Bell) -> Bool {
    guard mailbox.join(bell) else { return false }
    if system != nil { alarm.set(nextInstant, now: engine.now, mailbox) }
    return true
  }

  /// Sets the alarm anew for whoever awaits the session, if there is something to do earlier.
  @inline(never)
  func hastenAlarm() {
    guard system != nil, let instant = nextInstant, instant < alarm.instant ?? .max, mailbox.isAwaited else {
      return
    }
    alarm.set(instant, now: engine.now, mailbox)
  }
}
