package import NavtreeEngine
import NavtreeJSON
import NavtreeFlow
import NavtreeYAML

extension Step {
  /// A step that answers an owed effect, with the least that tells it from older ones; nil if that isn't owed.
  package init?(
    answering effect: EffectInFlight, with outcome: EffectOutcome, in session: Session,
    expect: Expectation? = nil
  ) {
    let name = effect.definition.name
    let alike = session.owed.filter { !session.isHeld($0) && $0.definition.name == name }
    let address = effect.screen.map { _ in session.address(of: effect) }
    let choices: [(at: String?, key: String?)] = [
      (nil, nil), (address, nil), (nil, effect.key?.text), (address, effect.key?.text), (nil, effect.hostKey),
    ]
    let choice = choices.first { choice in
      let found = alike.first { other in
        (choice.at == nil || other.screen == effect.screen)
          && (choice.key == nil || choice.key == other.key?.text || choice.key == other.hostKey)
      }
      return found?.id == effect.id
    }
    guard let choice else { return nil }
    self.init(
      location: SourceLocation(line: 1, column: 1, endColumn: 2),
      verb: .answer(Answer(effect: name, key: choice.key, outcome: outcome)), at: choice.at, expect: expect)
  }
}
