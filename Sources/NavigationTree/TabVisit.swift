public import NavtreeJSON

/// A visit to a tab, to which a user may go back.
public struct TabVisit: Sendable, Hashable {
  public let slot: Int
  /// The tab's root and the params that it had; nil where visits don't remember them.
  ///
  /// Another screen that has come into its place knows nothing of those params.
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
