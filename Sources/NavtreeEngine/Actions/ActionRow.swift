package import NavtreeJSON
package import NavigationTree

/// An action that was offered to a screen, as a follower is told of it.
package struct ActionRow {
  package enum Outcome: String, Sendable, CaseIterable {
    case handled, declined, refused
  }

  package enum Cause: String, Sendable, CaseIterable {
    case request, effect, timer, link, lifecycle, send
  }

  /// The screen that it was sent to, or that took it.
  package struct Party {
    package let at: String
    package let id: ScreenID?
    /// Its window; nil if there is none.
    let window: String?

    init(at: String, id: ScreenID?, window: String?) {
      self.at = at
      self.id = id
      self.window = window
    }

    /// One at an address that leads nowhere, of the window that it names.
    init(at: String) {
      self.init(at: at, id: nil, window: NavigationPath(at.prefix { $0 != "#" })?.window)
    }
  }

  package let name: String
  /// With masked secrets, unless their owner watches.
  package let payload: JSONObject
  package let recipient: Party?
  package internal(set) var taker: Party?
  package internal(set) var outcome: Outcome
  package let cause: Cause
  /// The actions and lifecycle events that led to it, the first one first.
  package internal(set) var chain: [JSONValue]
  package let origin: String?
  package internal(set) var failure: Failure?

  /// Those into which it was sent, in which it was taken, or that it opens or closes.
  var windows: [String] {
    [recipient?.window, taker?.window, recipient == nil ? payload["window"]?.string : nil].compactMap(\.self)
  }
}

extension ActionRow {
  /// A request that was handled, if it didn't fail.
  init(request name: String, _ payload: JSONObject, at recipient: Party?, cause: Cause, origin: String?) {
    self.init(
      name: name, payload: payload, recipient: recipient, taker: nil, outcome: .handled, cause: cause,
      chain: [], origin: origin)
  }
}

/// A subscription to the actions of a session.
final class ActionSubscription {
  let number: Int
  /// The name of the followed window; nil for all.
  let window: String?
  /// The number of the first action that is held for it.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var held: Int?

  init(_ number: Int, window: String?) {
    self.number = number
    self.window = window
  }

  /// Those of the events that it follows.
  func own(_ events: [ToldEvent]) -> [ToldEvent] {
    guard let window else { return events }
    return events.filter { $0.windows?.contains { $0.hasSameBytes(as: window) } ?? true }
  }
}
