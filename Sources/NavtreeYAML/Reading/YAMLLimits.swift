/// The limits of a file, so that none costs more than its size suggests.
package struct YAMLLimits: Sendable {
  /// Bytes of all files of a flow together; a larger file is refused before it is read.
  package var bytes = 32 << 20
  /// Nested maps and lists, the targets of aliases counted at each use.
  ///
  /// libyaml has no limit of its own and takes time with the square of the depth.
  package var depth = 100
  /// Scalars, maps and lists, the targets of aliases counted at each use.
  ///
  /// A long scalar counts as several: one for each `scalarUnit` bytes that have begun.
  package var nodes = 4_000_000
  /// Parts that a flow includes, directly or through others.
  package var parts = 1_000
  /// Parts that include each other, one in the other.
  package var partDepth = 16
  /// Whether nothing but JSON is read, as where the platform has no libyaml.
  package var isJSONAlone = !YAMLEventReader.isAvailable
  /// The most diagnostics of a flow.
  package var diagnostics = 1_000

  /// Limits the text that aliases make to some 64 bytes per allowed node.
  static let scalarUnit = 64

  package init() {}
}
