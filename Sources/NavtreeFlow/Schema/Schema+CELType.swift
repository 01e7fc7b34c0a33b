package import NavtreeCEL
import NavtreeText

extension Schema {
  /// The type that expressions see.
  /// - Parameter name: the name in diagnostics, such as `params.user`; evaluated for objects only.
  package func type(named name: @autoclosure () -> String) -> CELType {
    let inner = types.subtracting(.null)
    if let named = constraints?.named, named.types == inner, inner != [],
      named.required == constraints?.words.required
    {
      return types.contains(.null) ? .nullable(named.expressionType) : named.expressionType
    }
    let type: CELType
    switch inner {
    case .boolean: type = .bool
    case .integer: type = .int
    case .number: type = .double
    case .string: type = .string
    case .array: type = .list(constraints?.words.items?.type(named: "\(name())[]") ?? .dyn)
    case .object: type = objectType(named: name())
    case []: return .null
    default: return .dyn
    }
    return types.contains(.null) ? .nullable(type) : type
  }

  /// The field of a record, such as `params`, that holds values of this schema.
  package func field(_ name: String, of record: String) -> CELField {
    CELField(
      name, type(named: "\(record).\(name)"), maximumSize: maximumSize, elementSizes: elementSizes)
  }

  /// The most elements, members or bytes that a value can have, where that is bounded.
  package var maximumSize: Int? {
    guard let words = constraints?.words else { return nil }
    switch types.subtracting(.null) {
    case .array: return words.maxItems
    case .string: return words.maxLength.map { $0.multipliedReportingOverflow(by: 4).partialValue }
    case .object:
      if case .refused = words.additional { return words.properties.count }
      return words.maxProperties
    default: return nil
    }
  }

  /// The same of an array's elements or the values of a map, of their elements and so on.
  package var elementSizes: [Int?] {
    guard let words = constraints?.words else { return [] }
    let elements: Schema?
    switch types.subtracting(.null) {
    case .array: elements = words.items
    case .object:
      guard words.properties.isEmpty, case .schema(let values) = words.additional else { return [] }
      elements = values
    default: elements = nil
    }
    return elements.map { [$0.maximumSize] + $0.elementSizes } ?? []
  }

  private func objectType(named name: String) -> CELType {
    guard let words = constraints?.words else { return .map(.string, .dyn) }
    let isClosed = if case .refused = words.additional { true } else { false }
    if words.properties.isEmpty, !isClosed {
      if case .schema(let additional) = words.additional {
        return .map(.string, additional.type(named: "\(name)[]"))
      }
      return .map(.string, .dyn)
    }
    let fields = words.propertyNames.names.enumerated().map { index, property in
      let schema = words.properties[index]
      var field = schema.field(property, of: name)
      field.isOptional = !words.required.contains(property)
      return field
    }
    return .object(CELObjectType(name: name, fields: fields, isOpen: !isClosed))
  }

  /// Whether a value of this type may fit; a type that is known only at run time may.
  package func takes(_ type: CELType) -> Bool {
    switch type {
    case .dyn, .error, .parameter: return true
    case .null: return types.contains(.null)
    case .nullable(let wrapped): return takes(wrapped)
    case .bool: return types.contains(.boolean)
    // Each takes the other's form where it is exact.
    case .int, .uint, .double: return types.contains(.integer) || types.contains(.number)
    case .string: return types.contains(.string)
    case .list(let element):
      return types.contains(.array) && (constraints?.words.items.map { $0.takes(element) } ?? true)
    case .map, .object: return types.contains(.object)
    case .bytes, .timestamp, .duration, .optional, .type: return false
    }
  }
}
