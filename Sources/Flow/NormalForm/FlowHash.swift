import JSON

extension FlowDefinition {
  /// Tells flows apart by what they say: 16 hexadecimal digits, the same for two texts of one normal form.
  ///
  /// FNV-1a of the normal form's JSON: it finds a change, and doesn't stand up to somebody who wants two flows to
  /// have the same.
  /// - Complexity: O(size of the flow).
  package var hash: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in normalised.description.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
