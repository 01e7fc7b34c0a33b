/// Names that other languages have for what this one says otherwise.
enum ForeignWords {
  /// Names of values.
  static let values: [String: String] = [
    "None": "null", "nil": "null", "undefined": "null", "NULL": "null", "Null": "null", "True": "true",
    "TRUE": "true", "yes": "true", "False": "false", "FALSE": "false", "no": "false", "NaN": "double('NaN')",
    "nan": "double('NaN')", "Infinity": "double('Infinity')", "inf": "double('Infinity')",
  ]

  /// Functions and methods, by how they are written on a value `x`; those that begin with a dot are methods.
  private static let calls: [String: String] = {
    var calls: [String: String] = [:]
    for (call, words) in table {
      for word in words.split(separator: " ") { calls[String(word)] = call }
    }
    return calls
  }()

  private static let table: [(call: String, words: String)] = [
    (".size()", "len length count Count Length"), ("x.size() == 0", "isEmpty empty is_empty"),
    ("x.size() > 0", "isNotEmpty notEmpty"),
    (".upperAscii()", "upper toUpperCase toUpper uppercase uppercased ucase"),
    (".lowerAscii()", "lower toLowerCase toLower lowercase lowercased lcase"), (".trim()", "strip trimmed"),
    (".substring(from, to)", "substr subString mid"), (".matches(pattern)", "match test regex"),
    (".replace(a, b)", "replaceAll gsub"), ("string(x)", "toString tostring to_string str String"),
    ("int(x)", "toInt parseInt Int integer toInteger"),
    ("double(x)", "toDouble toNumber parseFloat float Float Double Number"), ("bool(x)", "Boolean toBool"),
    ("type(x)", "typeof typeOf"), ("has(x.field)", "isset defined hasOwnProperty hasKey containsKey"),
    (".exists(e, e > 0)", "some any"), (".all(e, e > 0)", "every"),
    (".map(e, e + 1)", "forEach each collect"), (".filter(e, e > 0)", "where select"),
    (".filter(e, e > 0).first()", "find firstWhere detect"),
    (".map(e, e.items).flatten()", "flatMap flat_map"), (".flatten()", "flat"),
    (".reduce(sum, e, 0, sum + e)", "fold foldl foldLeft inject aggregate accumulate"),
    ("x + [y]", "push append add"), ("x + y", "concat"), (".map(k, k)", "keys"),
    (".transformList(k, v, v)", "values"), ("x[key]", "get"), ("x[index]", "at nth elementAt"),
    (".distinct()", "unique uniq toSet"), (".sort()", "sorted"),
    (".sortBy(e, e.name)", "orderBy order_by sort_by sortedBy"), (".reverse()", "reversed"),
    (".slice(0, n)", "take limit"), (".slice(n, x.size())", "drop skip"),
    (".slice(from, to)", "subList sublist"), ("double(x.sum()) / double(x.size())", "avg average mean"),
    ("math.abs(x)", "abs"), ("math.ceil(x)", "ceil"), ("math.floor(x)", "floor"), ("math.round(x)", "round"),
    ("math.sqrt(x)", "sqrt"), ("math.trunc(x)", "trunc"), ("math.sign(x)", "sign"),
    (
      "a != null ? a : b, or a.?b.orValue(c) for a field that may be missing",
      "coalesce ifNull ifEmpty getOrDefault"
    ),
  ]

  /// Functions that aren't called on a value.
  private static let functions: [String: String] = [
    "range": "lists.range(…)", "not": "!(…)", "and": "x && y", "or": "x || y", "iif": "condition ? x : y",
    "IF": "condition ? x : y", "exists": "has(x.field)", "Date": "timestamp('2026-01-31T00:00:00Z')",
  ]

  static func function(_ name: String, arguments: Int) -> String? {
    switch (name, calls[name]) {
    case ("min", _) where arguments > 1: "write math.least(…)"
    case ("max", _) where arguments > 1: "write math.greatest(…)"
    case (_, ".size()"): "write size(…)"
    case (_, let call?) where call.hasPrefix("."): "write x\(call)"
    case (_, let call?) where call.hasSuffix("(x)"): "write \(call.dropLast(2))…)"
    case (_, let call?): "write \(call)"
    case (_, nil): functions[name].map { "write \($0)" }
    }
  }

  /// A method, of a value of a type.
  static func member(_ name: String, of type: CELType) -> String? {
    switch (name, type.unwrapped) {
    case ("includes", .list), ("includes", .map), ("includes", .object): "write element in list"
    case ("includes", .string): "write .contains(…)"
    case ("includes", _): "write element in list, or .contains(…) for a text"
    default: calls[name].map { "write \($0)" }
    }
  }

  /// `Math.max` and the like.
  static func qualified(_ name: String) -> String? {
    switch name {
    case "Math.max": return "write math.greatest(x, y)"
    case "Math.min": return "write math.least(x, y)"
    case "Object.keys": return "write x.map(k, k)"
    case "Object.values": return "write x.transformList(k, v, v)"
    case "Array.isArray": return "write type(x) == list"
    default:
      guard name.hasPrefix("Math.") else { return nil }
      let own = "math." + name.dropFirst(5)
      return Library.functions[own] == nil ? nil : "write \(own)(…)"
    }
  }
}
