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
    /// Where its own screen stands.
    static let place = Causes(rawValue: 16)
    /// What differs for a screen that stands elsewhere: it may have another parent.
    static let standsElsewhere: Causes = [.own, .parent, .place]
  }

  /// By screen type, then by computed value.
  private let causes: [[Causes]]
  /// All data that any of them reads.
  let all: Causes

  init(flow: FlowDefinition) {
    causes = flow.screens.map { screen in
      var causes = screen.computed.map { _ in Causes() }
      // A value may stand before the one that it reads: reads are followed until nothing is added.
      var isComplete = false
      while !isComplete {
        isComplete = true
        for (number, computed) in screen.computed.enumerated() {
          let read = computed.value.program.references.reduce(causes[number]) {
            $0.union(Self.causes(of: $1, in: flow, causes))
          }
          if read == causes[number] { continue }
          causes[number] = read
          isComplete = false
        }
      }
      return causes
    }
    all = causes.joined().reduce([]) { $0.union($1) }
  }

  /// - Parameter known: The causes of the screen's computed values, as far as they are known.
  private static func causes(of reference: CELReference, in flow: FlowDefinition, _ known: [Causes]) -> Causes
  {
    switch ScopeVariable(rawValue: reference.variable) {
    case .params, .state: .own
    case .parent: .parent
    case .shared:
      flow.computedReadsTime && flow.isComputed(shared: reference.field) ? [.shared, .now] : .shared
    case .now, .transitions: .now
    case .computed:
      if let field = reference.field, known.indices.contains(field) {
        known[field]
      } else {
        known.reduce([]) { $0.union($1) }
      }
    // The reads of a guard aren't looked up here.
    case .guards: [.own, .parent, .shared, .now, .place]
    case .screen: .place
    case .action, .link, .screens, .old, .owed, nil: []
    }
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
