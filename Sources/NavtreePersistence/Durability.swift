/// The time at which changes reach the disk.
package enum Durability: String, Sendable, CaseIterable {
  /// Before the answers to them are written: nothing that was answered is ever lost.
  case commit
  /// At most a tenth of a second later.
  case batch
  /// When the system decides. A killed process loses a tenth of a second at most, a crashed machine more.
  case off

  /// The time that changes may wait to be handed to the system, in milliseconds.
  package var patience: Int { self == .commit ? 0 : 100 }

  /// SQLite's name for it (https://sqlite.org/pragma.html#pragma_synchronous). In WAL mode only FULL syncs each
  /// commit.
  var synchronous: String {
    switch self {
    case .commit, .batch: "FULL"
    case .off: "OFF"
    }
  }
}
