import NavtreeJSON
import NavtreeText
import NavtreeYAML

/// The schemas of the params and fields that take a link's values as they are, read before the types of these values
/// are known: `id: "${link.id}"`.
struct LinkUses {
  private var uses: [(source: String, schema: Schema)] = []
  private let compilation: Compilation

  init(_ link: ObjectReader, _ compilation: Compilation) {
    self.compilation = compilation
    for key in [Key.opens, .otherwise] {
      if let node = link[key] { read(tree: node) }
    }
  }

  /// The type of an untyped param: a string, unless all that take it take other values alone.
  func item(of param: LinkParam) -> Schema? {
    let taking = uses.filter { LinkBinding.isWhole($0.source, field: param.name) }.map(\.schema)
    let items = param.presence == .rest ? taking.compactMap { $0.constraints?.words.items } : taking
    guard let first = items.first, !items.contains(where: { $0.types.contains(.string) }) else { return nil }
    let types = first.types.intersection(.segment)
    return types.isEmpty ? nil : Schema(types, constraints: first.constraints)
  }

  /// Recursion is bounded by the depth of YAML.
  private mutating func read(tree: YAMLNode) {
    switch tree.kind {
    case .scalar: break
    case .sequence: for element in tree.elements { read(tree: element) }
    case .mapping:
      guard !TreeCompiler.isLink(tree), let screen = tree[Key.screen.rawValue] else {
        return read(screen: tree)
      }
      if screen.kind == .mapping { read(screen: screen) }
      if let type = compilation.screenNames.index(of: screen.text) {
        read(tree[Key.params.rawValue], compilation.screens[type].params)
        read(tree[Key.state.rawValue], compilation.screens[type].state)
      }
      for pair in tree[Key.slots.rawValue].map({ Array($0.pairs) }) ?? [] { read(tree: pair.value) }
    }
  }

  /// - Parameter node: `{TYPE: PARAMS}`.
  private mutating func read(screen node: YAMLNode) {
    for pair in node.pairs {
      guard let type = compilation.screenNames.index(of: pair.key.text) else { continue }
      read(pair.value, compilation.screens[type].params)
    }
  }

  private mutating func read(_ node: YAMLNode?, _ record: RecordDefinition) {
    guard let node, node.kind == .mapping else { return }
    for pair in node.pairs where pair.value.kind == .scalar {
      let text = pair.value.text
      guard text.hasPrefix("${"), text.hasSuffix("}"), let field = record.names.index(of: pair.key.text)
      else { continue }
      uses.append((String(text.dropFirst(2).dropLast()), record.fields[field].schema))
    }
  }
}

extension LinkPattern {
  /// The same pattern, whose untyped params have the types of what takes them.
  func typed(by uses: LinkUses) -> LinkPattern {
    var params = params
    for index in params.indices where !params[index].isTyped {
      if let item = uses.item(of: params[index]) { params[index].item = item }
    }
    return LinkPattern(text: text, segments: segments, params: params)
  }
}
