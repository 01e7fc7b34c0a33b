import DequeModule
import NavtreeEngine
import NavtreeJSONReading
import NavigationTree

/// A change of a followed place.
public struct Change: Sendable {
  /// The number of the change.
  public let seq: Int
  /// The first of several changes in sum, of which ``seq`` is the last; nil if it is one.
  public let since: Int?
  /// The value after it; `.null` while no screen is there.
  public let value: JSONValue
  /// The difference from the value before it.
  public let patch: JSONPatch
}

extension Updates where Element == Change {
  /// The value before the change that is read next.
  public var value: JSONValue { (follower as? ChangeFollower)?.value ?? .null }
}

extension Session {
  /// The changes of a place, from now on.
  ///
  /// A path follows the place, whichever screen is there; an id follows the screen and ends with it. The value is the
  /// screen as the protocol shows it: `{id, screen, at, params, state, slots}`.
  ///
  /// ```swift
  /// for await change in session.changes(at: "/main/detail") { render(change.value) }
  /// ```
  /// A reader that misses more than 100 changes gets those that it hasn't read as one. A place that can't be, because no
  /// slot has that name, is reported to ``onProblem``, and its sequence is empty.
  /// - Parameters:
  ///   - address: The place; by default the screen that is active now.
  ///   - pointer: A JSON Pointer to a part of the screen, such as `/state/items`.
  ///   - depth: The number of levels of screens, the screen's own being the first; 250 at most.
  ///   - computed: Whether computed values are followed too.
  ///   - sensitive: Whether the values of sensitive fields are shown; otherwise they are `"***"`.
  /// - Complexity: O(size of the value) now, then the size of each change. Changes elsewhere cost nothing.
  public func changes(
    at address: Address = .active, pointer: String = "", depth: Int = 64, computed: Bool = false,
    sensitive: Bool = true
  ) -> Updates<Change> {
    let follower = ChangeFollower(number: followers.nextNumber())
    do throws(Failure) {
      if isClosed { throw Failure(.invalidParams, "the session was closed") }
      let anchor = try anchor(address)
      let place: JSONPointer
      do throws(JSONPointerError) {
        place = try JSONPointer(parsing: pointer)
      } catch {
        throw Failure(.invalidParams, "'\(pointer)' is no pointer: \(error)")
      }
      let view = StateView(
        levels: min(max(depth, 1), StateView.deepest), computed: computed, sensitive: sensitive)
      try follower.begin(.state(anchor, place, view, .patch, key: nil), in: self)
      add(follower)
    } catch {
      follower.end()
      onProblem?(
        Problem(description: "the changes can't be followed: \(error.message)", error: NavtreeError(error)))
    }
    return Updates(session: self, follower: follower)
  }

  private func anchor(_ address: Address) throws(Failure) -> SubscriptionRequest.Anchor {
    if case .text(let text) = address.form, let path = NavigationPath(text) {
      return .place(window: path.window, slots: path.slots)
    }
    return .screen(try engine.find(address).screen)
  }

  /// Adds a follower, and ends the subscriptions of those that are gone.
  func add(_ follower: any AnyFollower) {
    dropGone()
    followers.add(follower)
  }

  func remove(_ follower: Int) {
    followers.remove(follower)
    engine.unsubscribe(follower)
  }

  /// Ends the subscriptions of those whose sequences are gone.
  func dropGone() { for number in followers.removeGone() { engine.unsubscribe(number) } }
}

/// Keeps the changes of a place until they are read.
final class ChangeFollower: Follower<Change> {
  /// The most changes that wait one by one.
  private static let most = 100

  private var request: SubscriptionRequest?
  private(set) var value = JSONValue.null
  /// The patches that weren't read, as JSON.
  private var unread: Deque<(seq: Int, patch: [UInt8])> = []
  /// The changes before them, if they were too many: the first one, the last one, and the value after it.
  private var sum: (since: Int, seq: Int, value: JSONValue)?

  func begin(_ request: SubscriptionRequest, in session: Session) throws(Failure) {
    self.request = request
    var text = JSONWriter()
    try session.engine.subscribe(request, as: number, into: &text)
    value = Session.value(text)
  }

  override func resume(in session: Session) {
    var text = JSONWriter()
    guard let request, (try? session.engine.subscribe(request, as: number, into: &text)) != nil else {
      return end()
    }
  }

  override func tell(_ notice: Notice) {
    guard case .stateChanged(let change) = notice else { return }
    unread.append((change.seq, change.text))
    if unread.count > Self.most { addUp() }
    bell.ring()
  }

  /// Adds what wasn't read to the sum.
  private func addUp() {
    guard let first = unread.first, let last = unread.last else { return }
    var after = sum?.value ?? value
    for change in unread { _ = Self.apply(change.patch, to: &after) }
    sum = (sum?.since ?? first.seq, last.seq, after)
    unread.removeAll()
  }

  private static func apply(_ text: [UInt8], to value: inout JSONValue) -> JSONPatch? {
    guard let json = try? JSONValue(parsing: text), let patch = try? JSONPatch(json),
      (try? value.apply(patch)) != nil
    else { return nil }
    return patch
  }

  override func take() -> Change? {
    if sum != nil { addUp() }
    if let (since, seq, after) = sum {
      sum = nil
      let patch = JSONPatch(from: value, to: after)
      value = after
      // Nothing may have changed in the end.
      return patch.operations.isEmpty ? nil : Change(seq: seq, since: since, value: value, patch: patch)
    }
    guard let next = unread.popFirst(), let patch = Self.apply(next.patch, to: &value) else { return nil }
    return Change(seq: next.seq, since: nil, value: value, patch: patch)
  }
}
