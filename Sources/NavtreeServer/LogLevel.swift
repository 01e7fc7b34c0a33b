/// The severity of a sentence for people, outside the protocol; each level includes those before it.
package enum LogLevel: String, Sendable, CaseIterable, Comparable {
  /// The reason why the process or its recording ends.
  case error
  /// A loss that the process survives.
  case warning
  /// A flow loaded or unloaded, a session opened or closed.
  case info
  /// Each request.
  case debug

  package static func < (one: LogLevel, other: LogLevel) -> Bool { one.rank < other.rank }

  private var rank: Int {
    switch self {
    case .error: 0
    case .warning: 1
    case .info: 2
    case .debug: 3
    }
  }
}
