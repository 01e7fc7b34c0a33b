package import NavtreeFlow
package import NavtreeJSON
package import NavigationTree
import NavtreeText
package import NavtreeYAML

/// An effect requested by a screen or the session, until it ends.
///
/// It is immutable: a change puts another one in its place.
package final class EffectInFlight: Sendable {
  package let id: Int
  let template: EffectTemplate
  package let owner: Owner
  /// By field of the definition's input.
  package let input: [JSONValue]
  /// The key that distinguishes the owner's effects; nil for navtree's own effects.
  package let key: UTF8Key?
  /// The prefix of `hostKey`, unique to the opening of the session in which it was first requested.
  package let keyPrefix: String
  /// The instant of its first request, in milliseconds since 1970.
  package let since: Int
  /// The number of retries left.
  let retries: Int
  /// Whether the host has been asked before.
  package let isAgain: Bool
  /// Whether its request waits for others with the same key.
  package let isQueued: Bool
  /// Whether it rests after a failure, until it is requested again.
  package let isResting: Bool

  /// The screen that waits for the answer; nil for the session.
  package var screen: ScreenID? { owner.screen }

  package var definition: EffectDefinition { template.definition }

  /// The key by which hosts recognise it when it is requested again. No other effect of any session has it.
  package var hostKey: String { "\(keyPrefix)-\(id)" }

  init(
    id: Int, _ template: EffectTemplate, owner: Owner, input: [JSONValue], key: UTF8Key?,
    keyPrefix: String, since: Int, retries: Int, isAgain: Bool = false, isQueued: Bool,
    isResting: Bool = false
  ) {
    self.id = id
    self.template = template
    self.owner = owner
    self.input = input
    self.key = key
    self.keyPrefix = keyPrefix
    self.since = since
    self.retries = retries
    self.isAgain = isAgain
    self.isQueued = isQueued
    self.isResting = isResting
  }

  /// The same effect, with other values for what is given.
  private func changed(
    owner: Owner? = nil, retries: Int? = nil, isAgain: Bool? = nil, isQueued: Bool? = nil,
    isResting: Bool = false
  ) -> EffectInFlight {
    EffectInFlight(
      id: id, template, owner: owner ?? self.owner, input: input, key: key, keyPrefix: keyPrefix,
      since: since, retries: retries ?? self.retries, isAgain: isAgain ?? self.isAgain,
      isQueued: isQueued ?? self.isQueued, isResting: isResting)
  }

  /// The same effect, requested (again).
  func asked(again isAgain: Bool, retries: Int) -> EffectInFlight {
    changed(retries: retries, isAgain: isAgain, isQueued: false)
  }

  /// The same effect after a failure, until its next try.
  func resting(retries: Int) -> EffectInFlight { changed(retries: retries, isQueued: false, isResting: true) }

  /// The same of another owner.
  func owned(by owner: Owner) -> EffectInFlight { changed(owner: owner, isResting: isResting) }

  /// The same, which the host has been asked for before it was queued by way of the history.
  var askedBefore: EffectInFlight { changed(isAgain: true) }
}

extension EffectInFlight {
  /// The actions that take its answers, by the keys of the rule that names them; nil if a list or a detail loads
  /// through it.
  package func takers(in flow: FlowDefinition) -> [(key: String, action: String)]? {
    guard case .actions(let done, let failed, let next) = template.taker else { return nil }
    return [("done", done), ("failed", failed), ("next", next)].compactMap { key, action in
      action.map { (key, flow.actionNames[$0]) }
    }
  }
}

extension EffectInFlight {
  /// Whether an action takes answers before the last one.
  package var takesNext: Bool {
    if case .actions(_, _, let next) = template.taker { next != nil } else { false }
  }

  /// Whether an action takes its output, its error or an answer before the last one.
  package func isTaken(by action: Int) -> Bool {
    if case .actions(let done, let failed, let next) = template.taker {
      [done, failed, next].contains(action)
    } else {
      false
    }
  }

  /// The action that takes its output; nil if there is none, or a list or a detail loads through it.
  package var doneAction: Int? {
    if case .actions(let done, _, _) = template.taker { done } else { nil }
  }

  /// Whether only its id differs from that of another one, and no timer concerns either.
  package func isTwin(of other: EffectInFlight) -> Bool {
    template === other.template && template.timeout == nil && template.deadline == nil && owner == other.owner
      && key == other.key && since == other.since && retries == other.retries && isAgain == other.isAgain
      && isQueued == other.isQueued && !isResting && !other.isResting && input == other.input
  }

  /// The place at which it is asked for.
  package var location: SourceLocation { template.location }
}
