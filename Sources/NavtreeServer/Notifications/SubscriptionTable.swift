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

  private struct Ended {
    let number: Int
    let session: Session
    let place: Place?
    let subscription: EndedSubscription
  }

  private var sessions: [Int: Session] = [:]
  private var last = 0
  /// The last subscription whose answer can't be undone.
  private var committed = 0
  /// The subscriptions ended since the last commit by requests that may be undone.
  private var ended: [Ended] = []
  private var held: [Int: Place] = [:]
  private var heldCount = 0

  var count: Int { sessions.count }

  /// The number of the next subscription.
  var next: Int { last + 1 }

  func add(_ session: Session) {
    last += 1
    sessions[last] = session
  }

  func session(of number: Int) -> Session? { sessions[number] }

  /// Moves all subscriptions of a session to the one that takes its place.
  func move(from former: Session, to session: Session) {
    for (number, follower) in sessions where follower === former { sessions[number] = session }
  }

  func remove(_ number: Int) {
    sessions[number] = nil
    held[number] = nil
  }

  /// Ends a subscription at its follower's request.
  func end(_ number: Int, of session: Session) {
    guard let subscription = session.unsubscribe(number) else { return remove(number) }
    ended.append(Ended(number: number, session: session, place: held[number], subscription: subscription))
    remove(number)
  }

  /// Makes the begun subscriptions and the ended ones final.
  func commit() {
    committed = last
    if !ended.isEmpty { ended.removeAll() }
  }

  /// Resumes the subscriptions ended since the last commit, and ends those begun since, without notification:
  /// no client knows of them.
  func takeBack() {
    while let back = ended.popLast() {
      back.session.resume(back.subscription)
      sessions[back.number] = back.session
      held[back.number] = back.place
    }
    while last > committed {
      sessions[last]?.unsubscribe(last)
      remove(last)
      last -= 1
    }
  }

  /// Reserves a place for a subscription's combined notification; an earlier place of its is given up.
  func hold(_ number: Int, at offset: Int) {
    heldCount += 1
    held[number] = Place(offset: offset, order: heldCount)
  }

  /// Writes the combined notifications to their places.
  ///
  /// - Complexity: O(*n*) in the length of the output, if there are any.
  func writeHeld(into output: inout JSONWriter) {
    guard !held.isEmpty else { return }
    let places = held.sorted { ($0.value.offset, $0.value.order) < ($1.value.offset, $1.value.order) }
    held = [:]
    heldCount = 0
    var woven = JSONWriter(capacity: output.count)
    output.withUnsafeBytes { bytes in
      var start = 0
      for (number, place) in places {
        woven.append(UnsafeRawBufferPointer(rebasing: bytes[start..<place.offset]))
        start = place.offset
        for notice in sessions[number]?.takeHeld(number) ?? [] { notice.write(into: &woven) }
      }
      woven.append(UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }
    swap(&output, &woven)
  }
}
