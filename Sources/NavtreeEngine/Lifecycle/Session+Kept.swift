import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// Screens whose state outlives them (`keep`).
extension Session {
  /// Keeps the state of a removed screen if its type says so.
  ///
  /// A screen whose identity can't be computed equals no other, and isn't found again.
  func keepState(of screen: Screen) {
    let definition = flow.screens[screen.type]
    guard definition.keep, let identity = try? identity(of: screen) else { return }
    var state = screen.state
    // The request ends with the screen.
    if definition.loader != nil, status(of: screen) == .loading {
      state[LoaderDefinition.Field.status.rawValue] = .string(LoaderDefinition.Status.idle.rawValue)
    }
    let key = KeptStates.Key(type: screen.type, identity: identity)
    let former = world.ledgers.keptStates.put(world.ledgers.keptStates.next(state), for: key)
    history.journal.append(former, at: key, of: KeptStates.self)
    while let forgotten = world.ledgers.keptStates.forgetOldest() {
      history.journal.append(forgotten.kept, at: forgotten.key, of: KeptStates.self)
    }
  }

  /// Takes the state kept for a screen of this type and identity.
  func takeKeptState(of screen: Screen) throws(Failure) -> [JSONValue]? {
    let key = KeptStates.Key(type: screen.type, identity: try identity(of: screen))
    guard let found = world.ledgers.keptStates.put(nil, for: key) else { return nil }
    history.journal.append(found, at: key, of: KeptStates.self)
    return found.state
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
