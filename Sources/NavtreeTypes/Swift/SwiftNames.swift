/// The words of Swift, and the names that a flow's types can't have in it.
enum SwiftNames {
  /// Words that stand in backticks where they are names.
  private static let words: Set<String> = [
    "actor", "as", "associatedtype", "async", "await", "borrowing", "break", "case", "catch", "class",
    "consuming", "continue", "default", "defer", "deinit", "do", "dynamic", "else", "enum", "extension",
    "fallthrough", "false", "fileprivate", "final", "for", "func", "get", "guard", "if", "import", "in",
    "indirect", "infix", "inout", "internal", "is", "isolated", "lazy", "let", "mutating", "nil",
    "nonisolated", "nonmutating", "open", "operator", "optional", "override", "postfix", "precedencegroup",
    "prefix", "private", "protocol", "public", "repeat", "required", "rethrows", "return", "sending", "set",
    "some", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias",
    "unowned", "var", "weak", "where", "while", "yield", "any",
  ]
  /// Words that name something else even in backticks.
  private static let refused: Set<String> = ["self", "Self", "Type", "Protocol", "init", "_", "Any"]

  /// The members of all types.
  static let members = refused.union([
    "json", "hash", "hashValue", "encode", "others", "type", "rawValue", "allCases", "debugDescription",
  ])
  /// The types that all scopes see.
  static let types = refused.union([
    "Any", "AnyObject", "Array", "Bool", "CaseIterable", "Codable", "Dictionary", "Double", "Error",
    "Hashable", "Int", "JSONChoice", "JSONConversionError", "JSONConvertible", "JSONMembers", "JSONObject",
    "JSONValue", "NavtreeError", "FlowDiagnostics", "EffectProgress", "EffectFailure", "Never", "Optional",
    "RawRepresentable", "Sendable", "Sensitive", "Set", "String", "Swift", "Void", "Navtree",
    "Identifiable", "Hasher", "TypedScreen", "TypedRecord", "ScreenContent", "RecordFields", "AllCases",
    "RawValue",
  ])
  /// The types of ours beside a flow's screens.
  static let parts: Set<String> = [
    "Types", "Shared", "SharedComputed", "Window", "Slot", "Action", "Effect", "Handlers", "Link", "Screen",
    "Session", "Place", "LinkText",
  ]

  /// The names of fields, cases or functions, in backticks where they are words of Swift.
  static func lower(_ texts: [String], beside reserved: Set<String> = members) -> [String] {
    var names = NameSet(reserved: reserved)
    return texts.map { escaped(names.take(Identifier.lower($0))) }
  }

  /// A name that labels an argument, where nearly all words may stand.
  static func label(_ name: String) -> String {
    let word = name.split(separator: "`").joined()
    return ["inout", "var", "let"].contains(word) ? name : word
  }

  private static func escaped(_ name: String) -> String { words.contains(name) ? "`\(name)`" : name }
}

extension NestedNames.Reserved {
  static let swift = NestedNames.Reserved(types: SwiftNames.types, parts: SwiftNames.parts)
}
