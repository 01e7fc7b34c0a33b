import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// Screens whose state outlives them (`keep`).
extension Transaction {
  /// Keeps the state of a removed screen if its type says so.
  ///
  /// A screen whose identity can't be computed equals no other, and isn't found again.
  func keepState(of screen: Screen) {
    let definition = flow.screens[screen.type]
    guard definition.keep, let identity = try? identity(of: screen) else { return }
    var state = screen.state
    var load = world.ledgers.loads[screen.id]
    // The request ends with the screen.
    if definition.loader != nil, status(of: screen) == .loading {
      state[LoaderDefinition.Field.status.rawValue] = .string(LoaderDefinition.Status.idle.rawValue)
      load = load?.pages.map { LoadMemory(pages: $0) }
    }
    let key = KeptStates.Key(type: screen.type, identity: identity)
    let params = definition.loader != nil && definition.expressions.identity != nil ? screen.params : nil
    let kept = world.ledgers.keptStates.next(state, for: params, load)
    let former = world.ledgers.keptStates.put(kept, for: key)
    history.journal.append(former, at: key, of: KeptStates.self)
    while let forgotten = world.ledgers.keptStates.forgetOldest() {
      history.journal.append(forgotten.kept, at: forgotten.key, of: KeptStates.self)
    }
  }

  /// Replaces a screen after its state is kept, and that of those that it holds: a screen that is made in its place
  /// may be the next of its type and identity.
  ///
  /// - Parameter spared: screens that are taken over, and go on with what they have.
  func replacing<Result>(
    _ screen: ScreenID, sparing spared: Set<ScreenID> = [], _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard traits.keepsStates else { return try body() }
    for (screen, _) in world.windows.subtree(of: screen, order: .lastSlotFirst)
    where flow.screens[screen.type].keep && !spared.contains(screen.id) {
      keepState(of: screen)
      change.kept.insert(screen.id)
    }
    defer { change.kept = [] }
    return try body()
  }

  /// Takes the state kept for a screen of this type and identity, without the content if its params ask for other
  /// content.
  func takeKeptState(of screen: Screen) throws(Failure) -> [JSONValue]? {
    let key = KeptStates.Key(type: screen.type, identity: try identity(of: screen))
    guard let found = world.ledgers.keptStates.put(nil, for: key) else { return nil }
    history.journal.append(found, at: key, of: KeptStates.self)
    if let loader = flow.screens[screen.type].loader, let former = found.params, former != screen.params {
      var screen = screen
      screen.state = found.state
      if !loadsTheSame(loader, screen, former) {
        return try withoutContent(found.state, loader, of: screen)
      }
    }
    if let load = found.load { remember(load, for: screen.id) }
    return found.state
  }

  /// Whether a screen that isn't in the tree yet would load the same with former params.
  private func loadsTheSame(_ loader: LoaderDefinition, _ screen: Screen, _ former: [JSONValue]) -> Bool {
    var other = screen
    other.params = former
    guard former.count == screen.params.count, let input = try? input(of: loader, for: screen) else {
      return false
    }
    return (try? self.input(of: loader, for: other)) == input
  }

  private func input(of loader: LoaderDefinition, for screen: Screen) throws(Failure) -> [JSONValue] {
    try scope.look(at: screen) { () throws(Failure) in
      try input(of: loader.ask, cursor: loader.cursor.map { ($0, .null) })
    }
  }

  private func withoutContent(_ state: [JSONValue], _ loader: LoaderDefinition, of screen: Screen)
    throws(Failure) -> [JSONValue]
  {
    typealias Field = LoaderDefinition.Field
    var state = state
    let content = flow.screens[screen.type].state.fields[Field.content.rawValue]
    state[Field.content.rawValue] = try scope.look(at: screen) { () throws(Failure) in
      try value(ofUnset: content)
    }
    state[Field.status.rawValue] = .string(LoaderDefinition.Status.idle.rawValue)
    state[Field.error.rawValue] = .null
    if case .list = loader.kind { state[Field.cursor.rawValue] = .null }
    return state
  }

  /// Whether a screen has the content that it would load when presented.
  func isLoaded(_ screen: Screen) -> Bool {
    switch status(of: screen) {
    case .end: true
    case .idle: screen.state[LoaderDefinition.Field.content.rawValue].array.map { !$0.isEmpty } ?? false
    case .loading, .failed, nil: false
    }
  }
}
