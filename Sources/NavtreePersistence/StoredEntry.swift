/// A stored session without its content.
package struct StoredEntry: Sendable {
  package let id: Int
  package let name: String
  package let flow: String
  package let version: Int
  package let hash: String
  package let seq: Int
  package let snapshotSize: Int
  package let changesSize: Int
  /// Its identity in the stores of its flow.
  package let key: String
  /// The number of times that it was written as a whole.
  let epoch: Int
  /// The names of its flow's stores that keep some of it.
  package let stores: [String]
  package let soundness: Soundness
  /// Its version for the stores of its flow.
  var fieldVersion: FieldVersion { FieldVersion(epoch: epoch, seq: seq) }

  /// The result of a check of a session's row.
  package enum Soundness {
    case intact
    /// As tables of an older version have it: the checksum leaves its number out.
    case unnumbered
    case damaged
  }

  /// - Parameter mayLackChecksum: whether the tables may have rows from before there were checksums.
  package init(
    id: Int, row: SessionRow, seq: Int, snapshotSize: Int, changesSize: Int, checksum: Int,
    mayLackChecksum: Bool = false
  ) {
    self.id = id
    name = row.name
    flow = row.flow
    version = row.version
    hash = row.hash
    key = row.key
    epoch = row.epoch
    stores = SessionRow.stores(in: row.stores)
    self.seq = seq
    self.snapshotSize = snapshotSize
    self.changesSize = changesSize
    soundness =
      if checksum == row.checksum(id: id) {
        .intact
      } else if checksum == row.formerChecksum || checksum == 0 && mayLackChecksum {
        .unnumbered
      } else {
        .damaged
      }
  }
}
