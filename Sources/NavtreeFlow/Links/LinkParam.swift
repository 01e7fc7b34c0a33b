package import NavtreeJSON

/// A named part of a link's path: `{name}`, `{name:integer}`, `{name:TYPE?}`, `{name*}`.
package struct LinkParam: Sendable {
  /// The number of segments that it takes.
  package enum Presence: Sendable, Hashable {
    /// Exactly one.
    case required
    /// One or none; its value is null where it takes none.
    case optional
    /// One or more; its value is the list of them, so that a slash inside a segment stays one.
    case rest
  }

  package let name: String
  /// The schema of a segment's value.
  package internal(set) var item: Schema
  /// Whether the pattern names the type; otherwise it is a string, or what takes it says what it is.
  let isTyped: Bool
  package let presence: Presence

  /// The schema of its value.
  package var schema: Schema {
    switch presence {
    case .required: return item
    case .optional: return item.orNull
    case .rest:
      var words = SchemaConstraints.Words()
      words.items = item
      words.minItems = 1
      return Schema(.array, constraints: SchemaConstraints(words))
    }
  }

  /// The value of a decoded segment; nil if it doesn't fit.
  ///
  /// - Complexity: O(length of the text).
  package func read(_ text: String) -> JSONValue? {
    if item.types == .string, item.constraints == nil { return .string(text) }
    return try? item.reading([text])
  }

  /// A text that both params take; nil if none is found.
  func textInCommon(with other: LinkParam) -> String? {
    let samples = [item, other.item].flatMap { item in (0..<4).compactMap { item.sample($0)?.segment } }
    return (["x", "1", "true"] + samples).first { !$0.isEmpty && read($0) != nil && other.read($0) != nil }
  }

  /// Whether the other param takes every text that this one takes, as far as that is known.
  func isPart(of other: LinkParam) -> Bool {
    guard presence == other.presence else { return false }
    if other.item.takesAll(of: item) || item.jsonSchema == other.item.jsonSchema { return true }
    return item.listed?.allSatisfy { $0.segment.flatMap(other.read) != nil } ?? false
  }
}

extension ValueTypes {
  /// The types of a segment's value.
  static let segment: ValueTypes = [.string, .integer, .number, .boolean]
}

extension JSONValue {
  /// The text of a segment with this value; nil for null, lists and objects.
  var segment: String? {
    switch self {
    case .string(let text): text
    case .boolean, .integer, .number: description
    case .null, .array, .object: nil
    }
  }
}

extension Schema {
  /// Whether every text that is read as a value of the other schema is read as one of this schema, which has no rules
  /// beside its types.
  fileprivate func takesAll(of other: Schema) -> Bool {
    guard constraints == nil else { return false }
    let types = types.contains(.number) ? types.union(.integer) : types
    return types.contains(.string) || types.isSuperset(of: other.types)
  }
}
