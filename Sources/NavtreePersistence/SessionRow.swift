/// The row of a session in the table of sessions.
package struct SessionRow: Sendable {
  package let name: String
  package let flow: String
  package let version: Int
  package let hash: String
  /// Its identity in the stores of its flow.
  package let key: String
  /// The number of times that it was written as a whole.
  package var epoch = 0
  /// The names of its flow's stores that keep some of it, separated by spaces.
  package let stores: String

  package init(
    name: String, flow: String, version: Int, hash: String, key: String, epoch: Int = 0, stores: String
  ) {
    self.name = name
    self.flow = flow
    self.version = version
    self.hash = hash
    self.key = key
    self.epoch = epoch
    self.stores = stores
  }

  /// The names in the column `stores`.
  static func stores(in text: String) -> [String] { text.split(separator: " ").map(String.init) }

  /// Detects a damaged row, which would lead to the wrong values. Never 0, the default of rows without a checksum.
  package var checksum: Int {
    var checksum = Checksum(seed: epoch)
    for text in [name, flow, hash, key, stores, "\(version)"] {
      var text = text
      text.withUTF8 { checksum.add(UnsafeRawBufferPointer($0)) }
    }
    return checksum.column == 0 ? 1 : checksum.column
  }
}
