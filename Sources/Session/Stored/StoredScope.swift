package import Flow
import JSON
import OrderedCollections

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

  private enum Form {
    case snapshot(isSensitive: Bool)
    /// The form that a session is kept in, beside stores of the flow: of each, by its index, whether there is such
    /// a one.
    case session(isThere: [Bool], isSensitive: [Bool])
  }

  private let form: Form
  /// Whether any field may go elsewhere.
  package let hasStores: Bool

  /// A snapshot.
  ///
  /// - Parameter isSensitive: whether sensitive fields go into it.
  package init(isSensitive: Bool = false) {
    form = .snapshot(isSensitive: isSensitive)
    hasStores = false
  }

  /// The form that sessions of a flow are kept in.
  ///
  /// - Parameter isThere: whether there is a place for a store.
  package init(keeping flow: FlowDefinition, isThere: (StoreDefinition) -> Bool) {
    let places = flow.stores.map(isThere)
    form = .session(isThere: places, isSensitive: flow.stores.map(\.isSensitive))
    hasStores = places.contains(true)
  }

  /// Whether sensitive fields go into this form.
  var isSensitive: Bool {
    switch form {
    case .snapshot(let isSensitive): isSensitive
    case .session: false
    }
  }

  func destination(of field: FieldDefinition) -> Destination {
    switch (form, field.persistence) {
    case (_, .nowhere): .nowhere
    case (.snapshot(let isSensitive), .session), (.snapshot(let isSensitive), .store):
      field.sensitive && !isSensitive ? .nowhere : .here
    case (.session, .session): field.sensitive ? .nowhere : .here
    case (.session(let isThere, let isSensitive), .store(let store)):
      isThere[store] ? .store(store) : isSensitive[store] ? .nowhere : .here
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
