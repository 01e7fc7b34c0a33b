package import NavtreeJSON

/// A key that the format has at a place.
package struct FormatCandidate {
  package let text: String
  package let summary: String
  /// The kind of value that a key takes.
  package let detail: String
  /// Whether the value of a key is a map or a list.
  package var opensBlock = false
  package var isRequired = false
}

extension FormatPlace {
  /// Whether a screen alone, or as the key of its params, may stand here.
  package var isTree: Bool {
    switch form {
    case .tree, .opening: true
    default: false
    }
  }

  package static let types = ValueTypes.names.map(\.name)

  /// The words of all maps of the format: keys, and values of the format's own.
  package static let vocabulary: [String] = Set(
    (Format.ofFlows + Format.ofScenarios).flatMap(\.entries).flatMap { [$0.key.rawValue] + $0.form.words }
      + types + [Format.keptNowhere, "null"]
  ).sorted()

  /// The keys that a map here may have, the required ones first.
  package func keyCandidates(_ node: some FormatNode) -> [FormatCandidate] {
    var objects: [FormatObject.Name] = []
    switch form {
    case .tree, .opening: objects = [.tree]
    case .start: objects = [.start]
    case .oneOrMore(let element), .list(let element): objects = [element.objectName].compactMap { $0 }
    default: objects = [mapping(node)].compactMap { $0 }
    }
    if case .object(.flow) = form, node.member("flow") == nil { objects.append(.part) }
    var seen: Set<String> = []
    return objects.flatMap { Format.object($0).entries }.filter { seen.insert($0.key.rawValue).inserted }.map
    {
      FormatCandidate(
        text: $0.key.rawValue, summary: $0.summary, detail: $0.form.noun,
        opensBlock: $0.form.opensBlock, isRequired: $0.isRequired)
    }
  }

  /// The map of the format that a place stands for, for its snippets.
  package func snippets(_ node: some FormatNode) -> [JSONValue] {
    mapping(node).map { FlowSnippets.of($0) } ?? []
  }

  /// The description of a key of a map here.
  package func entry(_ key: String, in node: some FormatNode) -> (summary: String, form: String)? {
    guard let object = mapping(node), let entry = Format.object(object)[key] else { return nil }
    return (entry.summary, entry.form.noun)
  }

  /// The keys that go with the type of a schema's values.
  package static func keys(ofType type: String) -> Set<String> {
    switch ShortType(type).lists.isEmpty ? ShortType(type).name : "array" {
    case "array": ["items", "maxItems", "minItems", "uniqueItems"]
    case "string": ["minLength", "maxLength", "pattern", "format", "enum"]
    case "integer", "number": ["minimum", "maximum", "multipleOf"]
    case "object": ["properties", "required", "additionalProperties", "maxProperties", "minProperties"]
    default: []
    }
  }

  /// The words of the format that a value here may be.
  package var wordCandidates: [String] {
    let words = form.words + siblings + (key == "additionalProperties" ? ["false"] : [])
    switch names {
    case .store: return words + [Format.keptNowhere]
    case .address: return words + ["self", "parent", "root", "active"]
    default: return words
    }
  }
}

extension Form {
  fileprivate var opensBlock: Bool {
    switch self {
    case .object, .map, .list, .action, .flagged, .objectOrNull, .oneOrMore, .presents, .opening, .tree: true
    default: false
    }
  }

  fileprivate var words: [String] {
    switch self {
    case .choice(let choices): choices
    case .boolean: ["true", "false"]
    case .presents: ["any"]
    case .types, .field, .schema, .returned: FormatPlace.types
    case .times, .retries: [RetryPolicy.foreverWord]
    case .flagged: ["true"]
    case .word(let word, _): [word]
    case .short(let key, let name, let isFlag, let word):
      (isFlag ? ["true"] : []) + (word.map { [$0.rawValue] } ?? [])
        + (Format.object(name)[key.rawValue]?.form.words ?? [])
    case .oneOrMore(let element), .list(let element): element.words
    case .objectOrNull: ["null"]
    default: []
    }
  }
}
