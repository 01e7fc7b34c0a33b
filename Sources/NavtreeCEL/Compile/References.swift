/// Finds the variables and fields that an expression reads.
struct References {
  let tree: SyntaxTree
  let analysis: Analysis

  /// All references, each once, in the order of the source.
  /// - Complexity: O(*n*) in the nodes, times the length of a selection.
  func all() -> [CELReference] {
    var parents: [Int?] = Array(repeating: nil, count: tree.nodes.count)
    var isReached = Array(repeating: false, count: tree.nodes.count)
    isReached[tree.root] = true
    // Parents come after their children.
    for index in tree.nodes.indices.reversed() where isReached[index] {
      SyntaxTree.forEachChild(of: tree[index].kind) { child in
        parents[child] = index
        isReached[child] = true
      }
    }
    var found: [CELReference] = []
    var known: Set<CELReference> = []
    for index in tree.nodes.indices where isReached[index] {
      guard let start = read(index, under: parents[index]) else { continue }
      let reference = CELReference(
        variable: start.variable, field: start.field, path: path(above: index, parents))
      if known.insert(reference).inserted { found.append(reference) }
    }
    return found
  }

  /// The reference that is the whole expression, if it is nothing more.
  func whole() -> CELReference? {
    var index = tree.root
    var path: [String] = []
    while true {
      if let start = read(index, under: nil) {
        return CELReference(variable: start.variable, field: start.field, path: path.reversed())
      }
      guard let (operand, name) = selection(index) else { return nil }
      path.append(name)
      index = operand
    }
  }

  private func read(_ index: Int, under parent: Int?) -> (variable: Int, field: Int?)? {
    switch analysis.resolutions[index] {
    case .field(let field, let variable): return (variable, field)
    case .variable(let variable):
      // The record's name in `record.field` isn't a read of the whole record.
      if let parent, case .field = analysis.resolutions[parent] { return nil }
      return (variable, nil)
    case .local, .type, .function, .unknown, nil: return nil
    }
  }

  /// `a.b`, or `a["b"]`.
  private func selection(_ index: Int) -> (operand: Int, name: String)? {
    switch tree[index].kind {
    case .select(let operand, let field, .plain): return (operand, field.text)
    case .index(let operand, let key, isOptional: false):
      if case .literal(.string(let name)) = tree[key].kind { return (operand, name) }
      return nil
    default: return nil
    }
  }

  private func path(above index: Int, _ parents: [Int?]) -> [String] {
    var path: [String] = []
    var index = index
    while let parent = parents[index] {
      switch tree[parent].kind {
      case .select(index, let field, _): path.append(field.text)
      case .index(index, let key, _):
        guard case .literal(.string(let name)) = tree[key].kind else { return path }
        path.append(name)
      default: return path
      }
      index = parent
    }
    return path
  }
}
