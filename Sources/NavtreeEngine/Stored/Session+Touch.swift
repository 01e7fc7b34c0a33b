import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

/// Noting what has changed of what stores of the flow keep. What is kept is read when it is committed.
extension Session {
  func touch(_ owner: FieldOwner, _ field: FieldDefinition, in log: ChangeLog) {
    let place = owner.screen.map { StoredPlace.state(of: $0.number, field.name) } ?? .shared(field.name)
    log.touched.formUnion(log.scope.places(place, of: field))
  }

  /// Notes that all of a screen may be another than it was.
  func touch(_ screen: Screen, in log: ChangeLog) {
    touchParams(of: screen, in: log)
    for field in flow.screens[screen.type].state.fields {
      log.touched.formUnion(log.scope.places(.state(of: screen.id.number, field.name), of: field))
    }
    touchVisits(of: screen.id, in: log)
  }

  func touchParams(of screen: Screen, in log: ChangeLog) {
    for field in flow.screens[screen.type].params.fields {
      log.touched.formUnion(log.scope.places(.params(of: screen.id.number, field.name), of: field))
    }
  }

  /// Of a visit to a tab whose root is gone nothing is kept any more.
  func touchVisits(of id: ScreenID, in log: ChangeLog) {
    let screen = world.windows.screen(id)
    touch(.visits(of: id.number), screen.map { visits(of: $0, log.scope).stores } ?? [], in: log)
  }

  /// Notes that something of a place is kept in these stores, and in no others any more.
  func touch(_ place: StoredPlace, _ stores: Set<Int>, in log: ChangeLog) {
    for store in flow.stores.indices {
      let place = StoredPlaceInStore(store: store, place: place)
      if stores.contains(store) {
        log.divided.insert(place)
        log.touched.append(place)
      } else if log.divided.remove(place) != nil {
        log.touched.append(place)
      }
    }
  }
}
