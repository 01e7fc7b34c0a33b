/// A place in a file: line and column from 0, the column in Unicode scalars.
struct YAMLMark: Sendable, Hashable {
  var line: Int32
  var column: Int32
}
