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

  /// Detects a damaged row, which would lead to other values, and a damaged number, which would lead to another
  /// session's. Never 0, the default of rows without a checksum.
  package func checksum(id: Int) -> Int {
    var checksum = Checksum(seed: id)
    checksum.add("\(epoch)")
    return add(to: checksum)
  }

  /// The checksum in tables of an older version, which leaves the number out.
  package var formerChecksum: Int { add(to: Checksum(seed: epoch)) }

  private func add(to checksum: Checksum) -> Int {
    var checksum = checksum
    for text in [name, flow, hash, key, stores, "\(version)"] { checksum.add(text) }
    return checksum.setColumn
  }
}
