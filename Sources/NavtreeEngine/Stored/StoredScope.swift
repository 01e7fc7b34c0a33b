package import NavtreeFlow
import NavtreeJSON
import NavtreeText

/// The fields that a stored form holds, and the destinations of the others.
package struct StoredScope: Sendable {
  /// The destination of a field's value.
  enum Destination: Equatable {
    /// Into this form.
    case here
    /// Into a store of the flow, by its index.
    case store(Int)
    case nowhere
  }

  /// Whether sensitive fields that name no store go into this form.
  let isSensitive: Bool
  /// Whether fields go into it that are kept nowhere, or in a store of the flow.
  private let isWhole: Bool
  /// The destination of the fields of each store, by index; nil as if fields named no store.
  private let stores: [Destination]?
  /// Whether any field may go to a store.
  package let hasStores: Bool

  /// A snapshot.
  ///
  /// - Parameter isSensitive: whether sensitive fields go into it.
  package init(isSensitive: Bool = false) {
    self.isSensitive = isSensitive
    isWhole = false
    stores = nil
    hasStores = false
  }

  /// The state that a recording begins with: all fields, whatever their persistence.
  ///
  /// - Parameter isSensitive: whether sensitive fields go into it.
  package init(recordingSensitive isSensitive: Bool) {
    self.isSensitive = isSensitive
    isWhole = true
    stores = nil
    hasStores = false
  }

  /// The form that sessions of a flow are kept in.
  ///
  /// - Parameter isThere: whether there is a place for a store.
  package init(keeping flow: FlowDefinition, isThere: (StoreDefinition) -> Bool) {
    isSensitive = false
    isWhole = false
    stores = flow.stores.enumerated().map { index, store in
      isThere(store) ? .store(index) : store.isSensitive ? .nowhere : .here
    }
    hasStores = flow.stores.contains(where: isThere)
  }

  func destination(of field: FieldDefinition) -> Destination {
    if isWhole { return field.sensitive && !isSensitive ? .nowhere : .here }
    switch field.persistence {
    case .nowhere: return .nowhere
    case .store(let store):
      if let stores { return stores[store] }
      fallthrough
    case .session: return field.sensitive && !isSensitive ? .nowhere : .here
    }
  }

  /// The destination of a value that reveals several fields: the most restrictive of theirs.
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

  /// The destination of a name that any of several records may declare.
  func destination(of name: String, in records: [RecordDefinition]) -> Destination {
    destination(of: records.compactMap { record in record.names.index(of: name).map { record.fields[$0] } })
  }

  func takes(_ field: FieldDefinition) -> Bool { destination(of: field) == .here }

  /// Whether a ledger goes into this form: a copy of a session begins without remembered answers.
  func takes(_ part: StoredPart) -> Bool { part != .requests || stores != nil }

  /// Whether a field's value is sure to be restored.
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
