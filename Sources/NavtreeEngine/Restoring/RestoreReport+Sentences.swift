extension RestoreReport {
  /// A sentence for each loss: `1 timer was lost: its screen isn't there any more`.
  package var losses: [String] { entries.filter(\.isLoss).map(\.sentence) }

  /// A sentence for each fate except of unchanged values and of values that are never stored.
  package var sentences: [String] { entries.filter { $0.fate != .kept }.map(\.sentence) }
}

extension RestoreReport.Entry {
  fileprivate var sentence: String {
    let isOne = count == 1
    let fate =
      switch self.fate {
      case .kept: isOne ? "is kept" : "are kept"
      case .migrated: isOne ? "was migrated" : "were migrated"
      case .defaulted: isOne ? "starts anew" : "start anew"
      case .dropped: (isOne ? "was " : "were ") + (isLoss ? "lost" : "dropped")
      }
    return "\(count) \(subject.noun(isOne: isOne)) \(fate)" + (reason.map { ": \($0)" } ?? "")
  }
}

extension RestoreReport.Subject {
  fileprivate func noun(isOne: Bool) -> String {
    switch self {
    case .field(let name): "\(isOne ? "value" : "values") of \(name)"
    case .screen(let name): "\(isOne ? "screen" : "screens") '\(name)'"
    case .part(let name): Self.nouns[name].map { isOne ? $0.one : $0.several } ?? "of '\(name)'"
    }
  }

  private static let nouns = [
    "windows": (one: "window", several: "windows"),
    "waiting": (one: "awaited result", several: "awaited results"),
    "timers": (one: "timer", several: "timers"),
    "effects": (one: "effect in flight", several: "effects in flight"),
    "kept": (one: "kept state", several: "kept states"),
    "links": (one: "waiting link", several: "waiting links"),
    "ended": (one: "memory of an ended effect", several: "memories of ended effects"),
    "requests": (one: "remembered answer", several: "remembered answers"),
    "loads": (one: "memory of a request", several: "memories of requests"),
    "tombstones": (one: "memory of a removed screen", several: "memories of removed screens"),
  ]
}
