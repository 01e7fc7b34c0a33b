import NavigationTree
import NavtreeYAML

/// The vocabulary of flows and of files of scenarios, for advice on wrong text.
package struct FlowVocabulary: YAMLVocabulary {
  package init() {}

  package func isKey(_ text: String) -> Bool { Key(rawValue: text) != nil }

  package func isName(_ text: String) -> Bool { NavigationPath.isName(text) }

  package func takesText(_ key: String) -> Bool {
    [.flow, .screen, .action].contains { (name: FormatObject.Name) in
      switch Format.object(name)[key]?.form {
      case .text, .message, .expression: true
      default: false
      }
    }
  }

  package func takesAnything(_ key: String) -> Bool {
    if key.isAuthorsKey { return true }
    switch Key(rawValue: key) {
    case .reply, .default, .const, .enum, .result: return true
    default: return false
    }
  }

  package func mayBeName(_ text: String) -> Bool { ForeignKeys.mayBeName(text) }

  package func isKey(_ text: String, around names: String) -> Bool {
    object(around: names).map { Format.object($0)[text] != nil } ?? false
  }

  package func isNoName(_ text: String, below names: String) -> Bool {
    ["when", "then", "otherwise", "else", "do"].contains(text) && object(around: names) != nil
  }

  package func isExpression(_ text: String, under keys: [String]) -> Bool {
    ExpressionText.isMeant(text, under: keys)
  }

  package func list(_ text: String) -> String? { SchemaCompiler.list(text) }

  package func pointer(of text: String) -> String? { ExpressionText.pointer(of: text) }

  /// The object that has a map from names of the author's under a key.
  private func object(around names: String) -> FormatObject.Name? {
    switch Key(rawValue: names) {
    case .params, .state, .computed, .slots, .actions, .tabs, .panes: .screen
    case .payload, .set, .shared: .action
    case .input, .output, .next: .effect
    case .properties: .schema
    case .screens, .effects, .stores, .invariants: .flow
    default: nil
    }
  }
}
