import NavtreeFlow
import NavigationTree
import OrderedCollections

/// Tracking of changes to the flow's stores. The values are read at the commit.
extension ArchiveWriter {
  func touch(_ owner: ScreenID?, _ field: FieldDefinition) {
    let place = owner.map { StoredPlace.state(of: $0.number, field.name) } ?? .shared(field.name)
    archive.touchedPlaces.formUnion(scope.places(place, of: field))
  }

  /// Records that all of a screen may have changed.
  func touch(_ screen: Screen) {
    touchParams(of: screen)
    for field in transaction.flow.screens[screen.type].state.fields {
      archive.touchedPlaces.formUnion(scope.places(.state(of: screen.id.number, field.name), of: field))
    }
    touchVisits(of: screen.id)
  }

  func touchParams(of screen: Screen) {
    for field in transaction.flow.screens[screen.type].params.fields {
      archive.touchedPlaces.formUnion(scope.places(.params(of: screen.id.number, field.name), of: field))
    }
  }

  /// Nothing more is kept of a visit to a tab whose root is gone.
  func touchVisits(of id: ScreenID) {
    let screen = transaction.world.windows.screen(id)
    touch(.visits(of: id.number), screen.map { form.visits(of: $0).stores } ?? [])
  }

  /// Records that these stores alone keep something of a place.
  func touch(_ place: StoredPlace, _ stores: Set<Int>) {
    for store in transaction.flow.stores.indices {
      let place = StoredPlaceInStore(store: store, place: place)
      if stores.contains(store) {
        archive.dividedPlaces.insert(place)
        archive.touchedPlaces.append(place)
      } else if archive.dividedPlaces.remove(place) != nil {
        archive.touchedPlaces.append(place)
      }
    }
  }
}
