import NavtreePersistence

/// A row of the table of values: its place, version, checksum and bytes.
struct StoredValue {
  let place: String
  let version: FieldVersion
  /// Nil at the end of a place.
  let bytes: [UInt8]?
  private let checksum: Int

  /// The first five columns of a row: `place`, `epoch`, `seq`, `checksum` and `body`.
  init(_ rows: PostgresRows, _ row: Int) {
    place = rows.text(row, 0)
    version = FieldVersion(epoch: rows.integer(row, 1), seq: rows.integer(row, 2))
    checksum = rows.integer(row, 3)
    bytes = rows.isNull(row, 4) ? nil : rows.bytes(row, 4)
  }

  func isAsWritten(by session: FieldSession) -> Bool {
    bytes.withBytes { session.isAsWritten($0, at: place, version, checksum) }
  }

  /// Whether its checksum leaves its session out, as in tables of an older version.
  var isAsFormerlyWritten: Bool {
    bytes.withBytes { FieldSession.isAsFormerlyWritten($0, at: place, version, checksum) }
  }

  func checksum(of session: FieldSession) -> Int {
    bytes.withBytes { session.checksum(of: $0, at: place, version) }
  }
}
