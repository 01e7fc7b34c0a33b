/// How a slot shows the screen that is presented in it.
public enum SlotStyle: String, Sendable, CaseIterable {
  /// On top of the same chain, as a stack does.
  case push
  /// Over the screen, which stays in sight.
  case sheet
  /// Beside the thing that it explains, over the screen.
  case popover
  /// Over the whole screen, which is hidden.
  case cover
  /// One of the trees of a `tabs` screen.
  case tab
  /// One of the trees of a `split` screen.
  case pane

  /// Whether the slot opens a chain of its own over the screen.
  public var isModal: Bool {
    switch self {
    case .sheet, .popover, .cover: true
    case .push, .tab, .pane: false
    }
  }
}
