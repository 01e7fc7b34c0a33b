import NavtreeCEL

/// Unquoted text that is meant as an expression.
package enum ExpressionText {
  /// Keys whose values are expressions only within `${}`.
  package static let templates: Set<String> = ["set", "shared", "params", "with", "reply", "result"]
  /// The keys whose values are expressions as they stand, but for those of `leadsTo`, which are names of fields too.
  package static let expressions = FormatReference.keys {
    if case .expression = $0 { true } else { false }
  }.subtracting([Key.from, .to].map(\.rawValue))

  /// Whether a text is an expression that needs `${}`.
  ///
  /// - Parameter keys: The keys that it stands under, from the innermost.
  static func isMeant(_ text: String, under keys: [String]) -> Bool {
    guard !text.contains("${"),
      let key = keys.first(where: { templates.contains($0) || expressions.contains($0) }),
      templates.contains(key)
    else { return false }
    let isScoped = ScopeVariable.allCases.contains { text.contains("\($0.name).") }
    guard isScoped || text.contains("("), let _ = try? CEL.parse(text) else { return false }
    return true
  }

  /// A field's place as other languages write it, in this format: `chosen[0].title`, `chosen.push`.
  static func pointer(of text: String) -> String? {
    var segments: [String] = []
    var rest = Substring(text.hasPrefix("/") ? String(text.dropFirst()) : text)
    while !rest.isEmpty {
      let name = rest.prefix { !"[./".contains($0) }
      rest = rest.dropFirst(name.count)
      if !name.isEmpty { segments.append(String(name)) }
      switch rest.first {
      case "[":
        let inside = rest.dropFirst().prefix { $0 != "]" }
        rest = rest.dropFirst(inside.count + 2)
        segments.append(inside.contains("=") ? "{\(inside)}" : String(inside))
      case ".", "/": rest = rest.dropFirst()
      default: break
      }
    }
    guard segments.count > 1 else { return nil }
    if ["push", "append", "add"].contains(segments[segments.count - 1]) {
      segments[segments.count - 1] = "-"
    }
    return segments.map { "/\($0)" }.joined()
  }
}
