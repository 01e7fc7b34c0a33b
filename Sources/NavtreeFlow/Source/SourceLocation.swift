/// A span of a flow's file: where it begins and where it ends.
///
/// Lines and columns count from 1, columns in Unicode scalars; `endColumn` is the column after the span's
/// last scalar, on the line where the span begins.
package struct SourceLocation: Sendable, Hashable {
  package var line: Int
  package var column: Int
  package var endColumn: Int

  package init(line: Int, column: Int, endColumn: Int) {
    self.line = line
    self.column = column
    self.endColumn = endColumn
  }
}
