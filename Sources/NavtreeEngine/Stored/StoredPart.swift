/// The name under which a ledger is stored, as a table with an entry for each id.
package struct StoredPart: Hashable, Sendable {
  package let rawValue: String
  /// The member of an entry that holds its id.
  package let key: String
  /// Whether a snapshot leaves it out when it is empty.
  let isSeldom: Bool

  init(_ name: String, key: String, isSeldom: Bool = false) {
    rawValue = name
    self.key = key
    self.isSeldom = isSeldom
  }
}
