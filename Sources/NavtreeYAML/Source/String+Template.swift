extension String {
  /// Whether it contains `${`.
  package var isTemplate: Bool {
    var isAfterDollar = false
    for byte in utf8 {
      if isAfterDollar, byte == UInt8(ascii: "{") { return true }
      isAfterDollar = byte == UInt8(ascii: "$")
    }
    return false
  }
}
