import NavtreeText

/// Lines of a text that another one has otherwise.
package struct TextHunk {
  /// Those of the text, counted from 0.
  package let lines: Range<Int>
  /// Those that stand there in the other, each with its break.
  package let texts: [Substring]

  /// From the top down.
  /// - Complexity: that of `LineDifference`.
  package static func all(from source: SourceText, to other: SourceText) -> [TextHunk] {
    let difference = LineDifference(source.brokenLines, other.brokenLines)
    var hunks: [TextHunk] = []
    var line = 0
    var start = 0
    var texts: [Substring] = []
    func close() {
      if line > start || !texts.isEmpty { hunks.append(TextHunk(lines: start..<line, texts: texts)) }
      texts = []
    }
    for (side, text) in difference.lines {
      switch side {
      case .first: line += 1
      case .second: texts.append(text)
      case .both:
        close()
        line += 1
        start = line
      }
    }
    close()
    return hunks
  }

  package var edit: SourceEdit {
    SourceEdit(
      from: YAMLMark(line: Int32(clamping: lines.lowerBound), column: 0),
      to: YAMLMark(line: Int32(clamping: lines.upperBound), column: 0), with: texts.joined())
  }

  /// The difference of two texts as `diff -u` writes it, three lines around each change; empty where there is none.
  package static func unified(from source: SourceText, to other: SourceText) -> String {
    let lines = source.brokenLines
    let context = 3
    var text = ""
    var groups: [[TextHunk]] = []
    for hunk in all(from: source, to: other) {
      if let last = groups.last?.last, hunk.lines.lowerBound - last.lines.upperBound <= 2 * context {
        groups[groups.count - 1].append(hunk)
      } else {
        groups.append([hunk])
      }
    }
    if groups.isEmpty { return "" }
    text += "--- \(source.file)\n+++ \(other.file)\n"
    var delta = 0
    for group in groups {
      let start = max(0, group[0].lines.lowerBound - context)
      let end = min(lines.count, group[group.count - 1].lines.upperBound + context)
      let change = group.reduce(0) { $0 + $1.texts.count - $1.lines.count }
      text += "@@ -\(range(start, end - start)) +\(range(start + delta, end - start + change)) @@\n"
      delta += change
      var line = start
      for hunk in group {
        for same in lines[line..<hunk.lines.lowerBound] { text += written(" ", same) }
        for old in lines[hunk.lines] { text += written("-", old) }
        for new in hunk.texts { text += written("+", new) }
        line = hunk.lines.upperBound
      }
      for same in lines[line..<end] { text += written(" ", same) }
    }
    return text
  }

  /// A range without lines is named by the line before it.
  private static func range(_ start: Int, _ count: Int) -> String {
    count == 1 ? "\(start + 1)" : "\(count == 0 ? start : start + 1),\(count)"
  }

  private static func written(_ sign: String, _ line: Substring) -> String {
    line.last?.isNewline == true ? sign + line : "\(sign)\(line)\n\\ No newline at end of file\n"
  }
}
