import NavtreeJSON

/// A bound on something that comes from outside.
package enum Limit: String, Sendable, CaseIterable {
  case line, depth, requests, answers, unwritten, flows, sessions, windows, screens, levels
  case queue, actions, cost, work, tombstones, timers, firings, effects, url, links, kept, remembered
  case history, historyBytes, subscriptions, followedBytes, recording, steps, states, field
  case transition, queued

  /// The default.
  package var standard: Int {
    switch self {
    case .line: 16 << 20
    case .depth: 512
    case .requests: 10_000
    case .answers: 64 << 20
    case .unwritten: 1 << 20
    case .flows: 1_000
    case .sessions: 10_000
    case .windows: 100
    case .screens: 1_000_000
    case .levels: 1_000_000
    case .queue: 1_000
    case .actions: 10_000
    case .cost: 1_000_000
    case .work: 10_000_000
    case .tombstones: 10_000
    case .timers: 100_000
    case .firings: 100_000
    case .effects: 10_000
    case .url: 65_536
    case .links: 100
    case .history: 1_000
    case .historyBytes: 16 << 20
    case .kept: 1_000
    case .remembered: 1_000
    case .subscriptions: 10_000
    case .followedBytes: 1 << 30
    case .recording: 64 << 20
    case .steps: 20_000
    case .states: 20_000
    case .field, .transition: 5_000
    case .queued: 100
    }
  }

  /// The minimum; without room for them no changes are kept.
  package var least: Int {
    self == .history || self == .historyBytes ? 0 : 1
  }

  /// Whether it is a time in milliseconds, which may be written as text such as 5s.
  package var isTime: Bool { self == .field || self == .transition }

  /// The counted things, for people.
  package var meaning: String {
    switch self {
    case .line: "bytes in a line of input"
    case .depth: "levels of arrays and objects in a line of input"
    case .requests: "requests in a JSON-RPC batch"
    case .answers:
      "bytes of answers to a JSON-RPC batch, after which its requests are refused, or of one `state.actions`"
    case .unwritten: "bytes of output that may wait before reading pauses"
    case .flows: "loaded flows"
    case .sessions: "open sessions"
    case .windows: "windows of a session"
    case .screens: "live screens of a session"
    case .levels: "screens from a window's root to its deepest screen"
    case .queue: "actions that one change may handle"
    case .actions: "actions in a batch, or screens that a broadcast reaches or one `state.get` reads"
    case .cost: "units of cost in one expression"
    case .work: "units of work of one change or one batch, each about a tenth of a microsecond"
    case .tombstones: "removed screens, and effects, whose end is remembered"
    case .timers: "timers of a session"
    case .firings: "timers of a session that run in one go"
    case .effects: "effects in flight in a session"
    case .url: "bytes in a URL that is opened"
    case .links: "links that wait"
    case .history: "changes of a session that can be undone; 0: none"
    case .historyBytes: "bytes, about, that a session keeps to undo changes; 0: none"
    case .kept: "states of dismissed screens that a session keeps"
    case .remembered: "answers to requests with a key that a session remembers"
    case .subscriptions: "subscriptions to all sessions together"
    case .followedBytes: "bytes of values that all subscriptions together follow, as each began"
    case .recording: "bytes of a session's recording that are kept to be exported"
    case .steps: "steps of all scenarios in one `test.run`, each scenario counting as one step more"
    case .states: "states that a `plan` may look at"
    case .field: "milliseconds that a host has to answer `field.requested`"
    case .transition: "milliseconds after which a transition counts as shown without `transition.done`"
    case .queued: "requests of a session that wait for transitions"
    }
  }
}

/// The bounds of one process.
package struct Limits: Sendable {
  private var values: [Limit: Int] = [:]

  /// Whether the process is to end, so that no further change may be made; nil if nothing ends it early.
  ///
  /// A closure would be retained for each change: two atomic operations.
  package var isInterrupted: (@Sendable @convention(c) () -> Bool)?

  package init() {}

  package subscript(limit: Limit) -> Int {
    get { values[limit] ?? limit.standard }
    set { values[limit] = newValue }
  }

  /// The failure of exceeding a limit.
  package func exceeded(_ limit: Limit) -> Failure {
    Failure(
      .limitExceeded, "more than \(self[limit]) \(limit.meaning)",
      ["limit": .string(limit.rawValue), "value": .integer(self[limit])], advice: .raise(limit))
  }
}
