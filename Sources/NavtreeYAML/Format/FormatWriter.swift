/// Writes the nodes of a text in the one form, each comment where it stood between them.
struct FormatWriter {
  /// The longest line, in Unicode scalars, that lists and maps in brackets are kept on.
  static let width = 160

  private let source: SourceText
  private var comments: ArraySlice<FormatComment>
  private(set) var lines: [String] = []
  /// The spaces before the line that isn't finished, and its text.
  private var margin = 0
  private var line = ""
  private var isOpen = false
  private var hasComment = false
  /// The line of the source behind the last text of lines, whose blank lines belong to it.
  private var textEnd = 0

  init(_ source: SourceText, _ comments: [FormatComment]) {
    self.source = source
    self.comments = comments[...]
  }

  mutating func write(_ root: FormatNode?, head: Int?, foot: Int?) {
    if let head {
      for text in String(decoding: source.bytes[..<head], as: UTF8.self).split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      {
        if !lines.isEmpty || !text.isEmpty { lines.append(LineText.trimmedEnd(String(text))) }
      }
      let mark = lines.removeLast()
      line = mark
      isOpen = true
    }
    if let root {
      if !root.properties.isEmpty, comments.first.map({ $0.offset < root.lead }) == true {
        begin(0, at: root.lead)
      }
      value(root, below: -2, isItem: false, within: -1)
    }
    if let foot {
      begin(0, at: foot)
      add("...")
    }
    flush(to: source.bytes.count + 1, margin: 0)
    finish()
  }

  // MARK: Nodes

  /// - Parameter column: That of the list or map that it is in.
  private mutating func value(_ node: FormatNode, below margin: Int, isItem: Bool, within column: Int) {
    for property in node.properties { add(property) }
    if node.isNothing { return }
    if node.isCollection {
      guard let text = inline(node), fits(text) else {
        return collection(node, margin: max(margin + 2, 0), isItem: isItem, within: column)
      }
      return put([text], of: node, margin: margin + 2)
    }
    let scalar = FormatScalar(node: node, source: source)
    if let (header, texts, end) = scalar.block {
      put([header], of: node, margin: margin + 2)
      flush(to: source.endOfLine(from: node.content), margin: margin + 2)
      finish()
      let indent = String(repeating: " ", count: max(margin + 2, 2))
      lines += texts.map { $0.isEmpty ? "" : indent + $0 }
      textEnd = end
    } else {
      put(scalar.lines, of: node, margin: margin + 2)
    }
  }

  /// Writes a text behind what stands on the line, or below a comment that stands before it.
  private mutating func put(_ texts: [String], of node: FormatNode, margin: Int) {
    if let comment = comments.first, comment.offset < node.content { begin(max(margin, 0), at: node.content) }
    add(texts[0])
    for text in texts.dropFirst() {
      finish()
      if text.isEmpty {
        lines.append("")
      } else {
        self.margin = max(margin, 2)
        add(text)
      }
    }
  }

  private mutating func collection(_ node: FormatNode, margin: Int, isItem: Bool, within column: Int) {
    if node.event.style == .flow, !node.hasComments, let comment = comments.first, comment.column == nil,
      comment.offset >= node.end, comment.offset < source.endOfLine(from: node.end)
    {
      // A comment behind brackets is about their line.
      putComment(comment, margin: margin)
    }
    guard let first = node.children.first else {
      add(node.isMap ? "{}" : "[]")
      return flush(to: node.end, margin: max(margin - 2, 0))
    }
    let isBelow = comments.first.map { $0.offset < first.lead } == true
    let startsHere = !isOpen || isItem && node.properties.isEmpty && !isBelow && !hasComment
    if !isOpen { begin(margin, at: first.lead) }
    for (number, child) in node.children.enumerated() {
      if node.isMap, number % 2 == 1 { continue }
      if number > 0 || !startsHere { begin(margin, at: child.lead) }
      if node.isMap {
        key(child)
        value(node.children[number + 1], below: margin, isItem: false, within: node.column)
      } else {
        add("-")
        value(child, below: margin, isItem: true, within: node.column)
      }
    }
    let isFlow = node.event.style == .flow
    // Comments beside a list at the column of its key belong to what follows.
    let least = margin == 0 || isFlow ? 0 : max(node.column, node.isMap ? 0 : column + 1)
    flush(to: isFlow ? node.end : node.next, margin: margin, column: least)
  }

  private mutating func key(_ key: FormatNode) {
    for property in key.properties { add(property) }
    let text = FormatScalar(node: key, source: source).line
    if key.isNothing { add(":") } else { add(key.event.kind == .alias ? text + " :" : text + ":") }
  }

  // MARK: Brackets

  /// A node on one line, without its properties; nil for one of lines, and where comments stand in it.
  private func inline(_ node: FormatNode) -> String? {
    guard node.isCollection else {
      return node.isNothing ? "" : FormatScalar(node: node, source: source).line
    }
    guard node.event.style == .flow, !node.hasComments else { return nil }
    var parts: [String] = []
    for child in node.children {
      guard let part = inline(child) else { return nil }
      parts.append((child.properties + (part.isEmpty ? [] : [part])).joined(separator: " "))
    }
    if node.isMap {
      parts = stride(from: 0, to: parts.count - 1, by: 2).map { index in
        let key = node.children[index].event.kind == .alias ? parts[index] + " " : parts[index]
        return parts[index + 1].isEmpty && !node.isBare ? key : "\(key): \(parts[index + 1])"
      }
    }
    let content = parts.joined(separator: ", ")
    if parts.isEmpty { return node.isMap ? "{}" : "[]" }
    return node.isBare ? content : node.isMap ? "{ \(content) }" : "[\(content)]"
  }

  private func fits(_ text: String) -> Bool {
    margin + line.unicodeScalars.count + 1 + text.unicodeScalars.count <= Self.width
  }

  // MARK: Lines

  private mutating func add(_ word: String) {
    if isOpen, word.isEmpty { return }
    if !isOpen {
      line = ""
      isOpen = true
    }
    line += (line.isEmpty ? "" : " ") + word
  }

  private mutating func finish() {
    if isOpen { lines.append(String(repeating: " ", count: margin) + line) }
    line = ""
    isOpen = false
    hasComment = false
  }

  /// Begins a line for what stands at a place, below the comments and the blank lines above that.
  private mutating func begin(_ margin: Int, at offset: Int) {
    flush(to: offset, margin: margin)
    finish()
    addBlankLines(above: offset)
    self.margin = margin
  }

  /// Writes the comments up to a place, as long as they stand at a column or deeper.
  private mutating func flush(to offset: Int, margin: Int, column: Int = 0) {
    while let comment = comments.first, comment.offset < offset, comment.column ?? column >= column {
      putComment(comment, margin: margin)
    }
  }

  private mutating func putComment(_ comment: FormatComment, margin: Int) {
    comments.removeFirst()
    if comment.column == nil, isOpen, !hasComment {
      add(comment.text)
    } else {
      finish()
      addBlankLines(above: comment.offset)
      self.margin = margin
      add(comment.text)
    }
    hasComment = true
  }

  private mutating func addBlankLines(above offset: Int) {
    if lines.isEmpty { return }
    let mark = source.mark(of: offset)
    var number = Int(mark.line)
    guard source.bytes(ofLine: number).prefix(Int(mark.column)).allSatisfy({ $0 == 0x20 || $0 == 0x09 })
    else {
      return
    }
    while number > textEnd, source.bytes(ofLine: number - 1).allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
      number -= 1
      lines.append("")
    }
  }
}
