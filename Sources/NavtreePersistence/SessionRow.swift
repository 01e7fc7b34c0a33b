/// What the row of a session says of it, beside what it holds.
struct SessionRow: Sendable {
  let name: String
  let flow: String
  let version: Int
  let hash: String
  /// By which the stores of its flow know it.
  let key: String
  /// How often it was written as a whole.
  var epoch = 0
  /// The stores of its flow that keep some of it, by name, as they stand in the table.
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

  /// Their names, from how they stand in the table.
  static func stores(in text: String) -> [String] { text.split(separator: " ").map(String.init) }

  /// What tells that a row is as it was written: of one that isn't, what belongs to it would be looked for in the wrong
  /// place. Never 0, which is that of rows from before there were checksums.
  var checksum: Int {
    var checksum = Checksum(seed: epoch)
    for text in [name, flow, hash, key, stores, "\(version)"] {
      var text = text
      text.withUTF8 { checksum.add(UnsafeRawBufferPointer($0)) }
    }
    return checksum.column == 0 ? 1 : checksum.column
  }
}
