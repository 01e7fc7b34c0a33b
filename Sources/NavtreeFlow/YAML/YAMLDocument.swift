/// A composed document: its nodes in the order of the file, each followed by its content.
///
/// An alias is a node of its own that names its target; nothing is copied. Texts lie beside the nodes, so
/// that reading a node copies no string.
package final class YAMLDocument: Sendable {
  enum Kind: UInt8, Sendable {
    case scalar, sequence, mapping, alias
  }

  struct Entry: Sendable {
    var kind: Kind
    var style: YAMLStyle
    var tag: YAMLTag
    var start: YAMLMark
    var end: YAMLMark
    /// The node after this one and all that it holds.
    var next: Int32
    /// Elements of a list, pairs of a map.
    var count: Int32 = 0
    /// The target of an alias.
    var target: Int32 = -1
  }

  package let source: SourceText
  let entries: [Entry]
  /// By node: a scalar's content, an alias's name.
  let texts: [String]

  init(source: SourceText, entries: [Entry], texts: [String]) {
    self.source = source
    self.entries = entries
    self.texts = texts
  }

  package var root: YAMLNode {
    YAMLNode(document: self, entry: 0, alias: -1)
  }
}

/// A tag of the core schema; any other is refused.
enum YAMLTag: UInt8, Sendable {
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
