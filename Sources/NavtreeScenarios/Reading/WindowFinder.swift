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
        case "window" where pair.value.kind == .mapping, "nav.openWindow":
          if let name = (pair.value["open"] ?? pair.value["window"])?.string { declare(window: name) }
          if let screen = pair.value["screen"]?.string { declare(root: screen) }
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
    declare(root: root["screen"]?.string ?? root.pairs.first { _ in true }?.key.text ?? root.text)
  }

  private func declare(window: String) {
    if window.isTemplate { places.declareAnyWindow() } else { places.declare(window: window) }
  }

  private func declare(root: String) {
    if root.isTemplate { places.declareAnyRoot() } else { places.declare(root: root) }
  }
}
