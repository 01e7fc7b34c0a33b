import NavtreeCEL
import NavtreeJSON
import NavtreeText

/// The params and fields that the values of a URL go to, in the trees that a link opens.
struct LinkTakers {
  /// Those that take a field of the link as it is.
  private(set) var plain: [LinkRoute.Taker] = []
  /// Those that take a value computed from fields of the link when it opens.
  private(set) var computed: [LinkDefinition.Computed] = []

  init(of link: LinkDefinition, _ compilation: Compilation) {
    read(link.opens, compilation)
    let opening = computed
    if case .opens(let tree) = link.otherwise { read(tree, compilation) }
    computed = opening
  }

  private mutating func read(_ tree: TreeTemplate, _ compilation: Compilation) {
    var trees = [tree]
    while let tree = trees.popLast() {
      for node in tree.nodes {
        let screen = compilation.screens[node.screen.type]
        collect(node.screen.params, screen.params, screen.name.text)
        collect(node.state, screen.state, screen.name.text)
        trees += node.slots.map(\.tree)
      }
    }
  }

  private mutating func collect(_ template: ValueTemplate?, _ record: RecordDefinition, _ screen: String) {
    guard let template, template.readsLink else { return }
    guard case .object(let members) = template else {
      computed.append(.init(template: template, record: record, field: nil, screen: screen))
      return
    }
    for member in members where member.value.readsLink {
      guard let field = record.names.index(of: member.key) else { continue }
      collect(member.value, record.fields[field].schema)
      if case .expression(let expression) = member.value, expression.linkField != nil { continue }
      computed.append(.init(template: member.value, record: record, field: field, screen: screen))
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

extension CompiledExpression {
  /// The number of the link's field that is the whole expression, if it is nothing else.
  fileprivate var linkField: Int? {
    guard let reference = program.reference, reference.variable == ScopeVariable.link.rawValue,
      reference.path.isEmpty
    else { return nil }
    return reference.field
  }

  fileprivate var readsLink: Bool {
    program.references.contains { $0.variable == ScopeVariable.link.rawValue }
  }
}

extension ValueTemplate {
  /// Recursion is bounded by the depth of YAML.
  fileprivate var readsLink: Bool {
    switch self {
    case .constant: false
    case .expression(let expression): expression.readsLink
    case .text(let parts):
      parts.contains { part in
        if case .expression(let expression) = part { expression.readsLink } else { false }
      }
    case .array(let elements): elements.contains(where: \.readsLink)
    case .object(let members): members.contains(where: \.value.readsLink)
    }
  }
}
