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
    guard var known = all[declaration.action] else {
      all[declaration.action] = Declarers(first: declaration, isSecret: isSecret)
      return
    }
    known.count += 1
    known.isSecret = known.isSecret && isSecret
    all[declaration.action] = known
  }

  /// Nil when nothing declares the action.
  subscript(action: Int) -> Declarers? { all[action] }

  /// The flow's own declaration.
  func ofFlow(_ action: Int) -> ActionDeclaration? { flows[action] }
}
