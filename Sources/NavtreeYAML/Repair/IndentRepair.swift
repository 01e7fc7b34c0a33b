/// Lines that begin at the wrong column, and the columns at which they could.
struct IndentRepair {
  private let source: SourceText
  private let vocabulary: any YAMLVocabulary
  /// The number of spaces by which a level is indented in the file.
  private let step: Int

  /// Whether the items of the file's lists stand deeper than the key above them.
  private let areItemsDeeper: Bool

  init(_ source: SourceText, _ vocabulary: any YAMLVocabulary) {
    self.source = source
    self.vocabulary = vocabulary
    var steps: [Int: Int] = [:]
    var (deeper, level) = (0, 0)
    var last = ""
    for line in 0..<min(source.lineCount, 1_000) {
      guard let text = source.shortLine(line), !Self.isEmpty(text) else { continue }
      let (above, indent) = (YAMLLine(last).indent, YAMLLine(text).indent)
      if indent > above { steps[indent - above, default: 0] += 1 }
      if Self.dashes(text) > 0, Self.dashes(last) == 0, last.hasSuffix(":") {
        if indent > above { deeper += 1 } else { level += 1 }
      }
      last = text
    }
    step = steps.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? 2
    areItemsDeeper = deeper >= level
  }

  /// A line, counted from 0, at another column; nil where it stands there already.
  static func hint(for line: Int, width: Int, in source: SourceText) -> Hint? {
    let text = source.line(line)
    let indent = YAMLLine(text).indent
    guard indent != width else { return nil }
    let spaces = String(repeating: " ", count: width)
    let content = LineText.trimmedStart(text)
    let edit = SourceEdit(0..<indent, ofLine: Int32(clamping: line), with: spaces)
    return Hint(
      width == 0
        ? "begin it at the left edge: \(content)"
        : "indent it by \(width) space\(width == 1 ? "" : "s"): \(spaces)\(content)", .edit(edit),
      isCertain: true)
  }

  /// The ways to move a line, and those below that belong to it.
  func proposals(for line: Int) -> [RepairProposal] {
    guard let text = source.shortLine(line) else { return [] }
    let written = YAMLLine(text)
    guard !Self.isEmpty(text), LineText.indentingTab(in: text) == nil else { return [] }
    let end = blockEnd(after: line, deeperThan: written.indent)
    return widths(at: line).filter { $0 != written.indent }.flatMap { width -> [RepairProposal] in
      let isUsual = isUsual(width, at: line) && !isNameOfFormat(line, at: width)
      var proposals: [RepairProposal] = []
      if let hint = Self.hint(for: line, width: width, in: source) {
        proposals.append(proposal(line, written.indent, width, hint, isUsual ? 0 : 2))
      }
      if end > line + 1, let hint = blockHint(line..<end, by: width - written.indent) {
        proposals.append(proposal(line, written.indent, width, hint, isUsual ? 1 : 3))
      }
      return proposals
    }
  }

  private func proposal(_ line: Int, _ indent: Int, _ width: Int, _ hint: Hint, _ penalty: Int)
    -> RepairProposal
  {
    let mark = YAMLMark(line: Int32(clamping: line), column: Int32(clamping: indent))
    let place = source.location(from: mark, to: YAMLMark(line: mark.line + 1, column: 0))
    let count = abs(width - indent)
    let message =
      "this line is \(count) space\(count == 1 ? "" : "s") too \(width < indent ? "deep" : "shallow")"
    return RepairProposal(
      diagnostic: Diagnostic(.error, .yamlIndent, message, at: place, hint: hint),
      penalty: penalty, line: line, isDeeper: width > indent, isIndent: true)
  }

  private func blockHint(_ lines: Range<Int>, by delta: Int) -> Hint? {
    let texts = lines.map { source.line($0) }
    guard texts.count <= 1_000 else { return nil }
    let moved = texts.map { text in
      if Self.isEmpty(text) { return text }
      return delta > 0
        ? String(repeating: " ", count: delta) + text
        : String(text.dropFirst(min(-delta, YAMLLine(text).indent)))
    }
    let edit = SourceEdit(lines.lowerBound...lines.upperBound - 1, of: source, with: moved)
    return Hint(
      "move it to column \(YAMLLine(moved[0]).indent + 1), and the lines to \(lines.upperBound) with it: \(moved[0])",
      .edit(edit), isCertain: true)
  }

  /// Whether a key would name something of the author's in a map, and is one of the object that has the map.
  private func isNameOfFormat(_ line: Int, at width: Int) -> Bool {
    guard let key = key(of: line), let map = parent(of: line, at: width).flatMap(self.key) else {
      return false
    }
    return vocabulary.isKey(key, around: map)
  }

  /// Whether a line with a word such as `then` stands where the author names something.
  func namesWordOfRule(_ line: Int) -> Bool {
    guard let key = key(of: line), let map = parent(of: line).flatMap(self.key) else { return false }
    return vocabulary.isNoName(key, below: map)
  }

  // MARK: Columns

  /// The columns at which a line could belong to one of those above, or beside the one below.
  func widths(at line: Int) -> [Int] {
    var widths: [Int] = []
    func add(_ width: Int) {
      if !widths.contains(width) { widths.append(width) }
    }
    var number = line
    var least = Int.max
    var isFirst = true
    while least > 0, widths.count < 10, let above = source.lineAbove(number) {
      number = above.number - 1
      let written = YAMLLine(above.text)
      guard written.indent < least else { continue }
      least = written.indent
      let content = written.indent + Self.dashes(above.text)
      if isFirst { add(content + step) }
      isFirst = false
      add(content)
      add(written.indent)
    }
    if least == .max { add(0) }
    if let below = lineBelow(line) { add(YAMLLine(source.line(below)).indent) }
    return widths
  }

  /// Whether a column is one step deeper than the line above to which it would belong, whose own column is usual.
  private func isUsual(_ width: Int, at line: Int) -> Bool {
    let isItem = Self.dashes(source.line(line)) > 0
    var number = line
    while let above = source.lineAbove(number) {
      number = above.number - 1
      let written = YAMLLine(above.text)
      let isParentUsual = { isUsual(written.indent, at: above.number - 1) }
      if isItem, written.indent == width, Self.dashes(above.text) == 0 {
        return !areItemsDeeper && isParentUsual()
      }
      if written.indent >= width { continue }
      let dashes = Self.dashes(above.text)
      if dashes > 0, width == written.indent + dashes { return isParentUsual() }
      return width == written.indent + dashes + step && (!isItem || areItemsDeeper) && isParentUsual()
    }
    return width == 0
  }

  /// The width of the dashes that begin a line.
  private static func dashes(_ text: String) -> Int {
    let content = LineText.trimmedStart(text).unicodeScalars
    return content.starts(with: ["-", " "]) ? content.count - content.dropFirst().drop { $0 == " " }.count : 0
  }

  func lineBelow(_ line: Int) -> Int? {
    (line + 1..<max(source.lineCount, line + 1)).first { !Self.isEmpty(source.line($0)) }
  }

  /// The line above, counted from 0, to which one belongs by its column.
  func parent(of line: Int) -> Int? {
    parent(of: line, at: YAMLLine(source.line(line)).indent)
  }

  private func parent(of line: Int, at indent: Int) -> Int? {
    var number = line
    while let above = source.lineAbove(number) {
      number = above.number - 1
      if YAMLLine(above.text).indent < indent { return number }
    }
    return nil
  }

  /// The keys above a line to which it belongs, from the innermost.
  func keys(above line: Int) -> [String] { lines(above: line).compactMap(key) }

  /// The lines above a line to which it belongs, from the innermost.
  func lines(above line: Int) -> [Int] {
    var lines: [Int] = []
    var next = parent(of: line)
    while let line = next {
      lines.append(line)
      next = parent(of: line)
    }
    return lines
  }

  /// Whether a line is one of a text of several lines, behind `|` or `>`.
  func isOfText(_ line: Int) -> Bool {
    lines(above: line).contains { above in
      let last = LineText.trimmedEnd(source.line(above)).split(separator: " ").last ?? ""
      return (last.first == "|" || last.first == ">")
        && last.dropFirst().allSatisfy { "+-123456789".contains($0) }
    }
  }

  func key(of line: Int) -> String? {
    let written = YAMLLine(source.line(line))
    return written.keyEnd == nil ? nil : written.head.split(separator: " ").last.map { String($0.dropLast()) }
  }

  /// Some lines with a key.
  func lines(of key: String) -> [Int] {
    Array((0..<source.lineCount).lazy.filter { self.key(of: $0) == key }.prefix(3))
  }

  private func blockEnd(after line: Int, deeperThan indent: Int) -> Int {
    var end = line + 1
    var next = line
    while let below = lineBelow(next), YAMLLine(source.line(below)).indent > indent {
      next = below
      end = below + 1
    }
    return end
  }

  static func isEmpty(_ text: String) -> Bool {
    let content = LineText.trimmedStart(text)
    return content.isEmpty || content.hasPrefix("#")
  }
}
