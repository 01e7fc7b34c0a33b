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
    let follower = ChangeFollower(number: followers.nextNumber(), session: self)
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
      try follower.begin(.state(anchor, place, view, .patch, key: nil))
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
    for number in followers.add(follower) { engine.unsubscribe(number) }
  }
}

/// Keeps the changes of a place until they are read.
final class ChangeFollower: Follower<Change> {
  /// The most changes that wait one by one.
  private static let most = 100

  private unowned let session: Session
  private var request: SubscriptionRequest?
  /// The subscription's number in the engine.
  private var subscription: Int
  private(set) var value = JSONValue.null
  /// The patches that weren't read, as JSON.
  private var unread: Deque<(seq: Int, patch: [UInt8])> = []
  /// The first change that wasn't read, if they are too many to be kept.
  private var staleSince: Int?

  init(number: Int, session: Session) {
    self.session = session
    subscription = number
    super.init(number: number)
  }

  func begin(_ request: SubscriptionRequest) throws(Failure) {
    var text = JSONWriter()
    try session.engine.subscribe(request, as: subscription, into: &text)
    self.request = request
    value = Session.value(text)
    session.add(self)
  }

  override func tell(_ notice: Notice) {
    guard case .stateChanged(let change) = notice else { return }
    if staleSince != nil { return }
    if unread.count >= Self.most {
      staleSince = unread[0].seq
      unread = []
    } else {
      unread.append((change.seq, change.text))
    }
    bell.ring()
  }

  override func take() -> Change? {
    if let since = staleSince { return takeSum(since) }
    guard let next = unread.popFirst() else { return nil }
    guard let json = try? JSONValue(parsing: next.patch), let patch = try? JSONPatch(json),
      (try? value.apply(patch)) != nil
    else { return nil }
    return Change(seq: next.seq, since: nil, value: value, patch: patch)
  }

  /// The sum of all changes since one; nil if nothing has changed in the end.
  private func takeSum(_ since: Int) -> Change? {
    staleSince = nil
    guard !isEnded, let request else { return nil }
    session.engine.unsubscribe(subscription)
    session.followers.remove(subscription)
    subscription = session.followers.nextNumber()
    var text = JSONWriter()
    guard (try? session.engine.subscribe(request, as: subscription, into: &text)) != nil else {
      end()
      return nil
    }
    session.followers.move(self, to: subscription)
    let before = value
    value = Session.value(text)
    let patch = JSONPatch(from: before, to: value)
    if patch.operations.isEmpty { return nil }
    return Change(seq: session.seq, since: since, value: value, patch: patch)
  }
}
