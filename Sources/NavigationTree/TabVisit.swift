public import JSON

/// A visit to a tab, to which a user may go back.
public struct TabVisit: Sendable, Hashable {
  public let slot: Int
  /// The params that the tab's root had; nil where visits don't remember them.
  public var params: [JSONValue]?

  public init(slot: Int, params: [JSONValue]?) {
    self.slot = slot
    self.params = params
  }
}
