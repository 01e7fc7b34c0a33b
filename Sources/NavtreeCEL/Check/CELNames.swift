/// The names in an expression, each as a path from a variable with the place of every part.
package struct CELNames {
  package struct Part: Sendable {
    package let text: String
    /// In Unicode scalars of the source.
    package let range: CELSourceRange
  }

  /// `state.items[0].name`; an element of a list is the name `[]`.
  package struct Path: Sendable {
    /// The names that the first part stands for, if that is a macro's variable.
    package let origin: [String]
    package let parts: [Part]
  }

  /// A literal string, and the name that it is compared with.
  package struct Text: Sendable {
    package let part: Part
    package let compared: [String]
  }

  package private(set) var paths: [Path] = []
  package private(set) var texts: [Text] = []
  private let tree: SyntaxTree

  /// Nil for a source that isn't an expression.
  ///
  /// - Complexity: O(*n*) in the size of the source.
  package init?(of source: String) {
    guard let tree = try? Parser.parse(source, limits: CELLimits()) else { return nil }
    self.tree = tree
    visit(tree.root, [:], comparedWith: [])
  }

  /// Recursion is as deep as the parser's nesting limit at most.
  private mutating func visit(_ index: Int, _ locals: [String: [String]], comparedWith compared: [String]) {
    let node = tree[index]
    if let parts = parts(of: index), let first = parts.first {
      paths.append(Path(origin: locals[first.text] ?? [], parts: parts))
      visitKeys(of: index, locals)
      return
    }
    switch node.kind {
    case .literal(.string(let text)):
      texts.append(Text(part: Part(text: text, range: node.range), compared: compared))
    case .comprehension(let comprehension):
      visit(comprehension.range, locals, comparedWith: [])
      var inner = locals
      let origin = path(of: comprehension.range, locals)
      inner[comprehension.variable.text] =
        comprehension.second == nil ? origin.map { $0 + ["[]"] } ?? ["?"] : ["?"]
      if let second = comprehension.second { inner[second.text] = origin.map { $0 + ["[]"] } ?? ["?"] }
      if let filter = comprehension.filter { visit(filter, inner, comparedWith: []) }
      visit(comprehension.body, inner, comparedWith: [])
    case .reduce(let reduction):
      visit(reduction.range, locals, comparedWith: [])
      visit(reduction.initial, locals, comparedWith: [])
      var inner = locals
      inner[reduction.accumulator.text] = ["?"]
      inner[reduction.element.text] = path(of: reduction.range, locals).map { $0 + ["[]"] } ?? ["?"]
      visit(reduction.step, inner, comparedWith: [])
    case .bind(let name, let value, let body):
      visit(value, locals, comparedWith: [])
      visit(body, locals.merging([name.text: path(of: value, locals) ?? ["?"]]) { $1 }, comparedWith: [])
    case .optionalMap(let target, let name, let body, _):
      visit(target, locals, comparedWith: [])
      visit(body, locals.merging([name.text: path(of: target, locals) ?? ["?"]]) { $1 }, comparedWith: [])
    case .call(_, let operands):
      for operand in operands {
        let others = operands.filter { $0 != operand }
        visit(operand, locals, comparedWith: others.compactMap { path(of: $0, locals) }.first ?? [])
      }
    case .list(let elements): for element in elements { visit(element.value, locals, comparedWith: compared) }
    default: SyntaxTree.forEachChild(of: node.kind) { visit($0, locals, comparedWith: []) }
    }
  }

  /// Visits what stands in the brackets of a path.
  private mutating func visitKeys(of index: Int, _ locals: [String: [String]]) {
    var index = index
    while true {
      switch tree[index].kind {
      case .select(let operand, _, _): index = operand
      case .index(let operand, let key, _):
        visit(key, locals, comparedWith: [])
        index = operand
      default: return
      }
    }
  }

  private func parts(of index: Int) -> [Part]? {
    var parts: [Part] = []
    var index = index
    while true {
      switch tree[index].kind {
      case .identifier(let name, _):
        parts.append(Part(text: name, range: tree.range(index)))
        return parts.reversed()
      case .select(let operand, let field, _):
        parts.append(Part(text: field.text, range: field.range))
        index = operand
      case .index(let operand, let key, _):
        let range = tree.range(key)
        if case .literal(.string(let name)) = tree[key].kind {
          parts.append(Part(text: name, range: CELSourceRange(range.start + 1, range.end - 1)))
        } else {
          parts.append(Part(text: "[]", range: CELSourceRange(range.start, range.start)))
        }
        index = operand
      default: return nil
      }
    }
  }

  /// The path of a value; that of the list for a list that is filtered or sorted.
  private func path(of index: Int, _ locals: [String: [String]]) -> [String]? {
    if let parts = parts(of: index), let first = parts.first {
      return (locals[first.text] ?? [first.text]) + parts.dropFirst().map(\.text)
    }
    guard case .comprehension(let comprehension) = tree[index].kind else { return nil }
    switch (comprehension.kind, tree[comprehension.body].kind) {
    case (.list, .identifier(comprehension.variable.text, _)), (.sorted, _):
      return path(of: comprehension.range, locals)
    default: return nil
    }
  }
}
