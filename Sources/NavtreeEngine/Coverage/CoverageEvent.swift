package import NavtreeFlow

/// Something that a session does and coverage counts.
///
/// Screen types, slots and links are numbered as in the flow. Everything else is identified by its object in the
/// flow's definition.
package enum CoverageEvent: Hashable, Sendable {
  /// A screen of this type was made.
  case screen(Int)
  /// A slot or pane of a screen type was filled.
  case slot(type: Int, slot: Int)
  /// A tab of a screen type was selected.
  case tab(type: Int, slot: Int)
  /// An action was offered to a screen, or to the flow, that declares it.
  case action(ObjectIdentifier)
  case rule(ObjectIdentifier)
  /// One rule ran directly after another in one session.
  case pair(ObjectIdentifier, ObjectIdentifier)
  case condition(ObjectIdentifier, Verdict)
  /// A computed value was evaluated.
  case computed(ObjectIdentifier)
  case effect(ObjectIdentifier, Outcome)
  case link(Int, Passage)
  /// A screen of this type refused to be dismissed.
  case refusal(Int)
  /// A rule of a screen type handled a lifecycle event.
  case lifecycle(type: Int, LifecycleEvent)

  /// The end of an evaluation of a guard.
  package enum Verdict: String, Sendable, CaseIterable {
    case yes = "true"
    case no = "false"
    case error
  }

  /// The end of an effect, as its host sees it.
  package enum Outcome: String, Sendable, CaseIterable {
    case done, failed, timedOut, cancelled
    /// A host answered it after it had ended.
    case late

    init(_ end: EffectEnd) {
      self =
        switch end {
        case .answered: .done
        case .failed: .failed
        case .timedOut: .timedOut
        case .superseded, .cancelled, .undone, .replaced, .removed: .cancelled
        }
    }
  }

  /// The fate of a URL that matches a link.
  package enum Passage: String, Sendable, CaseIterable {
    case matched, opened, waited
    /// The link's `otherwise` opened while the link waited.
    case otherwise
  }
}
