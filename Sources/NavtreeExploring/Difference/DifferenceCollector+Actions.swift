import NavtreeFlow
import NavtreeText

extension DifferenceCollector {
  /// Compares the flow's own actions.
  mutating func compareActions() {
    compareActions(of: "", old.actions, [], new.actions, [])
  }

  /// Compares the actions of a screen, or the flow's own.
  ///
  /// - Parameters:
  ///   - oldKeys: The place of their owner in the old version's normal form.
  ///   - newKeys: The same in the new version's.
  mutating func compareActions(
    of owner: String, _ before: ActionTable, _ oldKeys: [String], _ after: ActionTable, _ newKeys: [String]
  ) {
    let prefix = owner.isEmpty ? "" : "\(owner)."
    for element in before.elements {
      let action = old.actionNames[element.action]
      let name = prefix + action
      guard let index = new.actionNames.index(of: action), let other = after[index] else {
        add(
          .action, name, "is gone", breaking: !element.definition.isNavtrees,
          at: .old(element.definition.location))
        continue
      }
      comparePrivacy(of: name, element.definition, other)
      let keys = ["let", "rules"]
      if keys.contains(where: {
        differs(oldKeys + ["actions", action, $0], newKeys + ["actions", action, $0])
      }) {
        add(.action, name, "its rules differ", at: .new(other.location))
      }
    }
    for element in after.elements {
      let action = new.actionNames[element.action]
      if let index = old.actionNames.index(of: action), before[index] != nil { continue }
      add(.action, prefix + action, "is added", at: .new(element.definition.location))
    }
  }

  /// Compares the privacy of an action, and the payload that hosts give unless it is private.
  private mutating func comparePrivacy(
    of name: String, _ before: ActionDefinition, _ after: ActionDefinition
  ) {
    switch (before.isPrivate, after.isPrivate) {
    case (false, false): compare(.payload, of: name, before.payload, after.payload, [.given, .required])
    case (false, true):
      add(
        .action, name, "is private: hosts can't dispatch it, only navtree sends it", breaking: true,
        at: .new(after.location))
    case (true, false):
      add(.action, name, "is no longer private: hosts may dispatch it", at: .new(after.location))
    case (true, true): break
    }
  }

  mutating func compareEffects() {
    match(
      .effect, old.effects, new.effects, by: \.name, at: \.location,
      gone: "is gone: the app isn't asked for it", added: "is added: the app has to provide it", needed: true
    ) { it, name, effect, other in
      let answer: Use = [.given, .required]
      it.compare(.input, of: name, effect.input, other.input, .read)
      it.compare(.output, of: name, effect.output, other.output, answer)
      if effect.declaresNext || other.declaresNext {
        it.compare(.next, of: name, effect.next, other.next, answer)
      }
      switch (effect.errors, other.errors) {
      case (nil, nil): break
      case (_?, nil): it.add(.errors, name, "may be any value", at: .new(other.location))
      case (nil, _?):
        it.add(.errors, name, "has declared fields", breaking: true, at: .new(other.location))
      case (let errors?, let others?): it.compare(.errors, of: name, errors, others, answer)
      }
      for key in ["timeout", "deadline", "retries"]
      where it.differs(["effects", name, key], ["effects", name, key]) {
        it.add(.effect, name, "its '\(key)' differs", at: .new(other.location))
      }
    }
  }
}
