/// A part of a file and the text to put in its place.
///
/// Lines and columns count from 1, columns in Unicode scalars; the end is the place after the part.
package struct SourceEdit: Sendable, Hashable {
  package struct Place: Sendable, Hashable, Comparable {
    package var line: Int
    package var column: Int

    package static func < (left: Place, right: Place) -> Bool {
      (left.line, left.column) < (right.line, right.column)
    }
  }

  package var start: Place
  package var end: Place
  package var text: String

  /// Replaces a part of one line.
  package init(_ location: SourceLocation, with text: String) {
    start = Place(line: location.line, column: location.column)
    end = Place(line: location.line, column: location.endColumn)
    self.text = text
  }

  init(from start: YAMLMark, to end: YAMLMark, with text: String) {
    self.start = Place(start)
    self.end = Place(end)
    self.text = text
  }

  /// Replaces some scalars of a line, both counted from 0.
  init(_ range: Range<Int>, ofLine line: Int32, with text: String) {
    self.init(
      from: YAMLMark(line: line, column: Int32(clamping: range.lowerBound)),
      to: YAMLMark(line: line, column: Int32(clamping: range.upperBound)), with: text)
  }

  /// Replaces whole lines, counted from 0, by others.
  init(_ lines: ClosedRange<Int>, of source: SourceText, with texts: [String]) {
    let end = source.line(lines.upperBound).unicodeScalars.count
    self.init(
      from: YAMLMark(line: Int32(clamping: lines.lowerBound), column: 0),
      to: YAMLMark(line: Int32(clamping: lines.upperBound), column: Int32(clamping: end)),
      with: texts.joined(separator: source.lineEnd))
  }

  /// Writes a text at the end of a line, before the blanks there.
  static func appending(_ text: String, toLine number: Int32, in source: SourceText) -> SourceEdit {
    let scalars = source.line(Int(number)).unicodeScalars
    let end = scalars.reversed().drop { $0 == " " || $0 == "\t" }.count
    return SourceEdit(end..<end, ofLine: number, with: text)
  }

  /// The lines that it changes, counted from 1.
  var lines: ClosedRange<Int> { start.line...max(start.line, end.line) }

  /// The bytes that it replaces.
  package func range(in source: SourceText) -> Range<Int> {
    let from = source.offset(of: YAMLMark(start))
    return from..<max(from, source.offset(of: YAMLMark(end)))
  }

  /// The bytes of a file after the edit.
  /// - Complexity: O(size of the file).
  package func applied(to source: SourceText) -> [UInt8] {
    let range = range(in: source)
    return source.bytes[..<range.lowerBound] + Array(text.utf8) + source.bytes[range.upperBound...]
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
