import NavtreeCEL
import NavtreeFlow

/// The data that the computed values of each screen type read.
struct ComputedReads {
  /// The possible causes of a change of a computed value.
  struct Causes: OptionSet {
    let rawValue: Int

    /// The params or state of its own screen.
    static let own = Causes(rawValue: 1)
    /// The params or state of its parent.
    static let parent = Causes(rawValue: 2)
    static let shared = Causes(rawValue: 4)
    static let now = Causes(rawValue: 8)
  }

  /// By screen type, then by computed value.
  private let causes: [[Causes]]
  /// All data that any of them reads.
  let all: Causes

  init(flow: FlowDefinition) {
    causes = flow.screens.map { screen in
      var causes: [Causes] = []
      // Each sees those above it.
      for computed in screen.computed {
        var read: Causes = []
        for reference in computed.value.program.references {
          switch ScopeVariable(rawValue: reference.variable) {
          case .params, .state: read.insert(.own)
          case .parent: read.insert(.parent)
          case .shared: read.insert(.shared)
          case .now: read.insert(.now)
          case .computed:
            if let field = reference.field, causes.indices.contains(field) {
              read.formUnion(causes[field])
            } else {
              read = causes.reduce(read) { $0.union($1) }
            }
          case .action, .screen, .link, .screens, .old, nil: break
          }
        }
        causes.append(read)
      }
      return causes
    }
    all = causes.joined().reduce([]) { $0.union($1) }
  }

  /// Whether any computed value of a screen type reads any of these.
  func reads(_ causes: Causes, type: Int) -> Bool {
    self.causes[type].contains { !$0.isDisjoint(with: causes) }
  }

  /// Whether a computed value of a screen type reads any of these.
  func reads(_ causes: Causes, type: Int, number: Int) -> Bool {
    !self.causes[type][number].isDisjoint(with: causes)
  }
}
