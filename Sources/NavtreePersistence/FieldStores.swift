import NavtreeFlow
import NavtreeJSON
import OrderedCollections
import NavtreeEngine

/// The stores of flows that have a place, by name.
struct FieldStores {
  /// A store of a flow, and what keeps it.
  struct Place {
    /// The store's index in the flow.
    let index: Int
    let name: String
    let store: FieldStore
  }

  private var stores: OrderedDictionary<String, FieldStore> = [:]

  /// Opens them.
  ///
  /// - Parameter places: their paths, by name.
  init(_ places: [String: String], _ durability: Durability, isReadOnly: Bool) throws(Failure) {
    for (name, path) in places.sorted(by: { $0.key < $1.key }) {
      let store =
        isReadOnly ? try FieldStore(reading: path) : try FieldStore(path: path, durability: durability)
      if let other = stores.first(where: { $1.isSameFile(as: store) }) {
        throw .store(path, "the store '\(other.key)' is kept there, and '\(name)' can't be too")
      }
      stores[name] = store
    }
  }

  var isEmpty: Bool { stores.isEmpty }

  var all: OrderedDictionary<String, FieldStore>.Values { stores.values }

  subscript(name: String) -> FieldStore? { stores[name] }

  /// What keeps the stores of a flow, those that have a place; one that isn't durable has one in memory if need be.
  ///
  /// - Throws: `storage` where others than its owner may read the file of a sensitive one.
  mutating func places(of flow: FlowDefinition) throws(Failure) -> [Place] {
    var places: [Place] = []
    for (index, definition) in flow.stores.enumerated() {
      if stores[definition.name] == nil, !definition.isDurable {
        stores[definition.name] = try FieldStore(path: SessionStore.memory, durability: .off)
      }
      guard let store = stores[definition.name] else { continue }
      if definition.isSensitive { try store.checkIsPrivate(as: definition.name) }
      try store.use(definition)
      places.append(Place(index: index, name: definition.name, store: store))
    }
    return places
  }

  /// What of a flow's sessions is kept where.
  func scope(of flow: FlowDefinition) -> StoredScope {
    StoredScope(keeping: flow) { stores[$0.name] != nil || !$0.isDurable }
  }
}
