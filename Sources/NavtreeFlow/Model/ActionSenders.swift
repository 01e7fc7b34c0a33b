/// The ways in which navtree itself sends an action.
package struct ActionSenders: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It takes the answers or the failure of an effect.
  package static let effect = ActionSenders(rawValue: 1)
  /// It takes the result of a screen, or the reason for a missing one.
  package static let screen = ActionSenders(rawValue: 2)
  /// `after` sends it.
  package static let timer = ActionSenders(rawValue: 4)
  /// A lifecycle rule sends it.
  package static let lifecycle = ActionSenders(rawValue: 8)

  /// The reason why navtree sends it, for people.
  package var text: String {
    words([
      (.effect, "an effect"), (.screen, "a result"), (.timer, "a timer"), (.lifecycle, "a lifecycle event"),
    ])
      ?? "a rule"
  }

  /// The way to have it sent, for people.
  package var advice: String {
    words([
      (.effect, "answer the effect"), (.screen, "dismiss the screen whose result it takes"),
      (.timer, "let its time pass"), (.lifecycle, "navigate to where its lifecycle rule runs"),
    ]) ?? "dispatch an action whose rule sends it"
  }

  /// The words of those that are here; nil where there are none.
  package func words(_ all: [(sender: ActionSenders, words: String)]) -> String? {
    isEmpty ? nil : all.filter { contains($0.sender) }.map(\.words).joined(separator: " or ")
  }
}
