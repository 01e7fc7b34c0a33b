/// An event of the scanner.
struct YAMLEvent {
  enum Kind {
    case streamStart, streamEnd, documentStart, documentEnd
    case alias, scalar, sequenceStart, sequenceEnd, mappingStart, mappingEnd
  }

  var kind = Kind.streamStart
  var start = YAMLMark(line: 0, column: 0)
  var end = YAMLMark(line: 0, column: 0)
  /// A scalar's content, or an alias's name.
  var text = ""
  var style = YAMLStyle.plain
  var anchor: String?
  /// As resolved by the document's tag handles.
  var tag: String?
}

/// How a node is written.
package enum YAMLStyle: UInt8, Sendable {
  case plain, singleQuoted, doubleQuoted, literal, folded
  /// A list or map of lines.
  case block
  /// A list or map in brackets or braces.
  case flow
}

/// Text that the scanner couldn't read.
struct YAMLSyntaxError: Error {
  var problem: String
  var mark: YAMLMark
  var context: String
  var contextMark: YAMLMark?
  /// The byte that isn't allowed in any YAML file, by offset; the marks are then meaningless.
  var byte: Int?
  /// What to do about it, where that is known already.
  var hint: String?
}
