import NavtreeCEL
import NavtreeFlow

/// The records that expressions read.
extension CELUses {
  private static let variables = Set(ScopeVariable.allCases.map(\.name))

  /// All names, however they are used.
  var paths: [[String]] { others + compared.map(\.path) }

  /// The literals that are texts, each of which may name a member, as in `screens[0]["state"]`.
  var texts: [String] {
    literals.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  /// Whether an expression over screens, or over what is owed, may read such a record as a whole: as a member, by a text,
  /// by an index that is computed, or with all that a variable of a macro has.
  func readsWhole(_ records: Set<String>) -> Bool {
    computesKeys
      || others.contains { path in
        path.count == 1
          ? !Self.variables.contains(path[0]) : path.last.map(records.contains) ?? false
      } || texts.contains(where: records.contains)
  }

  /// Whether an expression over screens may read their numbers.
  var readsNumbers: Bool {
    computesKeys || texts.contains("id")
      || paths.contains { path in
        path.count == 2 && path[1] == "id" && (!Self.variables.contains(path[0]) || path[0] == "screen")
      }
  }
}
