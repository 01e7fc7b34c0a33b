/// A place of its own for what fields hold; the program that runs the flow says where that is.
package struct StoreDefinition: Sendable {
  package let name: String
  /// Whether what it keeps is on the disk before it is answered.
  package let isDurable: Bool
  /// Whether sensitive fields may be kept there.
  package let isSensitive: Bool
  package let location: SourceLocation

  package init(name: String, isDurable: Bool, isSensitive: Bool, location: SourceLocation) {
    self.name = name
    self.isDurable = isDurable
    self.isSensitive = isSensitive
    self.location = location
  }
}

/// Where what a field holds is kept.
package enum FieldPersistence: Sendable, Equatable {
  /// With the session; what is sensitive, nowhere.
  case session
  /// In a store of the flow, by its index.
  case store(Int)
  case nowhere
}
