package import NavtreeEngine
import NavtreeFlow
import NavigationTree
import NavtreeJSON

/// The reader of the moves that a user, a host or time may try in a session now, or of those that only an app which
/// forges them makes.
///
/// It doesn't ask guards: a move that nobody takes changes nothing, and says so. Of an action each payload of the catalog
/// is a move. The order is the same for equal sessions.
package struct MoveReader {
  package let catalog: MoveCatalog
  private let flow: FlowDefinition
  /// By screen type, the slots' names with a slash before.
  private let segments: [[String]]

  /// By screen type, the navigations of a host; empty if they aren't tried.
  private let navigations: [[PossibleNavigation]]
  /// Nil for the moves that aren't forged.
  let forged: Forged?

  /// Moves that only an app makes, without a user.
  package enum Forged {
    /// Those of screens that a user can't use.
    case covered
    /// Actions that navtree sends, though they aren't private.
    case answers
  }

  /// - Parameters:
  ///   - navigates: whether the host's own navigations are moves too.
  ///   - forged: the moves to read; nil for those that aren't forged.
  package init(_ catalog: MoveCatalog, hostNavigation navigates: Bool = false, forging forged: Forged? = nil)
  {
    self.catalog = catalog
    self.forged = forged
    flow = catalog.flow
    navigations = navigates && forged == nil ? flow.screens.indices.map(catalog.hostNavigations) : []
    segments = flow.screens.map { $0.slots.map { "/" + $0.name } }
  }

  /// The moves of a session, screen by screen, then the windows' back buttons, links, answers, and the next timer.
  ///
  /// - Complexity: O(number of moves + depth of the screens).
  package func moves(of session: Session) -> [Move] {
    var moves: [Move] = []
    for window in session.windows { addMoves(in: window, of: session, to: &moves) }
    if forged != nil { return moves }
    for window in session.windows { moves.append(.back(window: window.window)) }
    addWindows(to: &moves, in: session)
    for url in catalog.urls { moves.append(.open(url: url)) }
    addAnswers(of: session, to: &moves)
    if let due = session.nextTimer { moves.append(.advance(max(due - session.now, 0))) }
    return moves
  }

  // MARK: Screens

  private func addMoves(in window: NavigationZipper, of session: Session, to moves: inout [Move]) {
    // The path and the type of each screen on the way to the present one.
    var way: [(path: String, type: Int)] = []
    let usable = UsableScreens(of: window, in: session)
    for (number, (screen, place)) in window.subtree().enumerated() {
      way.removeSubrange(min(place.depth, way.count)...)
      var path = "/" + window.window
      if let above = way.last {
        path = above.path + segments[above.type][place.slot]
        if path.utf8.count > NavigationZipper.longestPath { path = screen.id.description }
        if reads(usable.areOnTop[number]), flow.screens[above.type].slots[place.slot].style.isModal {
          moves.append(.navigate(PossibleNavigation(.dismiss), at: path))
        }
      }
      way.append((path, screen.type))
      addMoves(of: screen, at: path, isUsable: usable.areUsable[number], to: &moves)
      if place.depth == 0 { addMoves(ofFlowAt: path, root: screen.type, to: &moves) }
    }
  }

  private func addMoves(of screen: Screen, at path: String, isUsable: Bool, to moves: inout [Move]) {
    let definition = flow.screens[screen.type]
    for element in definition.actions.elements { add(element, at: path, isUsable: isUsable, to: &moves) }
    if !navigations.isEmpty { moves += navigations[screen.type].map { .navigate($0, at: path) } }
    guard reads(isUsable), definition.kind == .tabs || definition.kind == .split else { return }
    for (index, slot) in definition.slots.enumerated() where index != screen.selection {
      switch slot.style {
      case .tab: moves.append(.navigate(PossibleNavigation(.select, part: slot.name), at: path))
      case .pane: moves.append(.navigate(PossibleNavigation(.focus, part: slot.name), at: path))
      case .push, .sheet, .popover, .cover: break
      }
    }
  }

  /// Whether it reads the moves of a screen that a user can use, or can't.
  private func reads(_ isUsable: Bool) -> Bool { forged == (isUsable ? nil : .covered) }

  /// The flow's own actions, which any screen passes on to it; the root does so unless it declares them.
  private func addMoves(ofFlowAt path: String, root: Int, to moves: inout [Move]) {
    for element in flow.actions.elements where flow.definition(of: element.action, on: root) == nil {
      add(element, at: path, isUsable: true, to: &moves)
    }
  }

  private func add(
    _ element: ActionTable.Element, at path: String, isUsable: Bool, to moves: inout [Move]
  ) {
    if element.definition.isNavtrees {
      if forged != .answers || element.definition.isPrivate { return }
    } else if !reads(isUsable) {
      return
    }
    catalog.noteAsked(element.definition)
    for payload in catalog.payloads(of: element.definition).values {
      moves.append(.act(element.action, payload: payload, at: path))
    }
  }

  // MARK: Windows

  /// One window of each declared kind, named like it, while it isn't open.
  private func addWindows(to moves: inout [Move], in session: Session) {
    for kind in flow.windows where session.windows.index(named: kind.name) == nil {
      for type in kind.roots.types ?? Array(flow.screens.indices) {
        for params in catalog.params(of: type).values {
          moves.append(.openKind(kind.name, type, params: params))
        }
      }
    }
  }

  // MARK: Effects

  /// Of twins in a row only the first is answered: the answers of another one lead to the same state.
  private func addAnswers(of session: Session, to moves: inout [Move]) {
    var turns: [String: Int] = [:]
    var before: EffectInFlight?
    for effect in session.effectsInFlight {
      if session.isHeld(effect) { continue }
      let isTwin = before.map(effect.isTwin) ?? false
      before = effect
      if effect.isQueued { continue }
      let definition = effect.definition
      catalog.noteAsked(definition)
      let at = session.address(of: effect)
      let turn = turns["\(definition.name) \(at)", default: 0]
      turns["\(definition.name) \(at)"] = turn + 1
      if isTwin { continue }
      func add(_ outcome: EffectAnswer.Outcome) {
        moves.append(.answer(EffectAnswer(effect: definition.name, at: at, turn: turn, outcome: outcome)))
      }
      for output in catalog.outputs(of: definition).values { add(.output(output)) }
      if effect.takesNext { for output in catalog.nexts(of: definition).values { add(.next(output)) } }
      for error in catalog.errors(of: definition).values { add(.error(.object(error))) }
    }
  }
}
