package import NavtreeFlow
package import NavtreeJSON

/// What `***` hides: the values of sensitive fields, from those who don't ask for them.
extension StateView {
  /// The substitute for a sensitive value that wasn't requested.
  package static let hidden = JSONValue.string("***")

  func shows(_ field: FieldDefinition) -> Bool { sensitive || !field.sensitive }

  func shows(_ value: DerivedDefinition) -> Bool { sensitive || !value.sensitive }
}

extension FieldDefinition {
  /// A value with `***` in place of what is sensitive in it.
  func shown(_ value: JSONValue) -> JSONValue {
    if sensitive { return StateView.hidden }
    if secrets.isEmpty { return value }
    guard case .object(var object) = value else { return StateView.hidden }
    for name in secrets where object[name] != nil { object[name] = StateView.hidden }
    return .object(object)
  }
}

extension RecordDefinition {
  /// Values in declared order as an object.
  package func object(_ values: [JSONValue], sensitive: Bool = true) -> JSONObject {
    var object: JSONObject = [:]
    for (field, value) in zip(fields, values) {
      object[field.name] = field.sensitive && !sensitive ? StateView.hidden : value
    }
    return object
  }

  /// An object with `***` in place of what is sensitive in its fields. Members that aren't declared stay.
  package func shown(_ object: JSONObject) -> JSONObject {
    var shown = object
    for field in fields { shown[field.name] = shown[field.name].map(field.shown) }
    return shown
  }
}
