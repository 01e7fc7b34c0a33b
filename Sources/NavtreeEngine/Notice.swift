package import NavtreeJSON

/// A notification to the host, caused by a change.
///
/// Those that followers are told of almost every change set the size of all: larger ones are boxed.
package enum Notice {
  case stateChanged(StateChange)
  /// The place of a combined notification to a reader that is behind, unless a later change of that
  /// subscription is held.
  case changeHeld(subscription: Int)
  /// The transitions of a change, or of several in sum.
  case transitions(TransitionChange)
  case action(subscription: Int, ToldEvent)
  case subscriptionEnded(subscription: Int, reason: String)
  indirect case invariantBroken(session: String, seq: Int, invariant: String)
  /// A host is asked for an effect, on behalf of the screen at that address, as UTF-8.
  indirect case effectRequested(session: String, EffectInFlight, at: [UInt8])
  /// An effect's answer would be refused.
  indirect case effectCancelled(session: String, effect: Int, reason: String)
  /// A screen has come or gone; all followers are told the same.
  indirect case lifecycle(subscriptions: [Int], ToldEvent)
  /// A notification that only a session's host gets, with its params besides the session.
  ///
  /// - `isLasting`: whether it is told though the requests since the last commit are undone.
  indirect case ofSession(String, method: String, params: JSONObject, isLasting: Bool)
  /// A waiting link was dropped, because it couldn't be opened.
  indirect case linkFailed(session: String, link: String, url: String, Failure)
  /// The rules of `restored` were undone.
  indirect case restoringFailed(session: String, Failure)
  /// The rules that take an effect's outcome failed.
  indirect case answerFailed(session: String, EffectInFlight, Failure)
  /// The outcome of a request that has waited: its answer as JSON, or its failure.
  indirect case requestDone(session: String, number: Int, method: String, Result<[UInt8], Failure>)
  indirect case timerFailed(session: String, FailedTimer)
  indirect case dismissalFailed(session: String, FailedDismissal)
  /// Changes of answered requests couldn't be stored.
  indirect case commitFailed(session: String, Failure)
}

extension Notice {
  /// The bytes, about, that the notice takes as a line, if it is a follower's.
  package var followedBytes: Int {
    // The members around the text.
    let frame = 128
    switch self {
    case .stateChanged(let change): return frame + change.text.count
    case .transitions(let change): return frame + change.text.count
    case .action(_, let action): return frame + action.text.count
    case .lifecycle(let followers, let event): return followers.count * (frame + event.text.count)
    case .changeHeld, .subscriptionEnded, .invariantBroken, .effectRequested, .effectCancelled, .ofSession,
      .linkFailed, .restoringFailed, .answerFailed, .timerFailed, .dismissalFailed, .commitFailed,
      .requestDone:
      return 0
    }
  }
}

/// The notices of all sessions of a process, in order of cause, until they are written.
package final class Notices {
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  package internal(set) var all: [Notice] = []

  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var isBehind = false
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var most = Int.max
  /// The bytes of those that wait, about.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var bytes = 0
  /// The followers with held changes.
  private var holding: [Followers] = []

  package init() {}

  // Other modules would check the exclusivity of what is stored: 60 instructions for each of these two.

  /// Whether the reader of notifications is behind: changes of one subscription are combined from then on.
  package var isReaderBehind: Bool {
    get { isBehind }
    set { isBehind = newValue }
  }

  /// The bytes of followers' notices that may wait to be written; beyond them changes are combined too.
  package var mostBytes: Int {
    get { most }
    set { most = newValue }
  }

  package var isEmpty: Bool { all.isEmpty }

  package var count: Int { all.count }

  /// Drops the notices after the first `count`.
  package func drop(from count: Int) {
    all.removeSubrange(count...)
    weighAll()
  }

  /// Drops the notices of undone changes, except lasting ones.
  ///
  /// - Parameter withEnds: whether the ends of subscriptions aren't lasting, because they will begin again.
  package func takeBack(_ range: Range<Int>, withEnds: Bool = false) {
    let lasting = all[range].filter {
      switch $0 {
      case .subscriptionEnded: !withEnds
      case .ofSession(_, _, _, isLasting: true): true
      default: false
      }
    }
    all.replaceSubrange(range, with: lasting)
    weighAll()
  }

  private func weighAll() { bytes = all.reduce(0) { $0 + $1.followedBytes } }

  /// Whether the changes of subscriptions are held at present.
  var holdsChanges: Bool { isBehind || bytes >= most }

  /// Takes notices for followers into account that are among all, or will be.
  func weigh(_ notice: Notice) { bytes &+= notice.followedBytes }

  func add(holding followers: Followers) { holding.append(followers) }

  /// Discards the held changes of all sessions.
  package func forgetHeld() {
    for followers in holding { followers.forgetHeld() }
    holding = []
  }

  /// Drops all notices, which have been written.
  package func removeAll() { takeAll { _ in } }

  /// Hands out all notices in order, and drops them. They are read where they lie.
  ///
  /// The memory of a few is kept for the next change.
  package func takeAll(_ body: (Notice) -> Void) {
    var taken: [Notice] = []
    swap(&taken, &all)
    bytes = 0
    for index in taken.indices { body(taken[index]) }
    if taken.count > 64 { return }
    while !taken.isEmpty { taken.removeLast() }
    swap(&taken, &all)
  }

  package func append(_ notice: Notice) { all.append(notice) }

  /// Adds a notice before those that its request has caused.
  package func insert(_ notice: Notice, at place: Int) { all.insert(notice, at: place) }
}
