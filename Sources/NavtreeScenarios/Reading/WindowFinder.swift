import NavtreeYAML

/// Finds the windows that a file of scenarios opens, and the screens that it makes their roots.
struct WindowFinder {
  let places: PlaceTypes

  /// - Complexity: O(size of the file). Recursion is bounded by the depth of YAML.
  func find(in node: YAMLNode) {
    switch node.kind {
    case .scalar: break
    case .sequence: for element in node.elements { find(in: element) }
    case .mapping:
      for pair in node.pairs {
        switch pair.key.text {
        case "window" where pair.value.kind == .mapping:
          if let name = pair.value["open"]?.string { places.declare(window: name) }
          if let screen = pair.value["screen"]?.string { places.declare(root: screen) }
        case "nav.replace", "nav.reset", "nav.popTo": places.declareAnyRoot()
        case "given" where pair.value.kind == .mapping:
          if let tree = pair.value["tree"] { declareRoot(of: tree) }
          if pair.value["snapshot"] != nil {
            places.declareAnyRoot()
            places.declareAnyWindow()
          }
        default: find(in: pair.value)
        }
      }
    }
  }

  private func declareRoot(of tree: YAMLNode) {
    let root = tree.elements.first { _ in true } ?? tree
    let name = root["screen"]?.string ?? root.pairs.first { _ in true }?.key.text ?? root.text
    if name.isTemplate { places.declareAnyRoot() } else { places.declare(root: name) }
  }
}
