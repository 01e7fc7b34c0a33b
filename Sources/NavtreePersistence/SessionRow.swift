/// The row of a session in the table of sessions.
struct SessionRow: Sendable {
  let name: String
  let flow: String
  let version: Int
  let hash: String
  /// Its identity in the stores of its flow.
  let key: String
  /// The number of times that it was written as a whole.
  var epoch = 0
  /// The names of its flow's stores that keep some of it, separated by spaces.
  let stores: String

  /// Its columns: `name`, `flow`, `version`, `hash`, `key`, `epoch`, `stores` and `checksum`.
  var columns: [any SQLiteValue] { [name, flow, version, hash, key, epoch, stores, checksum] }

  /// The names in the column `stores`.
  static func stores(in text: String) -> [String] { text.split(separator: " ").map(String.init) }

  /// Detects a damaged row, which would lead to the wrong values. Never 0, the default of rows without a checksum.
  var checksum: Int {
    var checksum = Checksum(seed: epoch)
    for text in [name, flow, hash, key, stores, "\(version)"] {
      var text = text
      text.withUTF8 { checksum.add(UnsafeRawBufferPointer($0)) }
    }
    return checksum.column == 0 ? 1 : checksum.column
  }
}
