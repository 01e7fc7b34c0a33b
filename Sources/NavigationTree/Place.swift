/// Where a live screen stands: in which slot of which screen, how far from the root.
///
/// A screen never changes its place while it lives.
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
