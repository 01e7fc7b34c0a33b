/// A node of a document, with the alias through which it was reached, if any.
package struct YAMLNode: Sendable {
  package enum Kind: Sendable {
    case scalar, sequence, mapping
  }

  package let document: YAMLDocument
  private let entry: Int32
  /// The innermost alias through which the node was reached, or -1.
  private let alias: Int32

  /// Follows an alias to its target.
  init(document: YAMLDocument, entry: Int32, alias: Int32) {
    self.document = document
    var entry = entry
    var node = document.entries[Int(entry)]
    if node.kind == .reference {
      entry = node.target
      node = document.entries[Int(entry)]
    }
    // The target of an alias is never an alias: `&a *b` isn't YAML.
    self.entry = node.kind == .alias ? node.target : entry
    self.alias = node.kind == .alias ? entry : alias
  }

  private var content: YAMLDocument.Entry { document.entries[Int(entry)] }

  package var kind: Kind {
    switch document.entries[Int(entry)].kind {
    case .scalar, .alias, .reference: .scalar
    case .sequence: .sequence
    case .mapping: .mapping
    }
  }

  package var style: YAMLStyle { document.entries[Int(entry)].style }

  /// Elements of a list, pairs of a map, 0 of a scalar.
  package var count: Int { Int(document.entries[Int(entry)].count) }

  /// Whether a fault here was reported already.
  package var isBroken: Bool { document.entries[Int(entry)].tag == .broken }

  var tag: YAMLTag { document.entries[Int(entry)].tag }

  /// A scalar's content, whatever its type.
  package var text: String { document.texts[Int(entry)] }

  /// The value of a scalar in YAML's core schema.
  package var scalar: YAMLScalar {
    let content = content
    return YAMLScalar(text, style: content.style, tag: content.tag)
  }

  /// The content of a scalar that is a string.
  package var string: String? {
    guard kind == .scalar, case .string = scalar else { return nil }
    return text
  }

  /// Whether two handles mean the same node of the file.
  package func isSame(as other: YAMLNode) -> Bool {
    document === other.document && entry == other.entry
  }

  // MARK: Its position

  /// The position of a node in its document, for callers that keep many: it keeps nothing alive.
  package struct Position: Sendable {
    fileprivate let entry: Int32
    fileprivate let alias: Int32
  }

  package var position: Position { Position(entry: entry, alias: alias) }

  /// The node at a position of the same document.
  package func node(at position: Position) -> YAMLNode {
    YAMLNode(document: document, entry: position.entry, alias: position.alias)
  }

  // MARK: Contents

  package struct Pair: Sendable {
    package let key: YAMLNode
    package let value: YAMLNode
  }

  /// The pairs of a map in the order of the file; none of anything else.
  package var pairs: PairSequence { PairSequence(node: self) }

  /// The elements of a list in the order of the file; none of anything else.
  package var elements: ElementSequence { ElementSequence(node: self) }

  /// The elements of a list; anything else stands for its one element.
  package var oneOrMore: [YAMLNode] { kind == .sequence ? Array(elements) : [self] }

  /// The value of a key of a map.
  /// - Complexity: O(pairs).
  package subscript(key: String) -> YAMLNode? {
    for pair in pairs where pair.key.text == key { return pair.value }
    return nil
  }

  /// The entries right below a list or a map, in the order of the file; aliases aren't followed.
  package var contentEntries: [Int32] {
    var entries: [Int32] = []
    var position = entry + 1
    for _ in 0..<(kind == .mapping ? count * 2 : kind == .sequence ? count : 0) {
      entries.append(position)
      position = document.entries[Int(position)].next
    }
    return entries
  }

  package struct PairSequence: Sequence, IteratorProtocol {
    private var content: Content

    fileprivate init(node: YAMLNode) {
      content = Content(of: node, left: node.kind == .mapping ? node.count * 2 : 0)
    }

    package mutating func next() -> Pair? {
      guard let key = content.next(), let value = content.next() else { return nil }
      return Pair(key: key, value: value)
    }
  }

  package struct ElementSequence: Sequence, IteratorProtocol {
    private var content: Content

    fileprivate init(node: YAMLNode) {
      content = Content(of: node, left: node.kind == .sequence ? node.count : 0)
    }

    package mutating func next() -> YAMLNode? { content.next() }
  }

  /// The nodes right below a list or a map, where each key is followed by its value.
  private struct Content {
    private let node: YAMLNode
    private var position: Int32
    private var left: Int

    init(of node: YAMLNode, left: Int) {
      self.node = node
      position = node.entry + 1
      self.left = left
    }

    mutating func next() -> YAMLNode? {
      guard left > 0 else { return nil }
      left -= 1
      let next = YAMLNode(document: node.document, entry: position, alias: node.alias)
      position = node.document.entries[Int(position)].next
      return next
    }
  }

  // MARK: Places

  package var start: YAMLMark { document.entries[Int(entry)].start }
  package var end: YAMLMark { document.entries[Int(entry)].end }

  /// The place of its content.
  package var location: SourceLocation { source.location(from: start, to: end) }

  /// The file that it stands in.
  package var source: SourceText { document.source(of: entry) }

  /// The alias through which it was reached, if any.
  package var usedAt: (name: String, location: SourceLocation)? {
    guard alias >= 0 else { return nil }
    let use = document.entries[Int(alias)]
    return (document.texts[Int(alias)], document.source(of: alias).location(from: use.start, to: use.end))
  }

  /// The note on a value that stands for a `${…}` of the file.
  package var replacementNote: String? { isReplacement ? document.note : nil }

  /// Whether it stands for a `${…}` of the file.
  package var isReplacement: Bool { document.entries[Int(entry)].isReplacement }

  /// From here to the end of the line; nil for a line too long to be typed.
  package var restOfLine: String? {
    source.shortLine(Int(start.line)).map {
      String(String.UnicodeScalarView($0.unicodeScalars.dropFirst(Int(start.column))))
    }
  }
}
