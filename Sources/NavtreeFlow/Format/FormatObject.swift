import NavtreeText

/// A map of the format: its keys, their meaning and the forms of their values.
final class FormatObject: Sendable {
  enum Name: String, CaseIterable, Sendable {
    case flow, part, field, schema, returned, screen, slot, tab, pane, action, rule, start, choice
    case present, push, navigate, replacement, pop, popTo, popToRoot, reset, dismissal, back, select, focus
    case setParams, open, step, tree, send, after, later, cancellation, invariant, effect, retry, ask, items,
      entity,
      link
    case lifecycle, lastRule, store, migration, rename, drop
  }

  struct Entry: Sendable {
    let key: Key
    let form: Form
    /// A description in one sentence.
    let summary: String
    let isRequired: Bool
  }

  let name: Name
  let summary: String
  let entries: [Entry]
  /// The required keys.
  let required: [Entry]
  private let names: NameTable

  init(_ name: Name, _ summary: String, _ entries: [Entry]) {
    self.name = name
    self.summary = summary
    self.entries = entries
    required = entries.filter(\.isRequired)
    names = NameTable(entries.map(\.key.rawValue))
  }

  subscript(name: String) -> Entry? {
    names.index(of: name).map { entries[$0] }
  }
}
