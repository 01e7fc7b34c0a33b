package import NavtreeFlow
import NavtreeJSON

/// Which fields go into a stored form, and where the others go.
package struct StoredScope: Sendable {
  /// Where what a field holds goes.
  enum Destination: Equatable {
    /// Into this form.
    case here
    /// Into a store of the flow, by its index.
    case store(Int)
    case nowhere
  }

  /// Whether sensitive fields that name no store go into this form.
  let isSensitive: Bool
  /// Where goes what fields keep in a store, by the store's index; nil: where it goes without one.
  private let stores: [Destination]?
  /// Whether any field may go to a store.
  package let hasStores: Bool

  /// A snapshot.
  ///
  /// - Parameter isSensitive: whether sensitive fields go into it.
  package init(isSensitive: Bool = false) {
    self.isSensitive = isSensitive
    stores = nil
    hasStores = false
  }

  /// The form that sessions of a flow are kept in.
  ///
  /// - Parameter isThere: whether there is a place for a store.
  package init(keeping flow: FlowDefinition, isThere: (StoreDefinition) -> Bool) {
    isSensitive = false
    stores = flow.stores.enumerated().map { index, store in
      isThere(store) ? .store(index) : store.isSensitive ? .nowhere : .here
    }
    hasStores = flow.stores.contains(where: isThere)
  }

  func destination(of field: FieldDefinition) -> Destination {
    switch field.persistence {
    case .nowhere: return .nowhere
    case .store(let store):
      if let stores { return stores[store] }
      fallthrough
    case .session: return field.sensitive && !isSensitive ? .nowhere : .here
    }
  }

  /// Where goes what tells of several fields at once: with the one that goes farthest.
  func destination<Fields: Sequence<FieldDefinition>>(of fields: Fields) -> Destination {
    var result = Destination.here
    for field in fields {
      switch (result, destination(of: field)) {
      case (_, .here): continue
      case (.here, let other): result = other
      case (.store(let one), .store(let other)) where one == other: continue
      case (.store, _), (.nowhere, _): return .nowhere
      }
    }
    return result
  }

  /// Where goes what any of several records may declare under a name.
  func destination(of name: String, in records: [RecordDefinition]) -> Destination {
    destination(of: records.compactMap { record in record.names.index(of: name).map { record.fields[$0] } })
  }

  func takes(_ field: FieldDefinition) -> Bool { destination(of: field) == .here }

  /// Whether a field's value is sure to be found again.
  func keeps(_ field: FieldDefinition, of flow: FlowDefinition) -> Bool {
    switch destination(of: field) {
    case .here: true
    case .store(let store): flow.stores[store].isDurable
    case .nowhere: false
    }
  }

  /// The fields of a record that go into this form, by name.
  func object(_ record: RecordDefinition, _ values: [JSONValue]) -> JSONObject {
    var object = JSONObject(minimumCapacity: values.count)
    for (field, value) in zip(record.fields, values) where takes(field) { object[field.name] = value }
    return object
  }
}
