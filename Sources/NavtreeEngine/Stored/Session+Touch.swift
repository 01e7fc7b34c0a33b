import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

/// Tracking of changes to the flow's stores. The values are read at the commit.
extension Session {
  func touch(_ owner: FieldOwner, _ field: FieldDefinition, in log: ChangeLog) {
    let place = owner.screen.map { StoredPlace.state(of: $0.number, field.name) } ?? .shared(field.name)
    log.touchedPlaces.formUnion(log.scope.places(place, of: field))
  }

  /// Records that all of a screen may have changed.
  func touch(_ screen: Screen, in log: ChangeLog) {
    touchParams(of: screen, in: log)
    for field in flow.screens[screen.type].state.fields {
      log.touchedPlaces.formUnion(log.scope.places(.state(of: screen.id.number, field.name), of: field))
    }
    touchVisits(of: screen.id, in: log)
  }

  func touchParams(of screen: Screen, in log: ChangeLog) {
    for field in flow.screens[screen.type].params.fields {
      log.touchedPlaces.formUnion(log.scope.places(.params(of: screen.id.number, field.name), of: field))
    }
  }

  /// Nothing more is kept of a visit to a tab whose root is gone.
  func touchVisits(of id: ScreenID, in log: ChangeLog) {
    let screen = world.windows.screen(id)
    touch(.visits(of: id.number), screen.map { visits(of: $0, log.scope).stores } ?? [], in: log)
  }

  /// Records that these stores alone keep something of a place.
  func touch(_ place: StoredPlace, _ stores: Set<Int>, in log: ChangeLog) {
    for store in flow.stores.indices {
      let place = StoredPlaceInStore(store: store, place: place)
      if stores.contains(store) {
        log.dividedPlaces.insert(place)
        log.touchedPlaces.append(place)
      } else if log.dividedPlaces.remove(place) != nil {
        log.touchedPlaces.append(place)
      }
    }
  }
}
