/// The moment when a list or a detail loads by itself.
package enum LoadStart: String, Sendable, CaseIterable {
  case onPresent, onAppear, manual
}
