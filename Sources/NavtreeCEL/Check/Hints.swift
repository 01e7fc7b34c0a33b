/// Hints for types that don't fit.
extension Checker {
  /// A way to convert a value of one type to another.
  static func conversionHint(from found: CELType, to wanted: CELType) -> String? {
    switch (found, wanted) {
    case (_, .nullable(let inner)): return conversionHint(from: found, to: inner)
    case (.null, _): return "it may be null, which isn't declared"
    case (.optional, _): return "write .orValue(…) after it"
    case (_, .bool): return conditionHint(found)
    case (.int, .double), (.uint, .double), (.string, .double): return "write double(…) around it"
    case (.double, .int), (.uint, .int), (.string, .int): return "write int(…) around it"
    case (.int, .uint), (.double, .uint): return "write uint(…) around it"
    case (.int, .string), (.uint, .string), (.double, .string), (.bool, .string), (.timestamp, .string),
      (.duration, .string):
      return "write string(…) around it"
    case (.string, .timestamp): return "write timestamp(…) around it"
    case (.string, .duration): return "write duration(…) around it"
    default: return nil
    }
  }

  /// A way to make a condition of a value.
  static func conditionHint(_ found: CELType) -> String? {
    switch found {
    case .string: "compare it: x != ''"
    case .int, .uint, .double: "compare it: x != 0"
    case .list, .map: "ask for its size: size(x) > 0"
    case .nullable, .null: "compare it: x != null"
    case .optional: "ask whether it has a value: x.hasValue()"
    default: nil
    }
  }

  static func overloadHint(_ name: String, _ types: [CELType]) -> String? {
    if let hint = receiverHint(name, types.first) { return hint }
    guard types.count == 2 else { return nil }
    if name == "_==_" || name == "_!=_", types.contains(.null) {
      let other = types[0] == .null ? types[1] : types[0]
      return "\(other) is never null"
    }
    let hasDouble = types.contains(.double)
    if hasDouble, types.contains(.int) { return "numbers of two types don't mix: write 1.0, or double(…)" }
    if types.contains(.uint), types.contains(.int) {
      return "numbers of two types don't mix: write 1u, or int(…)"
    }
    if name == "_+_", types.contains(.string) { return "write string(…) around the other side" }
    if name == "@in", case .string = types[1] { return "write .contains(…)" }
    if name == "_==_" || name == "_!=_" { return "values of two types are never equal" }
    return nil
  }

  /// The function that does for a receiver of this type what the name says.
  private static func receiverHint(_ name: String, _ type: CELType?) -> String? {
    switch (name, type?.unwrapped) {
    case ("slice", .string): "write .substring(…)"
    case ("contains", .list), ("contains", .map): "write element in list"
    case ("sum", .list(.string)): "join texts with .join()"
    case ("sort", .list(.object)), ("sort", .list(.map)): "sort by a field: .sortBy(x, x.name)"
    case ("min", .list(.object)), ("max", .list(.object)): "take one field first: .map(x, x.name)"
    case ("sum", .list(.object)): "take one field first: .map(x, x.price)"
    case ("join", .list): "make texts of its elements first: .map(x, string(x))"
    default: nil
    }
  }
}
