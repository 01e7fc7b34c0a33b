package import NavtreeJSON

/// A copy of a part of a document in which strings with `${…}` are replaced by values.
///
/// Its nodes stand where the originals do, the parts of a value where its `${…}` does.
package struct YAMLSubstitution {
  package enum Replacement {
    case value(JSONValue)
    /// The item, or the key with its value, isn't there.
    case removed
    /// The errors have already been reported.
    case broken
  }

  private let replace: (YAMLNode) -> Replacement
  /// The most entries that may still be made.
  private var room: Int
  private var leftOut: String?
  private var entries: [YAMLDocument.Entry] = []
  private var texts: [String] = []

  /// Whether a string with `${` stands in a node, beside the value of a key of it.
  /// - Complexity: O(size of the node, with its aliases expanded).
  package static func isNeeded(for node: YAMLNode, without key: String? = nil) -> Bool {
    switch node.kind {
    case .scalar: node.text.isTemplate
    case .sequence: node.elements.contains { isNeeded(for: $0) }
    case .mapping:
      node.pairs.contains { $0.key.text != key && (isNeeded(for: $0.key) || isNeeded(for: $0.value)) }
    }
  }

  /// A copy of a node; nil if it would be larger than the room.
  /// - Parameters:
  ///   - key: A key of the node that is left out with its value.
  ///   - note: The note on a replaced value in diagnostics, such as `in example 2`.
  ///   - replace: The value of a string that holds `${`; called once for each.
  /// - Complexity: O(size of the copy).
  package static func copy(
    _ node: YAMLNode, without key: String? = nil, note: String?, room: inout Int,
    replace: @escaping (YAMLNode) -> Replacement
  ) -> YAMLNode? {
    var copy = YAMLSubstitution(replace: replace, room: room)
    copy.leftOut = key
    _ = copy.append(node)
    room = copy.room
    guard room >= 0, !copy.entries.isEmpty else { return nil }
    return YAMLDocument(
      source: node.source, entries: copy.entries, texts: copy.texts, note: note
    ).root
  }

  private init(replace: @escaping (YAMLNode) -> Replacement, room: Int) {
    self.replace = replace
    self.room = room
  }

  /// Whether something was appended. Recursion is bounded by the depth of YAML.
  private mutating func append(_ node: YAMLNode) -> Bool {
    if room < 0 { return false }
    switch node.kind {
    case .scalar:
      guard node.text.isTemplate, node.string != nil else {
        append(.scalar, like: node, node.text, tag: node.tag)
        return true
      }
      let before = entries.count
      switch replace(node) {
      case .value(let value):
        append(value, like: node)
        for index in before..<entries.count { entries[index].isReplacement = true }
      case .removed: return false
      case .broken: append(.scalar, like: node, node.text, tag: .broken)
      }
      return true
    case .sequence:
      let start = open(.sequence, like: node)
      var count = 0
      for element in node.elements where append(element) { count += 1 }
      close(start, count: count)
      return true
    case .mapping:
      let start = open(.mapping, like: node)
      var count = 0
      let leftOut = leftOut
      self.leftOut = nil
      for pair in node.pairs where leftOut == nil || pair.key.text != leftOut {
        let before = entries.count
        guard append(pair.key) else { continue }
        if append(pair.value) {
          count += 1
        } else {
          entries.removeSubrange(before...)
          texts.removeSubrange(before...)
        }
      }
      close(start, count: count)
      return true
    }
  }

  private mutating func append(_ value: JSONValue, like node: YAMLNode) {
    if room < 0 { return }
    switch value {
    case .null: append(.scalar, like: node, "null", style: .plain)
    case .boolean(let boolean): append(.scalar, like: node, "\(boolean)", style: .plain)
    case .integer(let integer): append(.scalar, like: node, "\(integer)", style: .plain)
    case .number(let number):
      append(.scalar, like: node, JSONValue.number(number).description, style: .plain, tag: .number)
    case .string(let text): append(.scalar, like: node, text, tag: .string)
    case .array(let elements):
      let start = open(.sequence, like: node)
      for element in elements { append(element, like: node) }
      close(start, count: elements.count)
    case .object(let members):
      let start = open(.mapping, like: node)
      for (key, member) in members {
        append(.scalar, like: node, key, tag: .string)
        append(member, like: node)
      }
      close(start, count: members.count)
    }
  }

  private mutating func append(
    _ kind: YAMLDocument.Kind, like node: YAMLNode, _ text: String, style: YAMLStyle? = nil,
    tag: YAMLTag = .none
  ) {
    room -= 1
    entries.append(
      YAMLDocument.Entry(
        kind: kind, style: style ?? node.style, tag: tag, start: node.start, end: node.end,
        next: Int32(clamping: entries.count + 1)))
    texts.append(text)
  }

  private mutating func open(_ kind: YAMLDocument.Kind, like node: YAMLNode) -> Int {
    append(kind, like: node, "", style: node.kind == .scalar ? .flow : node.style)
    return entries.count - 1
  }

  private mutating func close(_ start: Int, count: Int) {
    entries[start].count = Int32(clamping: count)
    entries[start].next = Int32(clamping: entries.count)
  }
}
