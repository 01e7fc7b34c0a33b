import NavtreeEngine
import NavtreeFlow

/// The classes of moves that a flow allows, each of which a run takes or leaves, with a weight.
struct FuzzClasses {
  enum Class {
    /// An action of a screen type or, with nil, of the flow.
    case action(ActionTable.Element, of: Int?)
    case back
    case dismiss
    case select
    case focus
    case link(String)
    case brokenLink
    /// A good answer to an effect, by its index; an answer before the last one; a failure; an answer that doesn't fit.
    case output(Int)
    case next(Int)
    case error(Int)
    case badAnswer(Int)
    /// An answer to an effect that has ended.
    case late
    /// The time of the next timer, and any time.
    case nextTimer
    case time
    case kill
    case restore
    case openWindow
    case closeWindow
    /// An action that is sent to a screen that may not know it.
    case stray
    /// A navigation that the host requests.
    case hostNavigation
  }

  private(set) var all: [Class] = []
  /// Whether the host navigates too.
  let hostNavigation: Bool
  /// Whether actions are sent that no user sends.
  let forges: Bool
  /// Before anything is known.
  private(set) var weights: [Int] = []
  /// What shows that a class has done all that it can.
  private(set) var goals: [[CoverageEvent]] = []
  /// By screen type, the class of its first action; its others follow.
  private(set) var actions: [Int] = []
  private(set) var flowActions = 0
  private(set) var links = 0
  /// The class of the first effect's output, which its other answers follow.
  private(set) var answers = 0
  /// The first class of all other moves, which stand in the order of `Other`.
  private var others = 0

  /// The classes of one move each.
  enum Other: Int, CaseIterable {
    case back, dismiss, select, focus, brokenLink, late, nextTimer, time, kill, restore, openWindow
    case closeWindow, stray, hostNavigation
  }

  /// The number of classes of an effect.
  static let answersOfEffect = 4

  init(_ flow: FlowDefinition, urls: [String], hostNavigation: Bool = false, forges: Bool = false) {
    self.hostNavigation = hostNavigation
    self.forges = forges
    for (type, screen) in flow.screens.enumerated() {
      actions.append(all.count)
      for element in screen.actions.elements { add(element, of: type) }
    }
    flowActions = all.count
    for element in flow.actions.elements { add(element, of: nil) }
    links = all.count
    for url in urls { add(.link(url), 4) }
    answers = all.count
    for (index, effect) in flow.effects.enumerated() {
      let id = ObjectIdentifier(effect)
      add(.output(index), 16, [.effect(id, .done)])
      add(.next(index), 4)
      add(.error(index), 8, [.effect(id, .failed)])
      add(.badAnswer(index), 1)
    }
    addOthers(flow)
    if hostNavigation { add(.hostNavigation, 12) }
  }

  private mutating func add(_ element: ActionTable.Element, of type: Int?) {
    let rules = element.definition.rules.filter { !$0.isOwn }
    let isSent = !element.definition.isNavtrees || forges && !element.definition.isPrivate
    add(.action(element, of: type), isSent ? 16 : 0, rules.map { .rule(ObjectIdentifier($0)) })
  }

  private mutating func add(_ value: Class, _ weight: Int, _ goals: [CoverageEvent] = []) {
    all.append(value)
    weights.append(weight)
    self.goals.append(goals)
  }

  private mutating func addOthers(_ flow: FlowDefinition) {
    let hasLinks = !flow.links.isEmpty
    let hasEffects = !flow.effects.isEmpty
    let hasWindows = flow.start.count > 1 || !flow.windows.isEmpty
    // Fields that a snapshot leaves out would seem to be lost.
    let isSaved = (flow.screens.flatMap { [$0.params, $0.state] } + [flow.shared]).allSatisfy { record in
      record.fields.allSatisfy { !$0.sensitive && $0.persistence == .session }
    }
    others = all.count
    for other in Other.allCases {
      switch other {
      case .back: add(.back, 12)
      case .dismiss: add(.dismiss, 8)
      case .select: add(.select, 12)
      case .focus: add(.focus, 8)
      case .brokenLink: add(.brokenLink, hasLinks ? 1 : 0)
      case .late: add(.late, hasEffects ? 2 : 0)
      case .nextTimer: add(.nextTimer, 12)
      case .time: add(.time, 2)
      case .kill: add(.kill, flow.stores.contains(where: \.isSensitive) ? 0 : 2)
      case .restore: add(.restore, isSaved ? 1 : 0)
      case .openWindow: add(.openWindow, hasWindows ? 4 : 0)
      case .closeWindow: add(.closeWindow, hasWindows ? 2 : 0)
      case .stray: add(.stray, 1)
      // Without it the others are chosen as if there were no such class.
      case .hostNavigation: break
      }
    }
  }

  func number(of other: Other) -> Int { others + other.rawValue }
}
