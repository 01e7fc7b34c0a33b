import NavtreeJSON
import NavtreeYAML

/// A flow as JSON with every short form spelled out; loading that gives the same flow.
///
/// It follows the format's tables, keeps the author's own keys, and resolves aliases.
enum NormalForm {
  /// - Complexity: O(size of the flow with its aliases expanded).
  static func value(_ root: YAMLNode) -> JSONValue {
    object(root, .flow)
  }

  private static func value(_ node: YAMLNode, _ form: Form) -> JSONValue {
    switch form {
    case .text, .name, .screen, .boolean, .integer, .number, .duration, .delay, .times, .choice, .message,
      .value,
      .data, .pointer, .presents, .instant, .call, .word, .objectOrNull:
      return data(node)
    case .expression: return .string(expression(node))
    case .types:
      if node.kind == .sequence { return .array(node.elements.map { .string($0.text) }) }
      return .string(node.text)
    case .field: return schema(node, .field)
    case .schema: return schema(node, .schema)
    case .returned: return schema(node, .returned)
    case .action: return action(node)
    case .start: return start(node)
    case .object(let name): return object(node, name)
    case .short(_, let name, _, _), .flagged(let name):
      if node.kind == .mapping { return object(node, name) }
      guard let (key, isFlag) = form.only(of: node) else { return [:] }
      guard let entry = Format.object(name)[key.rawValue] else { return data(node) }
      return [key.rawValue: isFlag ? true : value(node, entry.form)]
    case .retries: return node.kind == .mapping ? object(node, .retry) : data(node)
    case .tree: return tree(node)
    case .opening: return LinkCompiler.isURL(node) ? data(node) : tree(node)
    case .map(_, let member): return map(node, member)
    case .list(let element): return .array(node.elements.map { value($0, element) })
    case .oneOrMore(let element):
      if node.kind == .sequence { return .array(node.elements.map { value($0, element) }) }
      return .array([value(node, element)])
    }
  }

  /// The members in the order of the tables, then the author's own.
  private static func object(_ node: YAMLNode, _ name: FormatObject.Name) -> JSONValue {
    var members = knownMembers(of: node, name)
    addAuthorsKeys(of: node, to: &members)
    return .object(members)
  }

  private static func knownMembers(of node: YAMLNode, _ name: FormatObject.Name) -> JSONObject {
    var members = JSONObject()
    for entry in Format.object(name).entries where entry.key != .include {
      guard let member = node[entry.key.rawValue] else { continue }
      members[entry.key.rawValue] = value(member, entry.form)
    }
    return members
  }

  private static func map(_ node: YAMLNode, _ form: Form) -> JSONValue {
    var members = JSONObject()
    for pair in node.pairs {
      let isAuthors = pair.key.text.isAuthorsKey
      members[pair.key.text] = isAuthors ? data(pair.value) : value(pair.value, form)
    }
    return .object(members)
  }

  private static func addAuthorsKeys(of node: YAMLNode, to members: inout JSONObject) {
    for pair in node.pairs where pair.key.text.isAuthorsKey {
      members[pair.key.text] = data(pair.value)
    }
  }

  /// `integer?` may be null, and a field of that form is null when nothing is given.
  private static func schema(_ node: YAMLNode, _ name: FormatObject.Name) -> JSONValue {
    switch node.kind {
    case .mapping: return object(node, name)
    case .sequence:
      let items = node.elements.map { schema($0, .schema) }.first ?? .object(JSONObject())
      return ["type": "array", "items": items]
    case .scalar:
      if case .boolean(let boolean) = node.scalar { return .boolean(boolean) }
      return short(ShortType(node.text), name)
    }
  }

  /// In the order of the format's tables: `type`, `default`, `items`.
  private static func short(_ short: ShortType, _ name: FormatObject.Name) -> JSONValue {
    let isFilled = name == .field && short.allowsNull
    var schema = JSONObject()
    for (number, isNullable) in ([short.isNullable] + short.lists).enumerated() {
      let type = number == 0 ? short.name : "array"
      var outer: JSONObject = ["type": isNullable ? [.string(type), "null"] : .string(type)]
      if isFilled, number == short.lists.count { outer["default"] = .null }
      if number > 0 { outer["items"] = .object(schema) }
      schema = outer
    }
    return .object(schema)
  }

  /// `{payload, rules}`, whatever form the action has.
  private static func action(_ node: YAMLNode) -> JSONValue {
    if node.kind == .sequence { return ["rules": .array(node.elements.map { object($0, .rule) })] }
    var members = knownMembers(of: node, .action)
    if members[Key.rules.rawValue] == nil {
      var rule = JSONObject()
      for entry in Format.object(.rule).entries {
        if let member = members.removeValue(forKey: entry.key.rawValue) { rule[entry.key.rawValue] = member }
      }
      members[Key.rules.rawValue] = [.object(rule)]
    }
    addAuthorsKeys(of: node, to: &members)
    return .object(members)
  }

  /// Windows, each with its choices.
  private static func start(_ node: YAMLNode) -> JSONValue {
    if node.kind == .mapping, !StartCompiler.isScreen(node) {
      var windows = JSONObject()
      for pair in node.pairs {
        windows[pair.key.text] =
          pair.key.text.isAuthorsKey ? data(pair.value) : choices(pair.value)
      }
      return .object(windows)
    }
    return .object([StartCompiler.mainWindow: choices(node)])
  }

  private static func choices(_ node: YAMLNode) -> JSONValue {
    switch node.kind {
    case .scalar: [.object([Key.screen.rawValue: data(node)])]
    case .mapping: [object(node, .start)]
    case .sequence:
      .array(
        node.elements.map {
          $0.kind == .scalar ? .object([Key.screen.rawValue: data($0)]) : object($0, .choice)
        })
    }
  }

  /// Recursion is bounded by the depth of YAML.
  private static func tree(_ node: YAMLNode) -> JSONValue {
    switch node.kind {
    case .mapping: TreeCompiler.isLink(node) ? .array([data(node)]) : object(node, .tree)
    case .sequence: .array(node.elements.map { TreeCompiler.isNode($0) ? object($0, .tree) : data($0) })
    case .scalar: .array([data(node)])
    }
  }

  /// The expression that a scalar holds, without a surrounding `${}`.
  static func expression(_ node: YAMLNode) -> String {
    if node.text.hasPrefix("${"), let whole = try? TemplateText(node.text).pieces, whole.count == 1,
      case .expression(let source, _) = whole[0]
    {
      return source
    }
    return node.text
  }

  /// A checked flow holds only values that JSON can express.
  private static func data(_ node: YAMLNode) -> JSONValue {
    node.json ?? .null
  }
}
