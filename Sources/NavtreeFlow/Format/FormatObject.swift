import NavtreeText

/// A map of the format: its keys, their meaning and the forms of their values.
package final class FormatObject: Sendable {
  package enum Name: Hashable, Sendable {
    case flow, part, field, schema, returned, screen, slot, tab, pane, action, rule, start, choice
    case step, tree, send, broadcast, after, later, cancellation, invariant, leadsTo, effect, retry, ask
    case items, entity, link, lifecycle, lastRule, store, migration, rename, drop, observe, windowKind
    case scenarios, defaults, stub, scenario, given, scenarioStep, effectAnswer, openedURL, windowStep
    case expectation, effectRequest, screenParts, ends
    /// The params of the navigation under that key.
    case navigation(Key)

    package static var allCases: [Name] { (Format.ofFlows + Format.ofScenarios).map(\.name) }

    var isNavigation: Bool { if case .navigation = self { true } else { false } }

    /// The name in documents and in the schema.
    var text: String {
      switch self {
      case .navigation(.replace): "replacement"
      case .navigation(.dismiss): "dismissal"
      case .navigation(let key): key.rawValue
      default: "\(self)"
      }
    }

    /// The name in messages.
    var noun: String {
      switch self {
      case .observe: "projection"
      case .scenarioStep: "step"
      case .effectAnswer: "answer"
      case .openedURL: "URL to open"
      case .leadsTo: "pair of conditions"
      case .windowKind: "kind of window"
      case .windowStep: "step of a window"
      case .effectRequest: "requested effect"
      case .screenParts: "screen"
      case .scenarios: "file of scenarios"
      case .defaults: "map of defaults"
      default: text
      }
    }
  }

  package struct Entry: Sendable {
    package let key: Key
    package let form: Form
    /// A description in one sentence.
    package let summary: String
    package let isRequired: Bool
  }

  let name: Name
  let summary: String
  let entries: [Entry]
  /// The required keys.
  let required: [Entry]
  /// The keys of which exactly one is required; empty for none.
  let alternatives: [Key]
  private let keys: [Key]
  private let names: NameTable

  init(_ name: Name, _ summary: String, _ entries: [Entry], oneOf alternatives: [Key] = []) {
    self.name = name
    self.alternatives = alternatives
    self.summary = summary
    self.entries = entries
    required = entries.filter(\.isRequired)
    keys = entries.map(\.key)
    names = NameTable(keys.map(\.rawValue))
  }

  func has(_ key: Key) -> Bool { keys.contains(key) }

  package subscript(name: String) -> Entry? {
    names.index(of: name).map { entries[$0] }
  }
}
