/// A place in a file: line and column from 0, the column in Unicode scalars.
package struct YAMLMark: Sendable, Hashable {
  package var line: Int32
  package var column: Int32
}
