extension LinkPattern {
  /// A param as the text of a pattern has it, whether or not the pattern is right.
  struct WrittenParam {
    let name: Substring
    /// The type behind a colon.
    let type: Substring?
    /// The number of Unicode scalars before the name.
    let offset: Int
  }

  /// - Complexity: O(length of the text).
  static func params(in text: String) -> [WrittenParam] {
    var offset = 0
    var params: [WrittenParam] = []
    for (number, piece) in text.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
      if number > 0 {
        let name = piece.prefix { !":?*}".contains($0) }
        let rest = piece.dropFirst(name.count)
        let type = rest.first == ":" ? rest.dropFirst().prefix { !"?*}".contains($0) } : nil
        params.append(WrittenParam(name: name, type: type, offset: offset))
      }
      offset += piece.unicodeScalars.count + 1
    }
    return params
  }
}
