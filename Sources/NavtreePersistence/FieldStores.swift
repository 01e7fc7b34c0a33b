import NavtreeFlow
import OrderedCollections
package import NavtreeEngine

/// The stores of flows that have a file, by name.
package struct FieldStores {
  /// A store of a flow, with its file.
  struct Place {
    /// The store's index in the flow.
    let index: Int
    let name: String
    let store: any FieldStore
    /// Whether sessions name it among the stores that keep some of them: what isn't durable and is kept in memory ends
    /// with the process, so that nobody can give that store again.
    let isNamed: Bool
  }

  private var stores: OrderedDictionary<String, any FieldStore> = [:]

  /// Opens them.
  ///
  /// - Parameter places: their paths, by name.
  init(_ places: [String: String], _ durability: Durability, isReadOnly: Bool) throws(Failure) {
    for (name, path) in places.sorted(by: { $0.key < $1.key }) {
      try add(
        isReadOnly
          ? try SQLiteFieldStore(reading: path) : try SQLiteFieldStore(path: path, durability: durability),
        name)
    }
  }

  /// - Parameter stores: opened stores, by name.
  /// - Throws: `storage` if two of them are kept in one file.
  package init(_ stores: [String: any FieldStore]) throws(Failure) {
    for (name, store) in stores.sorted(by: { $0.key < $1.key }) { try add(store, name) }
  }

  mutating func add(_ store: any FieldStore, _ name: String) throws(Failure) {
    if let other = stores.first(where: { $1.isSameFile(as: store) }) {
      throw .store(store.path, "the store '\(other.key)' is kept there, and '\(name)' can't be too")
    }
    stores[name] = store
  }

  var isEmpty: Bool { stores.isEmpty }

  var all: OrderedDictionary<String, any FieldStore>.Values { stores.values }

  /// Those that end with the process.
  var inMemory: [(name: String, store: any FieldStore)] {
    stores.filter { $1.isInMemory }.map { ($0.key, $0.value) }
  }

  subscript(name: String) -> (any FieldStore)? { stores[name] }

  /// The stores of a flow that have a file. One that isn't durable is kept in memory if it has none.
  ///
  /// - Throws: `storage` where users other than the owner may read the file of a sensitive store.
  mutating func places(of flow: FlowDefinition) throws(Failure) -> [Place] {
    var places: [Place] = []
    for (index, definition) in flow.stores.enumerated() {
      if stores[definition.name] == nil, !definition.isDurable {
        stores[definition.name] = try SQLiteFieldStore(path: SessionStore.memory, durability: .off)
      }
      guard let store = stores[definition.name] else { continue }
      if definition.isSensitive { try store.checkIsPrivate(as: definition.name) }
      try store.use(definition)
      places.append(
        Place(
          index: index, name: definition.name, store: store,
          isNamed: definition.isDurable || !store.isInMemory))
    }
    return places
  }

  /// The values of a flow's sessions, by the store that keeps them.
  func scope(of flow: FlowDefinition) -> StoredScope {
    StoredScope(keeping: flow) { stores[$0.name] != nil || !$0.isDurable }
  }
}
