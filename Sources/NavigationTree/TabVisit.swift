public import NavtreeJSON

/// A visit to a tab that the user may go back to.
public struct TabVisit: Sendable, Hashable {
  public let slot: Int
  /// The tab's root and its params at the time; nil where visits don't remember them.
  ///
  /// They mean nothing to another screen that has taken its place.
  public let root: Root?

  public struct Root: Sendable, Hashable {
    public let id: ScreenID
    public let params: [JSONValue]
  }

  public init(slot: Int, root: Screen? = nil) {
    self.slot = slot
    self.root = root.map { Root(id: $0.id, params: $0.params) }
  }
}
