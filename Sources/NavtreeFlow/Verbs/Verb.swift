package import NavigationTree

/// A built-in navigation: its fields, and its meaning for whoever reads a flow.
///
/// The format's tables, the readers of rules, requests and stored navigations, their writers and the walk over a flow's
/// expressions are all made from `walk`.
package protocol Verb<Values>: Sendable {
  associatedtype Values: NavigationValues

  /// The navigation with the defaults of all its fields, to be filled by a reader.
  init()

  /// The form that it has in a rule.
  static var form: VerbForm { get }

  /// Passes each field to a reader or a writer, in the order of positional params.
  mutating func walk<Walker: FieldWalker<Values>>(_ fields: inout Walker) throws(Walker.Fault)

  var destination: Navigation<Values>.Destination { get }
  /// Where the next step of a rule starts from, once this one has led somewhere.
  var lead: NavigationLead { get }
  /// The part of the tree that the navigation removes, as far as the navigation alone determines it.
  var removal: Navigation<Values>.Removal { get }
}

extension Verb {
  package var lead: NavigationLead { .none }
  package var removal: Navigation<Values>.Removal { .nothing }

  consuming func walked<Walker: FieldWalker<Values>>(_ fields: inout Walker) throws(Walker.Fault) -> Self {
    var verb = self
    try verb.walk(&fields)
    return verb
  }
}

/// The form of a navigation in a rule.
package struct VerbForm: Sendable {
  /// The key of the rule, which names the navigation everywhere.
  let key: Key
  let form: Form
  let summary: String
  /// The description of the map with its fields.
  let noun: String

  /// - Parameters:
  ///   - alone: the field whose value may stand for the map.
  ///   - isFlag: whether `true` stands for a map without keys.
  ///   - word: the flag whose name stands for a map with that flag.
  init(
    _ key: Key, alone: Key? = nil, isFlag: Bool = false, word: Key? = nil, _ summary: String, noun: String
  ) {
    let map = FormatObject.Name.navigation(key)
    self.key = key
    form =
      if let alone { .short(alone, map, isFlag: isFlag, word: word) } else {
        isFlag ? .flagged(map) : .object(map)
      }
    self.summary = summary
    self.noun = noun
  }
}

/// A reader or writer of the fields of navigations, one method for each kind of field.
///
/// A reader leaves the default in a field that isn't given.
package protocol FieldWalker<Values> {
  associatedtype Values: NavigationValues
  associatedtype Fault: Error

  /// The type of a screen to be made and its params, under `screen` and `params`.
  mutating func screen(_ screen: inout Navigation<Values>.Screen) throws(Fault)
  /// The actions that await the screen's end, under `then` and `otherwise`.
  mutating func awaiting(_ screen: inout Navigation<Values>.Screen) throws(Fault)
  /// The name of a slot.
  mutating func slot(_ key: Key, _ name: inout String?, _ summary: String) throws(Fault)
  mutating func flag(_ key: Key, _ flag: inout Bool, _ summary: String) throws(Fault)
  /// - Parameter flag: a key that stands for the choice of the same name, as a flag.
  mutating func choice<Choice: NavigationChoice>(
    _ key: Key, _ choice: inout Choice, flag: Key?, _ summary: String
  ) throws(Fault)
  /// A count from 1 on.
  mutating func count(_ key: Key, _ count: inout Values.Number, _ summary: String) throws(Fault)
  mutating func text(_ key: Key, _ text: inout Values.Text, _ role: TextRole, _ summary: String)
    throws(Fault)
  /// The identity of a screen, or the result of the one that is removed.
  mutating func value(_ key: Key, _ value: inout Values?, _ summary: String) throws(Fault)
  /// The params of the screen that the navigation starts from.
  mutating func params(_ key: Key, _ params: inout Values.Object, _ summary: String) throws(Fault)
  /// The params of a tab's root.
  mutating func params(_ key: Key, _ params: inout Values.Object?, of tab: Values.Text, _ summary: String)
    throws(Fault)
  mutating func tree(_ key: Key, _ tree: inout Navigation<Values>.Tree, _ summary: String) throws(Fault)
}

extension FieldWalker {
  package mutating func choice<Choice: NavigationChoice>(
    _ key: Key, _ choice: inout Choice, _ summary: String
  ) throws(Fault) {
    try self.choice(key, &choice, flag: nil, summary)
  }
}

/// What a text of a navigation means.
package enum TextRole: Sendable {
  /// The name of a tab or a pane.
  case part(SlotStyle)
  case url
  /// A path or an id.
  case address
  /// The name of a window.
  case window

  package var isURL: Bool { if case .url = self { true } else { false } }
}

package protocol NavigationChoice: RawRepresentable<String>, CaseIterable, Sendable, Equatable {}

/// The handling of a double tap: a screen of the same type and identity is already on top.
package enum DuplicateHandling: String, NavigationChoice {
  case push, ignore, reuse

  package static var summary: String {
    "The handling of a double tap: the screen on top has the same type and identity"
  }
}
