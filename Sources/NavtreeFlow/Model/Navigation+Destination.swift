package import NavigationTree

extension Navigation {
  /// The destination of a navigation.
  package enum Destination {
    case screen(Screen, Placement)
    case tree(Tree)
    /// A tab or a pane of that name.
    case part(SlotStyle, Values.Text)
    case url(Values.Text)
    /// Towards the root.
    case back
    /// To the screen that it starts from.
    case here
  }

  /// The place of a screen to be made.
  package enum Placement {
    /// In a slot of the screen that the navigation starts from.
    case presented(slot: String?)
    case pushed(slot: String?)
    /// In place of another screen, or as the root of a window.
    case inPlace
    /// The screen is never made.
    case none
  }

  /// The part of the tree that a navigation removes, as far as the navigation itself shows.
  package enum Removal {
    /// The screen that it starts from.
    case own
    /// That screen if it was pushed and isn't of the type; nil: of any.
    case pushed(except: Int?)
    /// That screen unless the tree takes it over.
    case allBut(Tree)
    /// The screens of a window.
    case window
    case nothing
  }
}

/// The screen that the next step of a rule starts from, once a navigation has led somewhere.
package enum NavigationLead: Sendable {
  /// The active screen of the window.
  case active
  /// The screen of the outcome.
  case outcome
  /// The active screen below the screen of the outcome.
  case belowOutcome
  /// The active screen below the pane in focus.
  case belowPane
  /// The same screen, or once that is gone the one that held it.
  case none
}
