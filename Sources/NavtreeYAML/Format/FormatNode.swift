/// A node of a text, with the places on which its form and its comments depend, in bytes.
struct FormatNode {
  let event: YAMLEvent
  /// The anchor and the tag, as they are written.
  var properties: [String] = []
  /// The dash, question mark or key with which its line begins.
  var lead = 0
  /// Behind the properties.
  var content = 0
  var end = 0
  /// The elements of a list; of a map each key and its value.
  var children: [FormatNode] = []
  /// Whether it is the only pair of a map without braces in a list.
  var isBare = false
  /// Whether comments stand between its brackets.
  var hasComments = false
  /// The column of the lines of a list or a map of lines; -1 for one in brackets.
  var column = -1
  /// The next place behind a list or a map that isn't blank or a comment.
  var next = 0

  var isMap: Bool { event.kind == .mappingStart }
  var isCollection: Bool { isMap || event.kind == .sequenceStart }
  /// Whether nothing stands for it in the text.
  var isNothing: Bool {
    event.kind == .scalar && event.style == .plain && event.text.isEmpty && properties.isEmpty
  }
}

struct FormatComment {
  let offset: Int
  /// From `#`, without blanks at its end.
  let text: String
  /// The spaces and tabs before one that has its line for itself; nil for one behind something.
  let column: Int?
}
