/// Where `back` leads from the root of a tab.
package enum TabsBack: String, Sendable, CaseIterable {
  /// To the first tab.
  case first
  /// To the tab that was selected at first.
  case initial
  /// To the tab before it.
  case order
  /// To the tab selected before, each tab once.
  case history
  /// To the tab selected before, each selection counted.
  case fullHistory
  /// Nowhere.
  case none
}
