import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText

/// Chooses moves at random among those that a session allows, and some that it doesn't.
struct FuzzChooser {
  private let flow: FlowDefinition
  private let classes: FuzzClasses
  private let catalog: MoveCatalog
  private let values: RandomValues
  /// Whether an effect that declares no errors fails with what its rules read alone, and never with any other value.
  private let keepsErrors: Bool
  private var options: [Option] = []
  private var total = 0

  /// A possible move, and its place in the sum of the weights.
  private struct Option {
    let end: Int
    let number: Int
    /// A window, and where it matters a screen and a slot, or an effect.
    var window = 0
    var screen = ScreenID(0)
    var index = 0
  }

  /// Screens after these are left alone, so that a move costs the same in large trees.
  private static let mostScreens = 48
  /// The part of the active screen.
  private static let activeFactor = 4

  init(_ catalog: MoveCatalog, _ classes: FuzzClasses, keepsErrors: Bool) {
    self.keepsErrors = keepsErrors
    flow = catalog.flow
    self.classes = classes
    self.catalog = catalog
    values = RandomValues(flow)
  }

  /// - Parameter weights: By class; 0 leaves it out.
  /// - Returns: The move and its class; nil if there is none of these classes.
  /// - Complexity: O(number of the first screens and their actions).
  mutating func choose(
    in session: Session, _ weights: [Int], _ random: inout Dice
  ) -> (move: Move, number: Int)? {
    options.removeAll(keepingCapacity: true)
    total = 0
    for window in session.windows.indices {
      addScreens(of: window, in: session, weights)
    }
    addAnswers(of: session, weights)
    for (offset, _) in catalog.urls.enumerated() { add(classes.links + offset, 1, weights) }
    for other in FuzzClasses.Other.allCases {
      switch other {
      case .dismiss, .select, .focus, .hostNavigation: continue
      case .nextTimer: if session.nextTimer != nil { add(other, weights) }
      case .late: if session.nextEffect > 1 { add(other, weights) }
      case .back, .brokenLink, .time, .kill, .restore, .openWindow, .closeWindow, .stray: add(other, weights)
      }
    }
    guard total > 0 else { return nil }
    let chosen = random.below(total)
    let place = options.partitioningIndex { $0.end > chosen }
    guard place < options.count else { return nil }
    let option = options[place]
    return move(option, in: session, &random).map { ($0, option.number) }
  }

  // MARK: Options

  private mutating func add(_ other: FuzzClasses.Other, _ weights: [Int]) {
    add(classes.number(of: other), 1, weights)
  }

  private mutating func add(
    _ number: Int, _ factor: Int, _ weights: [Int], window: Int = 0, _ screen: ScreenID = ScreenID(0),
    index: Int = 0
  ) {
    let weight = weights[number] * factor
    guard weight > 0 else { return }
    total += weight
    options.append(Option(end: total, number: number, window: window, screen: screen, index: index))
  }

  private mutating func addScreens(of window: Int, in session: Session, _ weights: [Int]) {
    var count = 0
    let zipper = session.windows[window]
    let usable = classes.forges ? nil : UsableScreens(of: zipper, in: session)
    for (screen, place) in zipper.subtree() {
      count += 1
      if count > Self.mostScreens { break }
      let isUsable = usable.map { $0.areUsable[count - 1] } ?? true
      let definition = flow.screens[screen.type]
      let factor = screen.id == zipper.active ? Self.activeFactor : 1
      let first = classes.actions[screen.type]
      for offset in definition.actions.elements.indices where isUsable {
        add(first + offset, factor, weights, window: window, screen.id)
      }
      if place.depth == 0 {
        for offset in flow.actions.elements.indices {
          add(classes.flowActions + offset, 1, weights, window: window, screen.id)
        }
      }
      if classes.hostNavigation {
        add(classes.number(of: .hostNavigation), factor, weights, window: window, screen.id)
      }
      guard isUsable, definition.kind == .tabs || definition.kind == .split else { continue }
      let number = classes.number(of: definition.kind == .tabs ? .select : .focus)
      for slot in definition.slots.indices
      where slot != screen.selection && !definition.slots[slot].style.isModal {
        add(number, 1, weights, window: window, screen.id, index: slot)
      }
    }
    if zipper.active != zipper.rootID {
      add(classes.number(of: .dismiss), 1, weights, window: window, zipper.active)
    }
  }

  private mutating func addAnswers(of session: Session, _ weights: [Int]) {
    for effect in session.owed.prefix(16) {
      guard let index = flow.effects.firstIndex(where: { $0 === effect.definition }) else { continue }
      let first = classes.answers + index * FuzzClasses.answersOfEffect
      for offset in 0..<FuzzClasses.answersOfEffect where offset != 1 || effect.takesNext {
        add(first + offset, 1, weights, index: effect.id)
      }
    }
  }

  // MARK: Moves

  private func move(_ option: Option, in session: Session, _ random: inout Dice) -> Move? {
    let windows = session.windows
    func path() -> String { windows[option.window].address(of: option.screen) }
    switch classes.all[option.number] {
    case .action(let element, _):
      let payload = payload(of: element.definition, &random)
      return .act(element.action, payload: payload, at: path())
    case .back:
      return random.element(of: windows.map(\.window)).map { .back(window: $0) }
    case .dismiss: return .navigate(PossibleNavigation(.dismiss), at: path())
    case .hostNavigation:
      guard let type = windows.place(of: option.screen)?.type else { return nil }
      return random.element(of: catalog.hostNavigations(on: type)).map {
        .navigate($0, at: path())
      }
    case .select, .focus:
      guard let type = windows.place(of: option.screen)?.type else { return nil }
      let slot = flow.screens[type].slots[option.index]
      return .navigate(
        PossibleNavigation(slot.style == .tab ? .select : .focus, part: slot.name), at: path())
    case .link(let url): return .open(url: url)
    case .brokenLink: return .open(url: brokenLink(&random))
    case .output, .next, .error, .badAnswer: return answer(option, in: session, &random)
    case .late:
      let last = random.below(min(session.nextEffect - 1, 6))
      let effect = random.element(of: flow.effects)
      let output = effect.flatMap { random.element(of: catalog.outputs(of: $0).values) } ?? [:]
      return .late(last: last, output: output)
    case .nextTimer: return session.nextTimer.map { .advance(max($0 - session.now, 0)) }
    case .time:
      return random.element(of: [1, 999, 1_000, 30_000, 60_000, 3_600_000, 86_400_000]).map {
        .advance($0)
      }
    case .kill: return .kill
    case .restore: return .restore
    case .openWindow:
      let closed = flow.start.map(\.window).filter { windows.index(named: $0) == nil }
      let kind = random.element(of: flow.windows.filter { windows.index(named: $0.name) == nil })
      if let kind, closed.isEmpty || random.isTrue(1, of: 2),
        let type = random.element(of: kind.roots.types ?? Array(flow.screens.indices))
      {
        return .openKind(
          kind.name, type, params: random.element(of: catalog.params(of: type).values) ?? [:])
      }
      return random.element(of: closed).map { .openWindow($0) }
    case .closeWindow:
      guard windows.count > 1 else { return nil }
      return random.element(of: windows.map(\.window)).map { .closeWindow($0) }
    case .stray: return stray(in: session, &random)
    }
  }

  private func payload(of definition: ActionDefinition, _ random: inout Dice) -> JSONObject {
    if definition.payload.fields.isEmpty, !random.isTrue(1, of: 64) { return [:] }
    if random.isTrue(1, of: 6) { return values.strangePayload(of: definition.payload, &random) }
    return random.element(of: catalog.payloads(of: definition).values) ?? [:]
  }

  private func stray(in session: Session, _ random: inout Dice) -> Move? {
    guard let window = random.element(of: Array(session.windows)), flow.actionNames.count > 0 else {
      return nil
    }
    let screens = window.subtree().prefix(Self.mostScreens).map(\.screen.id)
    guard let screen = random.element(of: screens) else { return nil }
    let action = random.below(flow.actionNames.count)
    // A screen above may take it.
    let isKnown =
      flow.actions[action] != nil
      || window.subtree().contains { flow.screens[$0.screen.type].actions[action] != nil }
    if isKnown, !classes.forges { return nil }
    let payload: JSONObject = random.isTrue(1, of: 2) ? [:] : ["id": values.anything(&random)]
    return .act(action, payload: payload, at: window.address(of: screen))
  }

  private func brokenLink(_ random: inout Dice) -> String {
    let url = random.element(of: catalog.urls) ?? "/"
    return switch random.below(6) {
    case 0: url + "/nowhere"
    case 1: String(url.dropLast())
    case 2: url + "?other=%FF"
    case 3: "/"
    case 4: "https://elsewhere.example" + url
    default: url.replacing("1", with: "x")
    }
  }

  // MARK: Answers

  private func answer(_ option: Option, in session: Session, _ random: inout Dice) -> Move? {
    guard let effect = session.owed.first(where: { $0.id == option.index }) else { return nil }
    let definition = effect.definition
    let at = session.address(of: effect)
    let alike = session.owed.filter {
      $0.definition === definition && !session.isHeld($0) && session.address(of: $0) == at
    }
    guard let turn = alike.firstIndex(where: { $0.id == effect.id }) else { return nil }
    let outcome: EffectAnswer.Outcome
    switch classes.all[option.number] {
    case .output: outcome = .output(output(of: definition.output, catalog.outputs(of: definition), &random))
    case .next: outcome = .next(output(of: definition.next, catalog.nexts(of: definition), &random))
    case .error:
      outcome = .error(random.element(of: catalog.errors(of: definition).values).map { .object($0) } ?? .null)
    default:
      let isOfOutput = random.isTrue(1, of: 2) || keepsErrors && definition.errors == nil
      outcome =
        isOfOutput
        ? .output(["other": values.anything(&random)]) : .error(values.anything(&random))
    }
    return .answer(EffectAnswer(effect: definition.name, at: at, turn: turn, outcome: outcome))
  }

  private func output(
    of record: RecordDefinition, _ candidates: Candidates, _ random: inout Dice
  ) -> JSONObject {
    if !record.fields.isEmpty, random.isTrue(1, of: 6) { return values.strangePayload(of: record, &random) }
    return random.element(of: candidates.values) ?? [:]
  }
}
