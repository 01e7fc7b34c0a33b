import NavtreeYAML

/// The screen that each step of a rule starts from, as far as that is known when the flow is loaded.
///
/// It reads nodes, because results are declared before rules are compiled.
struct StepTrail {
  /// Whether the next step starts from the rule's own screen, unless it says otherwise.
  private(set) var isOwn = true
  /// Whether the rule's own screen is surely gone.
  private(set) var isGone = false

  /// Takes the next step.
  ///
  /// - Returns: whether it starts from the rule's own screen.
  mutating func take(_ key: Key, _ node: YAMLNode) -> Bool {
    let params = node.kind == .mapping ? node : nil
    let at = params?[Key.at.rawValue]?.text
    let startsOwn = at.map { $0 == "self" } ?? isOwn
    // With one of these the rule's own screen is removed as well.
    let isAtOwnOrBelow = startsOwn || at == "parent" || at == "root"
    switch key {
    case .present, .push, .setParams, .move: isOwn = startsOwn
    case .dismiss, .replace:
      isOwn = false
      if isAtOwnOrBelow { isGone = true }
    case .reset:
      isOwn = false
      let reuse = params?[Key.reuse.rawValue]
      if isAtOwnOrBelow, reuse == nil || reuse?.scalar == .boolean(false) { isGone = true }
    default: isOwn = false
    }
    return startsOwn
  }
}
