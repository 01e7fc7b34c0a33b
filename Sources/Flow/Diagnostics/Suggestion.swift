/// The name that was probably meant.
package enum Suggestion {
  /// The nearest of the names, where one is near enough to be a slip of the hand.
  /// - Complexity: O(names · length²).
  package static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased().unicodeScalars)
    let allowed = max(1, wanted.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in names where candidate != name {
      let scalars = Array(candidate.lowercased().unicodeScalars)
      guard abs(scalars.count - wanted.count) <= allowed else { continue }
      let distance = EditDistance.between(wanted, scalars)
      if distance <= allowed, distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// `did you mean 'x'?`, where a name is near enough.
  package static func hint(
    for name: String, among names: some Sequence<String>, write: (String) -> String = { $0 }
  ) -> String? {
    nearest(to: name, among: names).map { "did you mean '\(write($0))'?" }
  }
}
