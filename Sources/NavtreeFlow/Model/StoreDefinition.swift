/// A place of its own for what fields hold; the program that runs the flow says where that is.
package struct StoreDefinition: Sendable {
  package let name: String
  /// Whether what it keeps is on the disk before it is answered.
  package let isDurable: Bool
  /// Whether sensitive fields may be kept there.
  package let isSensitive: Bool
  package let location: SourceLocation
}
