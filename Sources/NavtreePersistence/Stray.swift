/// Values of a session that a flow's store keeps without need.
package struct Stray {
  package let key: String
  /// The store's name in the flow.
  package let store: String

  package init(key: String, store: String) {
    self.key = key
    self.store = store
  }

  /// Detects damage, by which the values of another store would be deleted. Never 0, the default of older rows.
  package var checksum: Int {
    var checksum = Checksum(seed: 0)
    checksum.add(key)
    checksum.add(store)
    return checksum.setColumn
  }

  package func isAsWritten(_ checksum: Int) -> Bool { checksum == self.checksum || checksum == 0 }

  /// The defect of a row that isn't.
  package static let finding = StoreFinding(
    session: nil,
    message: "a row of strays, which says what to delete from another store, isn't what was written")
}
