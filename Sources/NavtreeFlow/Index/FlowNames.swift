package import NavtreeYAML

/// Follows the format's tables through a file.
///
/// Recursion is bounded by the depth of YAML.
struct FormatVisitor<Node: FormatNode> {
  /// Gets each scalar with its place.
  let scalar: (Node, FormatPlace) -> Void
  /// Gets each key with the place of its map, and its value.
  let key: (_ key: Node, _ value: Node, FormatPlace) -> Void
  /// Whether the content of values is followed too, not only the format's maps.
  var isThorough = true

  /// - Complexity: O(size of the file).
  func visit(_ node: Node, _ place: FormatPlace) {
    switch node.kind {
    case .scalar: scalar(node, place.mapping(node) == nil ? place : place.alone())
    case .sequence:
      if !isThorough, place.hasPlainItems { return }
      let item = place.item()
      for element in node.items { visit(element, item) }
    case .mapping:
      for (key, value) in node.members {
        self.key(key, value, place)
        if isThorough || !place.hasPlainValue(of: key, in: node) {
          visit(value, place.value(of: key, in: node))
        }
      }
    }
  }
}

/// The names that a flow and its scenarios declare, as far as their text is there.
package struct FlowNames: Sendable {
  /// In the order of the files.
  package private(set) var declared = KindNames()
  /// The names that are used, declared or not: those of a text that isn't complete.
  package private(set) var used = KindNames()
  /// The screens that each slot takes, by screen and slot; nil: any.
  private(set) var presents: [String: [String: [String]?]] = [:]
  /// The screens that windows start with.
  package private(set) var roots: Set<String> = []

  package init() {}

  /// The names of a text that needn't parse.
  ///
  /// - Complexity: O(size of the file).
  package init(of root: TextNode, isOfScenarios: Bool = false) {
    follow(root, isOfScenarios: isOfScenarios)
  }

  /// Adds the names of a file.
  package mutating func add(_ root: YAMLNode, isOfScenarios: Bool) {
    follow(root, isOfScenarios: isOfScenarios)
  }

  private mutating func follow<Node: FormatNode>(_ root: Node, isOfScenarios: Bool) {
    var names = self
    FormatVisitor<Node>(
      scalar: { names.take($0.text, $1) }, key: { names.take($0, $1, $2) }, isThorough: false
    ).visit(root, .root(ofScenarios: isOfScenarios))
    self = names
  }

  private mutating func take(_ text: String, _ place: FormatPlace) {
    if let kind = place.names, kind != .address { used.add(kind, text) }
    switch (place.object, place.key) {
    case (.slot, "presents"), (.tab, "presents"), (.tab, "screen"), (.pane, "presents"), (.pane, "screen"):
      guard let screen = place.screen, let slot = place.member else { return }
      if text == "any" {
        presents[screen, default: [:]][slot] = .some(nil)
      } else if presents[screen]?[slot] != .some(.none) {
        presents[screen, default: [:]][slot, default: []]?.append(text)
      }
    case (.flow, "start"), (.start, "screen"), (.choice, "screen"), (.windowKind, _): roots.insert(text)
    default: break
    }
  }

  private mutating func take(_ key: some FormatNode, _ value: some FormatNode, _ place: FormatPlace) {
    if place.form.isLinkURL(key.text), place.mapping(value) == nil {
      for param in LinkPattern.params(in: value.text) { declared.add(.link(value.text), String(param.name)) }
    }
    if place.isTree, place.mapping(value) == nil { used.add(.screen, key.text) }
    guard let kind = place.keys else { return }
    guard place.isDeclaring else { return used.add(kind, key.text) }
    declared.add(kind, key.text)
    if case .slot(let screen?) = kind { presents[screen, default: [:]][key.text, default: []] = [] }
  }

  /// Adds what the maker of the flow declares beside its text, such as the fields of a list that loads.
  package mutating func add(_ kind: FlowSymbol.Kind, _ names: some Sequence<String>) {
    for name in names { declared.add(kind, name) }
  }

  func has(_ kind: FlowSymbol.Kind, _ name: String) -> Bool { declared.contains(kind, name) }

  package func names(of kind: FlowSymbol.Kind) -> [String] { declared[kind] }

  /// The kinds that a name may have, where its owner may be unknown: those that declare it.
  func owners(_ kind: FlowSymbol.Kind, _ name: String) -> [FlowSymbol.Kind] {
    if kind.owner != nil
      || !kind.includes(.slot("")) && !kind.includes(.field(.state("")))
        && !kind.includes(.field(.params("")))
    {
      return [kind]
    }
    return declared.kinds.filter { kind.includes($0) && $0 != kind && has($0, name) }
  }

  /// The declared symbols of some kinds that have a name.
  func symbols(named name: String, where isOne: (FlowSymbol.Kind) -> Bool) -> [FlowSymbol] {
    declared.kinds.filter { isOne($0) && has($0, name) }.map { FlowSymbol($0, name) }
  }

  /// The fields of effects that an action may read, as `action.output.x` and the like.
  func answers(_ part: String, _ name: String) -> [FlowSymbol] {
    symbols(named: name) { kind in
      switch kind {
      case .field(.output), .field(.next): part == "output"
      case .field(.errors): part == "error"
      case .field(.input): part == "input"
      default: false
      }
    }
  }

  /// The screens that may hold one, sorted.
  package func holders(of screen: String) -> [String] {
    presents.filter { $0.value.values.contains { $0.map { $0.contains(screen) } ?? true } }.map(\.key)
      .sorted()
  }

  /// The screens in a slot of one of some screens.
  package func screens(in slot: String, of holders: Set<String>) -> Set<String> {
    var screens: Set<String> = []
    for holder in holders {
      guard let presented = presents[holder]?[slot] else { continue }
      guard let presented else { return Set(names(of: .screen)) }
      screens.formUnion(presented)
    }
    return screens
  }
}

extension Form {
  fileprivate func isLinkURL(_ key: String) -> Bool {
    if case .object(.link) = self { key == "url" } else { false }
  }
}

extension FormatPlace {
  /// Whether an item of a list here is no name, and has no keys of the format below it.
  fileprivate var hasPlainItems: Bool {
    switch form {
    case .list(let element), .oneOrMore(let element): element.isPlain
    default: form.isPlain
    }
  }

  /// The same of the value of a key, whose place takes longer to make.
  fileprivate func hasPlainValue<Node: FormatNode>(of key: Node, in node: Node) -> Bool {
    if let object = mapping(node), let entry = Format.object(object)[key.text] { return entry.form.isPlain }
    return switch form {
    case .map(_, let member): member.isPlain
    case .start: false
    default: true
    }
  }
}

extension Form {
  fileprivate var isPlain: Bool {
    switch self {
    case .value, .data, .expression, .message, .boolean, .integer, .number, .duration, .delay, .times,
      .choice,
      .instant, .pointer:
      true
    default: false
    }
  }
}
