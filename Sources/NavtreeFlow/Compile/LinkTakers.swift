import NavtreeCEL
import NavtreeJSON
import NavtreeText
import NavtreeYAML

/// The params and fields that the values of a URL go to, in the trees that a link opens.
struct LinkTakers {
  /// Those that take a field of the link as it is.
  private(set) var plain: [LinkRoute.Taker] = []
  /// Those that take a value computed from fields of the link when it opens.
  private(set) var computed: [LinkDefinition.Computed] = []

  init(of link: LinkDefinition, _ compilation: Compilation) {
    read(link.opens, compilation, isOpening: true)
    switch link.otherwise {
    case nil: break
    case .opens(let tree): read(tree, compilation, isOpening: false)
    case .url(let template):
      guard template.reads(.url) else { return }
      computed.append(
        .init(template: template, taker: .url, name: "otherwise", isOpening: false, isMeanwhile: true))
    }
  }

  private mutating func read(_ tree: TreeTemplate, _ compilation: Compilation, isOpening: Bool) {
    var trees = [tree]
    while let tree = trees.popLast() {
      for node in tree.nodes {
        let screen = compilation.screens[node.screen.type]
        collect(node.screen.params, screen.params, screen.name.text, isOpening)
        collect(node.state, screen.state, screen.name.text, isOpening)
        trees += node.slots.map(\.tree)
      }
    }
  }

  private mutating func collect(
    _ template: ValueTemplate?, _ record: RecordDefinition, _ screen: String, _ isOpening: Bool
  ) {
    guard let template, template.reads(.url) else { return }
    func add(_ template: ValueTemplate, _ taker: LinkDefinition.Computed.Taker, _ name: String) {
      computed.append(
        .init(
          template: template, taker: taker, name: name, isOpening: isOpening,
          isMeanwhile: !isOpening || !template.reads(.elsewhere)))
    }
    guard case .object(let members) = template else { return add(template, .record(record), screen) }
    for member in members where member.value.reads(.url) {
      guard let field = record.names.index(of: member.key) else { continue }
      collect(member.value, record.fields[field].schema)
      if case .expression(let expression) = member.value, expression.linkField != nil { continue }
      add(member.value, .field(record.fields[field].schema), "\(record.fields[field].name) of \(screen)")
    }
  }

  /// Recursion is bounded by the depth of YAML.
  private mutating func collect(_ template: ValueTemplate, _ schema: Schema) {
    let words = schema.constraints?.words
    switch template {
    case .constant, .text: break
    case .expression(let expression):
      if let field = expression.linkField { plain.append(LinkRoute.Taker(field: field, schema: schema)) }
    case .array(let elements):
      guard let items = words?.items else { return }
      for element in elements { collect(element, items) }
    case .object(let members):
      for member in members {
        guard let words, let property = words.propertyNames.index(of: member.key) else { continue }
        collect(member.value, words.properties[property])
      }
    }
  }
}

/// Where a value of a link comes from.
private enum LinkSource {
  case url, elsewhere
}

extension CompiledExpression {
  /// The number of the link's field that is the whole expression, if it is nothing else.
  fileprivate var linkField: Int? {
    guard let reference = program.reference, reference.variable == ScopeVariable.link.rawValue,
      reference.path.isEmpty
    else { return nil }
    return reference.field
  }

  fileprivate func reads(_ source: LinkSource) -> Bool {
    program.references.contains { ($0.variable == ScopeVariable.link.rawValue) == (source == .url) }
  }
}

extension ValueTemplate {
  /// Recursion is bounded by the depth of YAML.
  fileprivate func reads(_ source: LinkSource) -> Bool {
    switch self {
    case .constant: false
    case .expression(let expression): expression.reads(source)
    case .text(let parts):
      parts.contains { part in
        if case .expression(let expression) = part { expression.reads(source) } else { false }
      }
    case .array(let elements): elements.contains { $0.reads(source) }
    case .object(let members): members.contains { $0.value.reads(source) }
    }
  }
}
