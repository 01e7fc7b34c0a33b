/// The declarations of all actions, by the action's index.
struct ActionDeclarations {
  /// The declarations of one action by screens and by the flow.
  struct Declarers {
    /// The first screen's declaration, else the flow's.
    let first: ActionDeclaration
    fileprivate(set) var count = 1
    /// Whether all their payload fields are sensitive.
    fileprivate(set) var isSecret: Bool
  }

  private var all: [Int: Declarers] = [:]
  private var flows: [Int: ActionDeclaration] = [:]

  init() {}

  init(screens: [ScreenDeclaration], flow: [ActionDeclaration]) {
    for screen in screens { screen.actions.forEach { add($0) } }
    for action in flow {
      add(action)
      if flows[action.action] == nil { flows[action.action] = action }
    }
  }

  private mutating func add(_ declaration: ActionDeclaration) {
    let isSecret = declaration.payload.fields.allSatisfy(\.sensitive)
    guard let known = all.index(forKey: declaration.action) else {
      all[declaration.action] = Declarers(first: declaration, isSecret: isSecret)
      return
    }
    all.values[known].count += 1
    if !isSecret { all.values[known].isSecret = false }
  }

  /// Nil when nothing declares the action.
  subscript(action: Int) -> Declarers? { all[action] }

  /// The flow's own declaration.
  func ofFlow(_ action: Int) -> ActionDeclaration? { flows[action] }
}
