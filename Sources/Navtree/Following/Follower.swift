import DequeModule
import NavtreeEngine

/// The part of a sequence of updates that a session writes to.
class Follower<Element>: AnyFollower {
  let number: Int
  let bell = Bell()
  private(set) var isEnded = false

  init(number: Int) { self.number = number }

  /// The next element, if there is one.
  func take() -> Element? { nil }

  func tell(_ notice: Notice) {}

  func resume(in session: Session) {}

  func end() {
    isEnded = true
    bell.ring()
  }
}

/// A follower, whatever its elements are.
protocol AnyFollower: AnyObject {
  var number: Int { get }

  /// Takes a notice of the engine about its subscription.
  func tell(_ notice: Notice)

  /// Goes on, since the change that ended its subscription was undone.
  func resume(in session: Session)

  /// Ends the sequence behind the elements that wait.
  func end()
}

/// The followers of a session, by the numbers of their subscriptions.
///
/// They belong to their sequences: one whose sequence is gone is removed when it would be told something, or when
/// another one is added.
struct FollowerTable {
  private struct Entry {
    weak var follower: (any AnyFollower)?
  }

  private var entries: [Int: Entry] = [:]
  /// Those that take effects.
  private var effectNumbers: [Int] = []
  private var last = 0

  /// The number of the next one.
  mutating func nextNumber() -> Int {
    last += 1
    return last
  }

  subscript(number: Int) -> (any AnyFollower)? { entries[number]?.follower }

  mutating func add(_ follower: any AnyFollower) {
    entries[follower.number] = Entry(follower: follower)
    if follower is EffectFollower { effectNumbers.append(follower.number) }
  }

  /// Removes those whose sequences are gone.
  ///
  /// - Returns: Their numbers.
  mutating func removeGone() -> [Int] {
    let gone = entries.filter { $0.value.follower == nil }.map(\.key)
    for number in gone { remove(number) }
    return gone
  }

  mutating func remove(_ number: Int) {
    entries[number] = nil
    effectNumbers.removeAll { $0 == number }
  }

  func endAll() { for entry in entries.values { entry.follower?.end() } }

  // MARK: Effects

  private var effects: [EffectFollower] {
    effectNumbers.compactMap { entries[$0]?.follower as? EffectFollower }
  }

  /// Whether somebody reads effects.
  var areEffectsRead: Bool { !effects.isEmpty }

  func tell(_ event: EffectEvent) {
    for follower in effects { follower.add(event) }
  }

  func cancel(_ effect: Int, _ reason: String) {
    if effectNumbers.isEmpty { return }
    for follower in effects { follower.cancel(effect, reason) }
  }

  func forget(_ effect: Int) {
    if effectNumbers.isEmpty { return }
    for follower in effects { follower.forget(effect) }
  }
}

/// Passes on the effects that no handler takes.
final class EffectFollower: Follower<EffectEvent> {
  private var events: Deque<EffectEvent> = []
  /// Those that the reader knows of and that wait for an answer.
  private var known: [Int: EffectRequest] = [:]

  func add(_ event: EffectEvent) {
    events.append(event)
    bell.ring()
  }

  /// The end of an effect; nothing if its request wasn't read yet.
  func cancel(_ effect: Int, _ reason: String) {
    if let request = known.removeValue(forKey: effect) {
      add(.cancelled(request, reason: reason))
    } else {
      drop(effect)
    }
  }

  func forget(_ effect: Int) {
    if known.removeValue(forKey: effect) == nil { drop(effect) }
  }

  /// Drops a request that wasn't read.
  private func drop(_ effect: Int) {
    events.removeAll { if case .requested(let request) = $0 { request.id == effect } else { false } }
  }

  override func take() -> EffectEvent? {
    guard let event = events.popFirst() else { return nil }
    if case .requested(let request) = event { known[request.id] = request }
    return event
  }
}
