extension String {
  /// Whether the bytes of a text stand in this one, without regard to the rules of Unicode.
  ///
  /// `contains` isn't specialized: its first call looks up types by name, which takes as long as compiling a few
  /// expressions.
  /// - Complexity: O(length of this text · length of the other).
  package func mentions(_ text: String) -> Bool {
    let wanted = text.utf8
    guard let first = wanted.first else { return true }
    var start = utf8.startIndex
    while let found = utf8[start...].firstIndex(of: first) {
      if utf8[found...].starts(with: wanted) { return true }
      start = utf8.index(after: found)
    }
    return false
  }
}
