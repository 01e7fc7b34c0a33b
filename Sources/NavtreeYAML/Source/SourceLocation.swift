/// A span of a flow's file: where it begins and where it ends.
///
/// Lines and columns count from 1, columns in Unicode scalars; `endColumn` is the column after the span's
/// last scalar, on the line where the span begins.
package struct SourceLocation: Sendable, Hashable {
  package var line: Int
  package var column: Int
  package var endColumn: Int
  /// The number of the file: 0 is the flow's own, the others are its parts.
  package var file: Int32

  package init(line: Int, column: Int, endColumn: Int, file: Int32 = 0) {
    self.file = file
    self.line = line
    self.column = column
    self.endColumn = endColumn
  }

  /// Whether it comes first: by file, line and column.
  package func precedes(_ other: SourceLocation) -> Bool {
    (file, line, column) < (other.file, other.line, other.column)
  }
}
