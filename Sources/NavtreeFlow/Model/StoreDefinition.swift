package import NavtreeYAML

/// A named store for the values of fields; the program that runs the flow chooses its location.
package struct StoreDefinition: Sendable {
  package let name: String
  /// Whether a change is on the disk before it is answered.
  package let isDurable: Bool
  /// Whether sensitive fields may be kept there.
  package let isSensitive: Bool
  package let location: SourceLocation
}
