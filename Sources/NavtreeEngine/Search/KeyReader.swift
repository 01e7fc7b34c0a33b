package import NavtreeFlow
import NavigationTree
import NavtreeJSON
import NavtreeYAML

/// The fields that count for the equality of two states.
package struct CountedFields: Sendable {
  /// By screen type and field.
  package var params: [[Bool]]
  package var state: [[Bool]]
  /// By shared field.
  package var shared: [Bool]
  /// Whether the instant counts, and not only the time to each timer.
  package var now = false
  /// Whether the time to each timer counts, and not only the order in which timers were set.
  package var times = true
  /// Whether the numbers of screens count, and not only their places.
  package var numbers = false

  /// All fields, or none.
  package init(_ flow: FlowDefinition, all isCounted: Bool = true) {
    params = flow.screens.map { Array(repeating: isCounted, count: $0.params.fields.count) }
    state = flow.screens.map { Array(repeating: isCounted, count: $0.state.fields.count) }
    shared = Array(repeating: isCounted, count: flow.shared.fields.count)
  }
}

/// The reader of a session's key: equal for states from which the same moves lead to states of equal keys.
///
/// Everything is told relatively: a time as the distance from now, a screen by its place in pre-order, effects and
/// timers by their order. The focus of a window, seq, removed screens and ended effects don't count.
package struct KeyReader {
  private let transaction: Transaction
  private let fields: CountedFields
  private var hasher = StateHasher()
  /// The screens in pre-order, window by window.
  private var screens: [ScreenID] = []

  private init(_ transaction: Transaction, _ fields: CountedFields) {
    self.transaction = transaction
    self.fields = fields
  }

  /// - Complexity: O(size of the state).
  package static func key(of session: Session, counting fields: CountedFields) -> StateKey {
    var reader = KeyReader(session.transaction, fields)
    return reader.read()
  }

  private mutating func read() -> StateKey {
    if fields.now { hasher.combine(transaction.now) }
    readWindows()
    for (value, isCounted) in zip(transaction.world.shared, fields.shared) where isCounted {
      hasher.combine(value)
    }
    let ledgers = transaction.world.ledgers
    hasher.combine(ledgers.effects.count)
    if !ledgers.effects.isEmpty { readEffects(ledgers.effects.all) }
    hasher.combine(ledgers.timers.count)
    if !ledgers.timers.isEmpty { readTimers(ledgers.timers, ledgers.effects) }
    if !ledgers.results.isEmpty { readResults(ledgers.results) }
    if !ledgers.loads.isEmpty {
      for (place, screen) in screens.enumerated() {
        guard let load = ledgers.loads[screen] else { continue }
        hasher.combine(place)
        read(load)
      }
    }
    if transaction.traits.keepsStates { readKept(ledgers.keptStates) }
    hasher.combine(ledgers.links.count)
    for link in ledgers.links.all {
      hasher.combine(link.url)
      hasher.combine(link.window)
      hasher.combine(link.force)
      for screen in link.screens { hasher.combine(place(of: screen)) }
      hasher.combine(transaction.refuser(of: link).map(place) ?? -1)
    }
    return hasher.finish()
  }

  // MARK: Screens

  private mutating func readWindows() {
    for window in transaction.world.windows {
      hasher.combine(window.window)
      for (screen, place) in window.subtree() {
        screens.append(screen.id)
        read(screen, at: place)
      }
    }
    hasher.combine(screens.count)
    // The visits of tabs name screens that are known only by now.
    for window in transaction.world.windows { readVisits(of: window) }
  }

  private mutating func read(_ screen: Screen, at place: Place) {
    hasher.combine(screen.type << 40 | place.slot << 20 | place.depth & 0xFFFFF)
    if fields.numbers { hasher.combine(screen.id.number) }
    hasher.combine(screen.selection)
    read(screen.params, fields.params[screen.type])
    read(screen.state, fields.state[screen.type])
  }

  private mutating func read(_ values: [JSONValue], _ isCounted: [Bool]) {
    for index in values.indices where index >= isCounted.count || isCounted[index] {
      hasher.combine(values[index])
    }
  }

  private mutating func readVisits(of window: NavigationZipper) {
    guard transaction.flow.screens.contains(where: { $0.kind == .tabs }) else { return }
    for (screen, _) in window.subtree() where !screen.visits.isEmpty {
      hasher.combine(place(of: screen.id))
      for visit in screen.visits {
        hasher.combine(visit.slot)
        guard let root = visit.root else { continue }
        hasher.combine(place(of: root.id))
        let type = window.place(of: root.id)?.type
        read(root.params, type.map { fields.params[$0] } ?? [])
      }
    }
  }

  /// The place of a screen in pre-order; -1 for one that is gone.
  private func place(of screen: ScreenID) -> Int { screens.firstIndex(of: screen) ?? -1 }

  private mutating func read(_ owner: Owner) {
    switch owner {
    case .screen(let screen): hasher.combine(place(of: screen))
    case .session(let window):
      hasher.combine(-2)
      hasher.combine(window)
    }
  }

  // MARK: Ledgers

  private mutating func readEffects(_ effects: [EffectInFlight]) {
    for effect in effects {
      hasher.combine(effect.definition.name)
      hasher.combine(Int(effect.template.location.file) << 40 | effect.template.location.line << 16)
      hasher.combine(effect.template.location.column)
      read(effect.owner)
      for value in effect.input { hasher.combine(value) }
      if let key = effect.key { hasher.combine(key.text) }
      hasher.combine(effect.retries << 2 | (effect.isQueued ? 2 : 0) | (effect.isResting ? 1 : 0))
      hasher.combine(transaction.isHeld(effect))
    }
  }

  private mutating func readTimers(_ timers: Timers, _ effects: EffectsInFlight) {
    let order = effects.isEmpty ? [] : effects.all.map(\.id)
    for timer in fields.times ? timers.inOrder : timers.numbers.compactMap({ timers[$0] }) {
      if fields.times { hasher.combine(max(timer.due - transaction.now, 0)) }
      read(timer.owner)
      if let key = timer.key { hasher.combine(key.text) }
      if let idle = timer.idle { hasher.combine(idle.rawValue) }
      switch timer.purpose {
      case .effectTimeout(let effect): hasher.combine(order.firstIndex(of: effect) ?? -1)
      case .effectDeadline(let effect): hasher.combine(-8 - (order.firstIndex(of: effect) ?? -1))
      case .send(let action): read(action)
      }
    }
  }

  private mutating func read(_ action: QueuedAction) {
    switch action.target {
    case .screen(let screen): hasher.combine(place(of: screen))
    case .only(let screen):
      hasher.combine(-3)
      hasher.combine(place(of: screen))
    case .active: hasher.combine(-4)
    case .address(let address):
      hasher.combine(-5)
      hasher.combine(address)
    case .flow: hasher.combine(-6)
    case .root: hasher.combine(-7)
    }
    switch action.content {
    case .declared(let action, let payload):
      hasher.combine(action)
      hasher.combine(payload)
    case .navigation(let request, let force, _):
      hasher.combine(StoredNavigation(flow: transaction.flow).json(request))
      hasher.combine(force)
    }
  }

  private mutating func readResults(_ results: Results) {
    for (place, screen) in screens.enumerated() {
      guard let waiting = results[screen] else { continue }
      hasher.combine(place)
      hasher.combine(self.place(of: waiting.presenter))
      hasher.combine(waiting.awaiting.then ?? -1)
      hasher.combine(waiting.awaiting.otherwise ?? -1)
    }
  }

  private mutating func readKept(_ states: KeptStates) {
    hasher.combine(states.numbers.count)
    for (key, kept) in states.all {
      hasher.combine(key.type)
      hasher.combine(key.identity)
      read(kept.state, fields.state[key.type])
      if let params = kept.params { for value in params { hasher.combine(value) } }
      if let load = kept.load { read(load) }
    }
  }

  private mutating func read(_ load: LoadMemory) {
    hasher.combine(load.isFirst)
    for values in [load.request, load.pages] {
      hasher.combine(values?.count ?? -1)
      for value in values ?? [] { hasher.combine(value) }
    }
  }
}
