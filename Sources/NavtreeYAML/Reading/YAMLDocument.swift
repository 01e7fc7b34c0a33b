import NavtreeText

/// A composed document: its nodes in the order of the file, each followed by its content.
///
/// An alias is a node of its own that names its target; nothing is copied. Texts lie beside the nodes, so
/// that reading a node copies no string.
package final class YAMLDocument: Sendable {
  package enum Kind: UInt8, Sendable {
    case scalar, sequence, mapping, alias
    /// Stands for a node of one of the files that a document was joined from.
    case reference
  }

  package struct Entry: Sendable, Equatable {
    package var kind: Kind
    package var style: YAMLStyle
    package var tag: YAMLTag
    package var start: YAMLMark
    package var end: YAMLMark
    /// The node after this one and all that it holds.
    package var next: Int32
    /// Elements of a list, pairs of a map.
    package var count: Int32 = 0
    /// The target of an alias or a reference; of a joined list or map the first of those that it joins.
    package var target: Int32 = -1
    /// Whether it stands for a `${…}` of the file.
    package var isReplacement = false

    package init(
      kind: Kind, style: YAMLStyle, tag: YAMLTag, start: YAMLMark, end: YAMLMark, next: Int32,
      count: Int32 = 0, target: Int32 = -1
    ) {
      self.kind = kind
      self.style = style
      self.tag = tag
      self.start = start
      self.end = end
      self.next = next
      self.count = count
      self.target = target
    }
  }

  /// The files, in the order of their entries.
  package let sources: [SourceText]
  /// The first entry of each file.
  private let firstEntries: [Int32]
  private let rootEntry: Int32
  package let entries: [Entry]
  /// By node: a scalar's content, an alias's name.
  package let texts: [String]
  /// The note on a replacement in diagnostics, such as `in example 2`.
  let note: String?

  init(source: SourceText, entries: [Entry], texts: [String], note: String? = nil) {
    sources = [source]
    self.note = note
    firstEntries = [0]
    rootEntry = 0
    self.entries = entries
    self.texts = texts
  }

  /// A document joined from those of several files.
  ///
  /// - Parameters:
  ///   - sources: The files and the first entry of each.
  ///   - root: The first of the entries that were added.
  package init(sources: [(source: SourceText, first: Int32)], root: Int32, entries: [Entry], texts: [String])
  {
    self.sources = sources.map(\.source)
    note = nil
    firstEntries = sources.map(\.first)
    rootEntry = root
    self.entries = entries
    self.texts = texts
  }

  package var root: YAMLNode { node(at: rootEntry) }

  package func node(at entry: Int32) -> YAMLNode { YAMLNode(document: self, entry: entry, alias: -1) }

  /// The flow's own file.
  package var source: SourceText { sources[0] }

  /// The file of an entry.
  /// - Complexity: O(log files).
  func source(of entry: Int32) -> SourceText {
    if sources.count == 1 { return sources[0] }
    var entry = entry
    while entry >= rootEntry, entries[Int(entry)].target >= 0 { entry = entries[Int(entry)].target }
    return sources[max(firstEntries.partitioningIndex { $0 > entry } - 1, 0)]
  }
}

/// A tag of the core schema; any other is refused.
package enum YAMLTag: UInt8, Sendable {
  /// No tag: the value determines its type.
  case none
  /// `!`: a scalar is a string whatever it looks like.
  case nonSpecific
  /// The entry is broken, which has been reported.
  case broken
  case string, integer, number, boolean, null, map, sequence

  init?(_ tag: String) {
    switch tag {
    case "!": self = .nonSpecific
    case "tag:yaml.org,2002:str": self = .string
    case "tag:yaml.org,2002:int": self = .integer
    case "tag:yaml.org,2002:float": self = .number
    case "tag:yaml.org,2002:bool": self = .boolean
    case "tag:yaml.org,2002:null": self = .null
    case "tag:yaml.org,2002:map": self = .map
    case "tag:yaml.org,2002:seq": self = .sequence
    default: return nil
    }
  }
}
