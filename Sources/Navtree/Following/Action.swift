import DequeModule
import NavtreeEngine
import NavtreeJSONReading

/// An action that was offered to a screen.
public struct Action: Sendable {
  /// The fate of an action.
  public enum Outcome: String, Sendable, CaseIterable {
    /// A screen took it.
    case handled
    /// No rule held.
    case declined
    /// Its change failed, and was undone.
    case refused
  }

  /// The number of the change; for a refused action that of the last one before it.
  public let seq: Int
  /// The number of earlier actions that the reader isn't told of, because it was slow.
  public let missed: Int
  /// The action's name; for a navigation, that of its call.
  public let name: String
  /// The payload, with the values of sensitive fields as `"***"`.
  public let payload: JSONObject
  /// The fate.
  public let outcome: Outcome
  /// The address that it was sent to; nil for calls that belong to no screen.
  public let address: String?
  /// The screen that it was sent to.
  public let screen: Screen.ID?
  /// The address of the screen that took it.
  public let handledBy: String?
  /// The screen that took it.
  public let handler: Screen.ID?
  /// The beginning of what led to it: `request`, `effect`, `timer`, `link`, `lifecycle` or `send`.
  public let cause: String
  /// The names of the actions and lifecycle events that led to it, the first one first.
  public let chain: [JSONValue]
  /// Who caused it, if the call said so.
  public let origin: String?
  /// The reason of a refusal.
  public let error: JSONValue?
}

extension Session {
  /// All actions, from now on: those of calls, and those that rules, effects, timers and links send.
  ///
  /// A reader that misses more than 1,000 actions is told the last 1,000, and how many it has missed.
  /// - Complexity: O(size of the payloads).
  public var actions: Updates<Action> {
    let follower = ActionFollower(number: followers.nextNumber())
    if mode != .open {
      follower.end()
    } else {
      follower.resume(in: self)
      add(follower)
    }
    return Updates(session: self, follower: follower)
  }

  /// The effects that no handler takes, those too that wait already, and the ends of those that nobody waits for.
  ///
  /// Answer each by ``answer(_:_:)`` or ``fail(_:_:)``.
  public var effects: Updates<EffectEvent> {
    let follower = EffectFollower(number: followers.nextNumber())
    if mode != .open {
      follower.end()
    } else {
      let unread = unread
      add(follower)
      for request in unread { follower.add(.requested(request)) }
    }
    return Updates(session: self, follower: follower)
  }
}

/// Keeps actions until they are read.
final class ActionFollower: Follower<Action> {
  /// The most actions that wait.
  private static let most = 1_000

  private var unread: Deque<ToldEvent> = []
  private var missed = 0

  override func resume(in session: Session) {
    var text = JSONWriter()
    _ = try? session.engine.subscribe(.actions(window: nil), as: number, into: &text)
  }

  override func tell(_ notice: Notice) {
    guard case .action(_, let action) = notice else { return }
    if unread.count == Self.most {
      unread.removeFirst()
      missed += 1
    }
    unread.append(action)
    bell.ring()
  }

  override func take() -> Action? {
    guard let next = unread.popFirst() else { return nil }
    defer { missed = 0 }
    return Action(next, missed: missed)
  }
}

extension Action {
  fileprivate init?(_ action: ToldEvent, missed: Int) {
    let text = [UInt8(ascii: "{")] + action.text + [UInt8(ascii: "}")]
    guard let value = try? JSONValue(parsing: text), let name = value["action"]?.string,
      let outcome = value["outcome"]?.string.flatMap(Outcome.init)
    else { return nil }
    seq = action.seq
    self.missed = missed
    self.name = name
    payload = value["payload"]?.object ?? [:]
    self.outcome = outcome
    address = value["at"]?.string
    screen = value["id"]?.integer.map(Screen.ID.init)
    handledBy = value["handledBy"]?.string
    handler = value["handler"]?.integer.map(Screen.ID.init)
    cause = value["cause"]?.string ?? ""
    chain = value["chain"]?.array ?? []
    origin = value["origin"]?.string
    error = value["error"]
  }
}
