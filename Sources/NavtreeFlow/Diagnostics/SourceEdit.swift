/// A part of a file and the text to put in its place.
///
/// Lines and columns count from 1, columns in Unicode scalars; the end is the place after the part.
package struct SourceEdit: Sendable, Hashable {
  package struct Place: Sendable, Hashable {
    package var line: Int
    package var column: Int
  }

  package var start: Place
  package var end: Place
  package var text: String

  /// Replaces a part of one line.
  init(_ location: SourceLocation, with text: String) {
    start = Place(line: location.line, column: location.column)
    end = Place(line: location.line, column: location.endColumn)
    self.text = text
  }

  init(from start: YAMLMark, to end: YAMLMark, with text: String) {
    self.start = Place(start)
    self.end = Place(end)
    self.text = text
  }

  /// The bytes of a file after the edit.
  /// - Complexity: O(size of the file).
  package func applied(to source: SourceText) -> [UInt8] {
    let from = source.offset(of: YAMLMark(start))
    let to = max(from, source.offset(of: YAMLMark(end)))
    return source.bytes[..<from] + Array(text.utf8) + source.bytes[to...]
  }
}

extension SourceEdit.Place {
  fileprivate init(_ mark: YAMLMark) {
    self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }
}

extension YAMLMark {
  fileprivate init(_ place: SourceEdit.Place) {
    self.init(line: Int32(clamping: place.line - 1), column: Int32(clamping: place.column - 1))
  }
}
