package import NavtreeFlow
package import NavtreeJSON
package import NavigationTree

/// An effect that a screen or the session has asked for, until it is over.
///
/// It doesn't change: what changes of it is another one in its place.
package final class EffectInFlight: Sendable {
  package let id: Int
  let template: EffectTemplate
  package let owner: Owner
  /// By field of the definition's input.
  package let input: [JSONValue]
  /// What the owner's effects are told apart by; nil: navtree's own.
  let key: UTF8Key?
  /// The beginning of `hostKey`, which says in which opening of which session it was first asked for.
  package let keyPrefix: String
  /// How often it may still be asked for again.
  let retries: Int
  /// Whether the host has been asked before.
  package let isAgain: Bool
  /// Whether the host isn't asked yet, because others with the same key come first.
  let isQueued: Bool

  /// The screen that waits for the answer; nil: the session does.
  package var screen: ScreenID? { owner.screen }

  package var definition: EffectDefinition { template.definition }

  /// The key by which hosts recognise it when it is asked for again. No other effect has it, whatever its session.
  package var hostKey: String { "\(keyPrefix)-\(id)" }

  init(
    id: Int, _ template: EffectTemplate, owner: Owner, input: [JSONValue], key: UTF8Key?,
    keyPrefix: String, retries: Int, isAgain: Bool = false, isQueued: Bool
  ) {
    self.id = id
    self.template = template
    self.owner = owner
    self.input = input
    self.key = key
    self.keyPrefix = keyPrefix
    self.retries = retries
    self.isAgain = isAgain
    self.isQueued = isQueued
  }

  /// The same, asked for (again).
  func asked(again isAgain: Bool, retries: Int) -> EffectInFlight {
    EffectInFlight(
      id: id, template, owner: owner, input: input, key: key, keyPrefix: keyPrefix, retries: retries,
      isAgain: isAgain, isQueued: false)
  }
}
