import NavtreeJSON
import NavtreeEngine

/// The subscriptions of a process by their numbers, and the places in the output for their combined
/// notifications.
final class SubscriptionTable {
  private struct Place {
    /// The number of bytes before it.
    let offset: Int
    /// The order among several at one offset.
    let order: Int
  }

  /// A lifecycle event that is written later, for followers that all get the same.
  private struct HeldEvent {
    let event: ToldEvent
    let followers: ArraySlice<Int>
    let place: Place
  }

  /// What is written at a place: the combined notification of a subscription, or an event.
  private enum Held {
    case changes(of: Int)
    case event(ToldEvent, ArraySlice<Int>)
  }

  private struct Ended {
    let number: Int
    let follower: Follower
    let place: Place?
    let subscription: EndedSubscription
  }

  private struct Follower {
    var session: Session
    /// The bytes of the value that it began with.
    let bytes: Int
  }

  private var sessions: [Int: Follower] = [:]
  /// The bytes of the values that all of them began with.
  private(set) var followedBytes = 0
  private var last = 0
  /// The last subscription whose answer can't be undone.
  private var committed = 0
  /// The subscriptions ended since the last commit by requests that may be undone.
  private var ended: [Ended] = []
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var held: [Int: Place] = [:]
  private var heldCount = 0
  /// The events that are held, in order, and how many of them can't be undone.
  private var events: [HeldEvent] = []
  private var committedEvents = 0
  /// The held notifications that are being written, with the bytes before them, the first one last.
  private var queue: [(held: Held, offset: Int)] = []

  var count: Int { sessions.count }

  /// The number of the next subscription.
  var next: Int { last + 1 }

  /// - Parameter bytes: those of the value that the subscription begins with.
  func add(_ session: Session, bytes: Int) {
    last += 1
    put(Follower(session: session, bytes: bytes), as: last)
  }

  private func put(_ follower: Follower, as number: Int) {
    sessions[number] = follower
    followedBytes += follower.bytes
  }

  func session(of number: Int) -> Session? { sessions[number]?.session }

  /// Moves all subscriptions of a session to the one that takes its place.
  func move(from former: Session, to session: Session) {
    for (number, follower) in sessions where follower.session === former {
      sessions[number]?.session = session
    }
  }

  func remove(_ number: Int) {
    if let follower = sessions.removeValue(forKey: number) { followedBytes -= follower.bytes }
    held[number] = nil
  }

  /// Ends a subscription at its follower's request.
  func end(_ number: Int, of session: Session) {
    guard let subscription = session.unsubscribe(number) else { return remove(number) }
    ended.append(
      Ended(
        number: number, follower: Follower(session: session, bytes: sessions[number]?.bytes ?? 0),
        place: held[number], subscription: subscription))
    remove(number)
  }

  /// Makes the begun subscriptions and the ended ones final.
  func commit() {
    committed = last
    committedEvents = events.count
    if !ended.isEmpty { ended.removeAll() }
  }

  /// Resumes the subscriptions ended since the last commit, and ends those begun since, without notification:
  /// no client knows of them.
  func takeBack() {
    events.removeSubrange(committedEvents...)
    while let back = ended.popLast() {
      back.follower.session.resume(back.subscription)
      put(back.follower, as: back.number)
      held[back.number] = back.place
    }
    while last > committed {
      sessions[last]?.session.unsubscribe(last)
      remove(last)
      last -= 1
    }
  }

  /// Reserves a place for a subscription's combined notification; an earlier place of its is given up.
  func hold(_ number: Int, at offset: Int) {
    heldCount += 1
    held[number] = Place(offset: offset, order: heldCount)
  }

  /// Reserves a place for a lifecycle event.
  func hold(_ event: ToldEvent, for followers: ArraySlice<Int>, at offset: Int) {
    heldCount += 1
    events.append(
      HeldEvent(event: event, followers: followers, place: Place(offset: offset, order: heldCount)))
  }

  /// Whether held notifications are being written, and there are more.
  var isWriting: Bool { !queue.isEmpty }

  /// Writes the held notifications to their places until the output has `most` bytes, those left the next time.
  /// No session may change in between.
  ///
  /// - Returns: the number of bytes that may leave: what follows stands behind a notification that is left.
  /// - Complexity: O(length of the output, and number of held notifications).
  func writeHeld(into output: inout JSONWriter, most: Int) -> Int {
    if queue.isEmpty {
      guard !held.isEmpty || !events.isEmpty else { return output.count }
      var all = held.map { (held: Held.changes(of: $0.key), place: $0.value) }
      all += events.map { (held: Held.event($0.event, $0.followers), place: $0.place) }
      // The last one is written first.
      queue = all.sorted { ($0.place.offset, $0.place.order) > ($1.place.offset, $1.place.order) }
        .map { ($0.held, $0.place.offset) }
      held = [:]
      events = []
      committedEvents = 0
      heldCount = 0
    }
    var woven = JSONWriter(capacity: output.count)
    var leaving = 0
    output.withUnsafeBytes { bytes in
      var start = 0
      while let (held, place) = queue.last, woven.count < most {
        queue.removeLast()
        let end = min(max(place, start), bytes.count)
        woven.append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        start = end
        switch held {
        case .changes(let number):
          for notice in sessions[number]?.session.takeHeld(number) ?? [] { notice.write(into: &woven) }
        case .event(let event, let followers):
          for number in followers { Notice.write(event, to: number, into: &woven) }
        }
      }
      leaving = woven.count
      for index in queue.indices { queue[index].offset -= start }
      woven.append(UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }
    swap(&output, &woven)
    return isWriting ? leaving : output.count
  }
}
