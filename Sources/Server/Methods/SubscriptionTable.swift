import JSON
import Session

/// The subscriptions of a process by their numbers, and where in the output those stand that hold changes back.
final class SubscriptionTable {
  private struct Place {
    /// How many bytes stand before it.
    let offset: Int
    /// Of several at one offset, which comes first.
    let order: Int
  }

  private var sessions: [Int: Session] = [:]
  private var last = 0
  /// The last one whose answer can't be taken back.
  private var committed = 0
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

  /// Lets those stay that have begun.
  func commit() { committed = last }

  /// Ends those that have begun since the last commit; nobody is told, nobody knows of them.
  func takeBack() {
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
