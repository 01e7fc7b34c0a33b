/// Takes places of a changed text back to the text before the change.
struct TextChange {
  private let from: SourceText
  private let to: SourceText
  /// The first line that differs, and the number of equal lines at the end.
  private let first: Int
  private let last: Int

  /// - Complexity: O(size of the text).
  init(from: SourceText, to: SourceText) {
    self.from = from
    self.to = to
    let most = min(from.lineCount, to.lineCount)
    var first = 0
    while first < most, from.bytes(ofLine: first).elementsEqual(to.bytes(ofLine: first)) { first += 1 }
    var last = 0
    while last < most - first,
      from.bytes(ofLine: from.lineCount - 1 - last).elementsEqual(to.bytes(ofLine: to.lineCount - 1 - last))
    {
      last += 1
    }
    self.first = first
    self.last = last
  }

  /// The diagnostic with its places before the change.
  func before(_ diagnostic: Diagnostic) -> Diagnostic {
    let place = diagnostic.location
    guard place.file == from.number else { return diagnostic }
    var diagnostic = diagnostic
    let start = before(SourceEdit.Place(line: place.line, column: place.column))
    let end = before(SourceEdit.Place(line: place.line, column: place.endColumn))
    diagnostic.location = SourceLocation(
      line: start.line, column: start.column, endColumn: max(start.column + 1, end.column),
      file: place.file)
    if var fix = diagnostic.fix {
      fix.start = before(fix.start)
      fix.end = before(fix.end)
      diagnostic.fix = fix
    }
    return diagnostic
  }

  private func before(_ place: SourceEdit.Place) -> SourceEdit.Place {
    let line = place.line - 1
    if line < first { return place }
    let delta = from.lineCount - to.lineCount
    if line >= to.lineCount - last { return SourceEdit.Place(line: place.line + delta, column: place.column) }
    let old = min(max(line + (line > first ? delta : 0), first), from.lineCount - 1)
    // Text behind the change keeps its distance from the line's end.
    let (before, after) = (Array(from.line(old).unicodeScalars), Array(to.line(line).unicodeScalars))
    let equal = zip(before.reversed(), after.reversed()).prefix { $0 == $1 }.count
    let fromEnd = after.count - (place.column - 1)
    let column = fromEnd <= equal ? before.count - fromEnd + 1 : min(place.column, before.count + 1)
    return SourceEdit.Place(line: old + 1, column: max(1, column))
  }
}
