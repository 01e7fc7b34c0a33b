import NavtreeJSON
import NavtreeYAML

/// Screens that a rule names: where it sends an action, and where a navigation starts.
extension Compilation {
  /// - Parameter key: The key that the screen is given under.
  func target(_ node: YAMLNode, _ key: Key, _ scope: Scope) -> SendTemplate.Target? {
    switch node.text {
    case "self": return .itself
    case "parent": return .parent
    case "root": return .root
    case "active": return .active
    default: break
    }
    let target = ValueCompiler.Target(schema: Schema(.string), name: "'\(key.rawValue)'")
    guard let template = values.value(node, scope, into: target) else { return nil }
    if let address = template.constant?.string, !address.hasPrefix("/"), !address.hasPrefix("#") {
      sink.error(
        .wrongValue,
        "'\(key.rawValue)' must be self, parent, root, active, a path such as /main, or an id such as #17",
        at: node, hint: Hint.spelling(address, among: ["self", "parent", "root", "active"]))
      return nil
    }
    return .address(template)
  }
}
