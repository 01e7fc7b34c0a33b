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
  }

  package let name: String
  /// With masked secrets.
  package let payload: JSONObject
  package let recipient: Party?
  package internal(set) var taker: Party?
  package internal(set) var outcome: Outcome
  package let cause: Cause
  /// The actions and lifecycle events that led to it, the first one first.
  package internal(set) var chain: [JSONValue]
  package let origin: String?
  package internal(set) var failure: Failure?
}

extension ActionRow {
  /// A request that was handled, if it didn't fail.
  init(request name: String, _ payload: JSONObject, at recipient: Party?, cause: Cause, origin: String?) {
    self.init(
      name: name, payload: payload, recipient: recipient, taker: nil, outcome: .handled, cause: cause,
      chain: [], origin: origin)
  }
}

/// The actions of the current change, kept while a subscription follows them.
///
/// Without the exemptions from exclusivity checks here a followed dispatch takes about 800 instructions more.
final class ActionLog {
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var rows: [ActionRow] = []
  /// Hides the secrets of payloads.
  let mask: PayloadMask
  /// Whether a waiting link is being opened.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var isInLink = false

  init(_ mask: PayloadMask) {
    self.mask = mask
  }
}

/// A subscription to the actions of a session.
final class ActionSubscription {
  /// Actions held because the reader is behind.
  struct Held {
    /// The most actions that are kept.
    static let longest = 1_000

    private var told: [ToldAction] = []
    /// The index of the oldest one.
    private var start = 0
    /// The number of those that were dropped.
    private var missed = 0

    mutating func append(_ action: ToldAction) {
      if told.count < Self.longest {
        told.append(action)
      } else {
        told[start] = action
        start = (start + 1) % Self.longest
        missed += 1
      }
    }

    /// The kept actions, the first with the number of those before it.
    var all: [ToldAction] {
      var all = Array(told[start...] + told[..<start])
      if missed > 0, !all.isEmpty { all[0].missed = missed }
      return all
    }
  }

  let number: Int
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var held: Held?

  init(_ number: Int) {
    self.number = number
  }
}

/// An action as it is written for all followers.
package struct ToldAction {
  package let seq: Int
  /// The number of earlier actions that the follower isn't told of.
  package internal(set) var missed = 0
  /// The members of the notification after these.
  package let text: [UInt8]
}
