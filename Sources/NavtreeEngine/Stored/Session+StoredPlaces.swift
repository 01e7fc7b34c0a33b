import NavtreeFlow
package import NavtreeJSON
import NavigationTree
import NavtreeText

/// The values that the flow's stores keep of a session.
extension Session {
  /// All places that stores keep something of.
  ///
  /// - Complexity: O(size of the session).
  package func placesInStores(_ scope: StoredScope) -> [StoredPlaceInStore] {
    guard scope.hasStores else { return [] }
    var places: [StoredPlaceInStore] = []
    for field in flow.shared.fields { places += scope.places(.shared(field.name), of: field) }
    for window in world.windows {
      for (screen, _) in window.subtree() { places += placesInStores(of: screen, scope) }
    }
    let form = StoredForm(session: self, scope: scope)
    for table in Ledgers.all {
      for number in world.ledgers.numbers(of: table) {
        let stores = world.ledgers.division(of: number, in: table.part, form)?.stores ?? []
        places += stores.sorted().map { StoredPlaceInStore(store: $0, place: .entry(table.part, number)) }
      }
    }
    return places
  }

  /// Those of one screen.
  func placesInStores(of screen: Screen, _ scope: StoredScope) -> [StoredPlaceInStore] {
    let definition = flow.screens[screen.type]
    let id = screen.id.number
    var places: [StoredPlaceInStore] = []
    for field in definition.params.fields { places += scope.places(.params(of: id, field.name), of: field) }
    for field in definition.state.fields { places += scope.places(.state(of: id, field.name), of: field) }
    let stores = screen.visits.isEmpty ? [] : visits(of: screen, scope).stores
    return places + stores.sorted().map { StoredPlaceInStore(store: $0, place: .visits(of: id)) }
  }

  /// The value that a store keeps at a place, if any.
  package func value(at place: StoredPlaceInStore, _ scope: StoredScope) -> JSONValue? {
    switch place.place {
    case .shared(let field): flow.shared.names.index(of: field).map { world.shared[$0] }
    case .params(let id, let field):
      liveScreen(id).flatMap { screen in
        flow.screens[screen.type].params.names.index(of: field).map { screen.params[$0] }
      }
    case .state(let id, let field):
      liveScreen(id).flatMap { screen in
        flow.screens[screen.type].state.names.index(of: field).map { screen.state[$0] }
      }
    case .visits(let id): liveScreen(id).flatMap { visits(of: $0, scope).kept(in: place.store) }
    case .entry(let part, let id):
      world.ledgers.division(of: id, in: part, StoredForm(session: self, scope: scope))?
        .kept(in: place.store)
    }
  }

  private func liveScreen(_ number: Int) -> Screen? {
    world.windows.screen(ScreenID(number))
  }
}

extension StoredScope {
  /// The place of a field in the store that keeps it, if one does.
  func places(_ place: StoredPlace, of field: FieldDefinition) -> [StoredPlaceInStore] {
    guard case .store(let store) = destination(of: field) else { return [] }
    return [StoredPlaceInStore(store: store, place: place)]
  }
}
