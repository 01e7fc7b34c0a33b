/// The purpose of a screen: the shape of its content and of the trees that it may hold.
public enum ScreenKind: String, Sendable, CaseIterable {
  /// A plain screen.
  case screen
  /// A screen that shows a list of items.
  case list
  /// A screen that shows one thing.
  case detail
  /// A screen that holds several trees and shows the selected one.
  case tabs
  /// A screen that holds several trees and shows them all, one of them in focus.
  case split

  /// Whether it holds several trees.
  var isContainer: Bool {
    switch self {
    case .screen, .list, .detail: false
    case .tabs, .split: true
    }
  }
}
