import NavtreeFlow
package import NavtreeJSON
package import NavtreeYAML

/// A step of a scenario: one verb, and what is expected after it.
package struct Step: Sendable {
  package let location: SourceLocation
  package let verb: Verb
  /// The screen that the verb is for, as an address; nil for the active one.
  package let at: String?
  /// Nil: it must succeed, and nothing else is said.
  package let expect: Expectation?
  /// The steps that it runs, those of parts each time that they are used; at least one.
  package let count: Int
  /// The parts that it runs one in the other.
  let partDepth: Int

  package init(location: SourceLocation, verb: Verb, at: String? = nil, expect: Expectation? = nil) {
    self.location = location
    self.verb = verb
    self.at = at
    self.expect = expect
    if case .part(_, let steps) = verb {
      count = max(1, steps.stepCount)
      partDepth = 1 + (steps.lazy.map(\.partDepth).max() ?? 0)
    } else {
      count = 1
      partDepth = 0
    }
  }

  package enum Verb: Sendable {
    /// Dispatches an action.
    case act(action: String, payload: JSONObject)
    case back
    case answer(Answer)
    /// Moves the clock, in milliseconds.
    case advance(Int)
    /// Opens a URL; `params` are the further params of `open`.
    case open(url: String, params: JSONObject)
    /// Opens, closes or changes a window: a method of the protocol and its params.
    case window(method: String, params: JSONObject)
    /// A host begins to show transitions, which stay pending, or has shown those up to now.
    case transitions(areShown: Bool)
    case save(String)
    case restore(String)
    /// Drops the session without closing it, and opens it again from its store.
    case kill
    case part(name: String, steps: [Step])
  }

  /// An answer to an owed effect.
  package struct Answer: Sendable {
    package let effect: String
    package let key: String?
    package let outcome: EffectOutcome

    package init(effect: String, key: String?, outcome: EffectOutcome) {
      self.effect = effect
      self.key = key
      self.outcome = outcome
    }
  }

  /// Whether it or one of its steps kills the session.
  package var kills: Bool {
    switch verb {
    case .kill: true
    case .part(_, let steps): steps.contains(where: \.kills)
    default: false
    }
  }

  /// The effects that it or its steps answer.
  package var answeredEffects: [String] {
    switch verb {
    case .answer(let answer): [answer.effect]
    case .part(_, let steps): steps.flatMap(\.answeredEffects)
    default: []
    }
  }
}

extension [Step] {
  /// - Complexity: O(number of steps), those in parts not counted.
  package var stepCount: Int { reduce(0) { $0 + $1.count } }
}
