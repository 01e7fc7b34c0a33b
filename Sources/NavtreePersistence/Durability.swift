/// When what has changed is on the disk.
package enum Durability: String, Sendable, CaseIterable {
  /// Before the answers that tell of it are written: nothing that was answered is ever lost.
  case commit
  /// At most a tenth of a second later.
  case batch
  /// When the system sees fit; a process that is killed loses a tenth of a second at most, a machine more.
  case off

  /// How long what has changed may wait to be handed to the system, in milliseconds.
  package var patience: Int { self == .commit ? 0 : 100 }

  /// SQLite's word for it (https://sqlite.org/pragma.html#pragma_synchronous). In WAL mode only FULL syncs each
  /// commit.
  var synchronous: String {
    switch self {
    case .commit, .batch: "FULL"
    case .off: "OFF"
    }
  }
}
