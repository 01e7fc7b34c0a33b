/// The shown parts of a screen.
package struct StateView: Sendable, Hashable {
  /// The levels of nested JSON that are shown by default.
  package static let standardDepth = 64
  /// The most levels of nested JSON; flat rows have no bound.
  package static let deepest = 250

  /// The number of levels, including the screen's own.
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
