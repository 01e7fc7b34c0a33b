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

  /// Binds its columns: `name` is the first parameter, then come `flow`, `version`, `hash`, `key`, `epoch`, `stores` and
  /// `checksum`.
  func bind(to statement: borrowing SQLiteStatement) throws(SQLiteError) {
    try statement.bind(1, name)
    try statement.bind(2, flow)
    try statement.bind(3, version)
    try statement.bind(4, hash)
    try statement.bind(5, key)
    try statement.bind(6, epoch)
    try statement.bind(7, stores)
    try statement.bind(8, checksum)
  }

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
