/// How much of a screen is shown.
package struct StateView: Sendable, Hashable {
  /// The levels of nested JSON that are shown when the request doesn't say.
  package static let standardDepth = 64
  /// The most levels of nested JSON; flat rows have no bound.
  package static let deepest = 250

  /// How many levels, the screen's own being the first.
  package var levels = StateView.standardDepth
  /// With computed values.
  package var computed = false
  /// With the values of sensitive fields, which are `"***"` otherwise.
  package var sensitive = false

  package init(levels: Int = StateView.standardDepth, computed: Bool = false, sensitive: Bool = false) {
    self.levels = levels
    self.computed = computed
    self.sensitive = sensitive
  }
}
