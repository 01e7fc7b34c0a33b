/// The languages in which a flow's types are written.
package enum TypesLanguage: String, CaseIterable, Sendable {
  case swift, typescript, python, kotlin
  case jsonSchema = "json-schema"

  /// The source text of a flow's types; the same flow gives the same bytes.
  ///
  /// - Complexity: O(size of the flow).
  package func text(of types: FlowTypes) -> String {
    switch self {
    case .swift: SwiftWriter(types).text()
    case .typescript: TypeScriptWriter(types).text()
    case .python: PythonWriter(types).text()
    case .kotlin: KotlinWriter(types).text()
    case .jsonSchema: TypesSchema.text(of: types)
    }
  }
}

extension FlowTypes {
  /// The first line of each text, without the mark of a comment.
  var header: String {
    "Made by 'navtree types' from the flow \(name), version \(version), hash \(hash). Edits are lost."
  }
}
