/// The place of a live screen: its parent, its slot there and its depth.
///
/// It never changes while the screen lives.
public struct Place: Sendable, Hashable {
  /// Nil for a window's root.
  public let parent: ScreenID?
  /// The slot of the parent; 0 for a root.
  public let slot: Int
  /// 0 for a root.
  public let depth: Int
  /// The index of the screen's own type.
  public let type: Int

  package init(parent: ScreenID?, slot: Int, depth: Int, type: Int) {
    self.parent = parent
    self.slot = slot
    self.depth = depth
    self.type = type
  }
}

/// The slot that holds a screen, and the screen that has it.
@usableFromInline
package struct Holder {
  package let screen: ScreenID
  /// The type of that screen.
  package let type: Int
  package let slot: Int
  package let style: SlotStyle

  @usableFromInline
  package init(screen: ScreenID, type: Int, slot: Int, style: SlotStyle) {
    self.screen = screen
    self.type = type
    self.slot = slot
    self.style = style
  }
}
