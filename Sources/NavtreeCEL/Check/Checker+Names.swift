internal import NavtreeJSON
import NavtreeText

/// Names, fields and indexes.
extension Checker {
  /// - Parameter field: the field that is selected from it, for a hint.
  mutating func identifier(
    _ name: String, _ isRooted: Bool, _ index: Index, selecting field: String? = nil
  ) -> CELType {
    if !isRooted, let local = local(name) {
      analysis.resolutions[index] = .local(local.slot)
      return local.type
    }
    guard let resolution = names.resolve(name, isRooted: isRooted) else {
      analysis.resolutions[index] = .unknown(name)
      report(
        .unknownName, "there is no '\(name)'", tree.range(index), hint: nameHint(name, selecting: field))
      return .error
    }
    analysis.resolutions[index] = resolution
    return type(of: resolution)
  }

  private mutating func type(of resolution: Analysis.Resolution) -> CELType {
    switch resolution {
    case .variable(let number): return names.environment.variables[number].type
    case .type(.list): return .type(.list(relations.open()))
    case .type(.map): return .type(.map(relations.open(), relations.open()))
    case .type(.optional): return .type(.optional(relations.open()))
    case .type(let kind): return .type(kind.type)
    case .field, .local, .function, .unknown: return .dyn
    }
  }

  mutating func select(
    _ operand: Index, _ field: SyntaxTree.Name, _ selection: SyntaxTree.Selection, _ index: Index
  ) -> CELType {
    // The longest known name takes precedence over fields.
    if case .plain = selection, let name = tree.qualifiedName(index),
      name.isRooted || local(name.parts[0]) == nil,
      let resolution = names.resolve(name.parts.dotted, isRooted: name.isRooted)
    {
      analysis.resolutions[index] = resolution
      return type(of: resolution)
    }
    var type: CELType
    if case .identifier(let name, let isRooted) = tree[operand].kind {
      type = identifier(name, isRooted, operand, selecting: field.text)
      analysis.types[operand] = type
    } else {
      type = check(operand)
    }
    type = relations.resolve(type)
    if case .variable(let number) = analysis.resolutions[operand] {
      resolveField(field.text, of: number, index)
    }
    let result = self.field(field, of: type)
    switch selection {
    case .plain: return result
    case .test: return .bool
    case .optional:
      if case .optional = result, case .optional = type { return result }
      return .optional(result)
    }
  }

  /// Records the number of a record's field, so that the field alone is read.
  private mutating func resolveField(_ name: String, of variable: Int, _ index: Index) {
    let declared = names.environment.variables[variable]
    guard declared.isRecord, let record = declared.record,
      let number = record.fields.firstIndex(where: { $0.key == UTF8Key(name) })
    else { return }
    analysis.resolutions[index] = .field(number, of: variable)
  }

  /// The type of a field.
  private mutating func field(_ field: SyntaxTree.Name, of type: CELType) -> CELType {
    switch type {
    case .object(let object):
      if let declared = object.field(named: field.text) { return declared.type }
      if object.isOpen { return .dyn }
      let title = object.name.map { "'\($0)'" } ?? "the object"
      report(
        .unknownField, "\(title) has no field '\(field.text)'", field.range,
        hint: Spelling.hint(for: field.text, among: object.fields.map(\.name))
          ?? Checker.list("it has", object.fields.map(\.name)) ?? "it has none")
      return .error
    case .map(let key, let value):
      if relations.isAssignable(.string, to: key) { return value }
      report(
        .noOverload, "the keys of \(title(type)) aren't strings: '.\(field.text)' finds nothing", field.range,
        hint: "write the key in brackets")
      return .error
    case .optional(let wrapped): return .optional(self.field(field, of: relations.resolve(wrapped)))
    case .nullable(let wrapped): return self.field(field, of: relations.resolve(wrapped))
    case .dyn, .parameter: return .dyn
    case .error: return .error
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .list, .type:
      report(
        .unknownField, "\(title(type)) has no field '\(field.text)'", field.range,
        hint: fieldHint(type, field.text))
      return .error
    }
  }

  mutating func element(
    _ operand: Index, _ key: Index, _ isOptional: Bool, _ index: Index
  ) -> CELType {
    let type = relations.resolve(check(operand))
    let keyType = relations.resolve(check(key))
    if case .variable(let number) = analysis.resolutions[operand],
      case .literal(.string(let name)) = tree[key].kind
    {
      resolveField(name, of: number, index)
    }
    let result = element(of: type, at: keyType, key)
    if !isOptional { return result }
    if case .optional = type { return result }
    return .optional(result)
  }

  private mutating func element(of type: CELType, at key: CELType, _ index: Index) -> CELType {
    switch type {
    case .list(let element):
      if relations.isAssignable(key, to: .int) { return element }
      report(.noOverload, "a list's index must be an int, not \(title(key))", tree.range(index))
      return .error
    case .map(let wanted, let value):
      if relations.isAssignable(key, to: wanted) { return relations.resolve(value) }
      report(
        .noOverload, "the keys of \(title(type)) are \(title(wanted)), not \(title(key))", tree.range(index))
      return .error
    case .object:
      if case .literal(.string(let name)) = tree[index].kind {
        return field(.init(text: name, range: tree.range(index)), of: type)
      }
      if relations.isAssignable(key, to: .string) { return .dyn }
      report(.noOverload, "the keys of an object are strings, not \(title(key))", tree.range(index))
      return .error
    case .optional(let wrapped): return .optional(element(of: relations.resolve(wrapped), at: key, index))
    case .nullable(let wrapped): return element(of: relations.resolve(wrapped), at: key, index)
    case .dyn, .parameter: return .dyn
    case .error: return .error
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .type:
      let hint: String? = if case .string = type { "write .charAt(…)" } else { nil }
      report(.noOverload, "\(title(type)) has no elements", tree.range(index), hint: hint)
      return .error
    }
  }
}

extension CELKind {
  static let names = [
    "bool", "int", "uint", "double", "string", "bytes", "list", "map", "type", "null_type", "optional_type",
  ]
}
