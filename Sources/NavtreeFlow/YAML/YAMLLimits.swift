/// The bounds on what is read from a file, so that no file costs more than its size suggests.
package struct YAMLLimits: Sendable {
  /// Bytes of a file; a larger one is refused before it is read.
  package var bytes = 32 << 20
  /// Maps and lists within each other, those that an alias stands for counted where it stands.
  ///
  /// libyaml has no limit of its own and takes time with the square of the depth.
  package var depth = 100
  /// Scalars, maps and lists, counted again wherever an alias stands for them.
  ///
  /// A long scalar counts as several: one for each `scalarUnit` bytes that have begun.
  package var nodes = 4_000_000
  /// The most diagnostics of one file.
  package var diagnostics = 1_000

  /// Limits the text that aliases make to some 64 bytes per allowed node.
  static let scalarUnit = 64

  package init() {}
}
