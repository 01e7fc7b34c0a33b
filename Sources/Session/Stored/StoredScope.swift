import Flow
import JSON
import OrderedCollections

/// Which fields go into a stored form.
package struct StoredScope: Sendable {
  /// Whether sensitive ones do.
  let isSensitive: Bool

  package init(isSensitive: Bool = false) {
    self.isSensitive = isSensitive
  }

  func takes(_ field: FieldDefinition) -> Bool { isSensitive || !field.sensitive }

  /// The fields of a record that are stored, by name.
  func object(_ record: RecordDefinition, _ values: [JSONValue]) -> JSONObject {
    var object = JSONObject(minimumCapacity: values.count)
    for (field, value) in zip(record.fields, values) where takes(field) { object[field.name] = value }
    return object
  }

  /// An action's payload without what any of its declarations calls sensitive.
  func payload(_ payload: JSONObject, of action: Int, in flow: FlowDefinition) -> JSONObject {
    if isSensitive { return payload }
    var payload = payload
    let definitions =
      flow.screens.compactMap { $0.actions[action] } + [flow.actions[action]].compactMap { $0 }
    for field in definitions.flatMap(\.payload.fields) where field.sensitive { payload[field.name] = nil }
    return payload
  }
}
