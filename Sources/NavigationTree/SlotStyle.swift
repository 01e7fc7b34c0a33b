/// The way in which a slot shows its screen.
public enum SlotStyle: String, Sendable, CaseIterable {
  /// On top of the same chain, as on a stack.
  case push
  /// Over the screen, which stays visible.
  case sheet
  /// Over the screen, next to the element that it belongs to.
  case popover
  /// Over the whole screen, which is hidden.
  case cover
  /// One of the trees of a `tabs` screen.
  case tab
  /// One of the trees of a `split` screen.
  case pane

  /// Whether the slot starts a chain of its own over the screen.
  public var isModal: Bool {
    switch self {
    case .sheet, .popover, .cover: true
    case .push, .tab, .pane: false
    }
  }
}
