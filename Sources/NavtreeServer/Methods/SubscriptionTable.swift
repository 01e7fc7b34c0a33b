import NavtreeJSON
import NavtreeEngine

/// The subscriptions of a process by their numbers, and where in the output those stand that hold changes back.
final class SubscriptionTable {
  private struct Place {
    /// How many bytes stand before it.
    let offset: Int
    /// Of several at one offset, which comes first.
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
  /// The last one whose answer can't be taken back.
  private var committed = 0
  /// Those that were ended since the last commit, by requests that may be taken back.
  private var ended: [Ended] = []
  private var held: [Int: Place] = [:]
  private var heldCount = 0

  var count: Int { sessions.count }

  /// The number that the next subscription gets.
  var next: Int { last + 1 }

  func add(_ session: Session) {
    last += 1
    sessions[last] = session
  }

  func session(of number: Int) -> Session? { sessions[number] }

  func remove(_ number: Int) {
    sessions[number] = nil
    held[number] = nil
  }

  /// Ends one because its follower wants no more.
  func end(_ number: Int, of session: Session) {
    guard let subscription = session.unsubscribe(number) else { return remove(number) }
    ended.append(Ended(number: number, session: session, place: held[number], subscription: subscription))
    remove(number)
  }

  /// Lets those stay that have begun, and be gone that have ended.
  func commit() {
    committed = last
    if !ended.isEmpty { ended.removeAll() }
  }

  /// Lets those go on that have ended since the last commit, and ends those that have begun since; nobody is told,
  /// nobody knows of them.
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

  /// Keeps a place for what a subscription holds back; one that it had before is given up.
  func hold(_ number: Int, at offset: Int) {
    heldCount += 1
    held[number] = Place(offset: offset, order: heldCount)
  }

  /// Writes what is held back to its places.
  ///
  /// - Complexity: O(*n*) in the length of the output, where anything is held back.
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
        if let text = sessions[number]?.takeHeld(number) { text.withUnsafeBytes { woven.append($0) } }
      }
      woven.append(UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }
    swap(&output, &woven)
  }
}
