import NavtreeText

/// A map of the format: its keys, their meaning and the forms of their values.
package final class FormatObject: Sendable {
  package enum Name: String, CaseIterable, Sendable {
    case flow, part, field, schema, returned, screen, slot, tab, pane, action, rule, start, choice
    case present, push, navigate, replacement, pop, popTo, popToRoot, reset, dismissal, back, select, focus
    case setParams, open, move, openWindow, closeWindow, step, tree, send, broadcast, after, later
    case cancellation, invariant, leadsTo, effect, retry, ask, items, entity, link
    case lifecycle, lastRule, store, migration, rename, drop, observe, windowKind
    case scenarios, defaults, stub, scenario, given, scenarioStep, effectAnswer, openedURL, windowStep
    case expectation, effectRequest, screenParts, ends

    /// The maps of flows and their parts.
    static let ofFlows = allCases.filter { !ofScenarios.contains($0) }

    /// The maps of files of scenarios.
    static let ofScenarios: [Name] = [
      .scenarios, .defaults, .stub, .scenario, .given, .scenarioStep, .effectAnswer, .openedURL, .windowStep,
      .expectation, .effectRequest, .screenParts, .ends,
    ]

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
      default: rawValue
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
