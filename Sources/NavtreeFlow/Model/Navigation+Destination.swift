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
    /// In place of another screen.
    case inPlace
    /// The screen is never made.
    case none
  }

  package var destination: Destination {
    switch self {
    case .present(let screen, let slot, _, _): .screen(screen, .presented(slot: slot))
    case .push(let screen, let slot, _): .screen(screen, .pushed(slot: slot))
    case .navigate(let screen, _, _, _): .screen(screen, .pushed(slot: nil))
    case .replace(let screen): .screen(screen, .inPlace)
    case .popTo(let screen, _, _, .push): .screen(screen, .pushed(slot: nil))
    case .popTo(let screen, _, _, .replace): .screen(screen, .inPlace)
    case .popTo(let screen, _, _, .fail): .screen(screen, .none)
    case .reset(let tree, _): .tree(tree)
    case .select(let tab, _): .part(.tab, tab)
    case .focus(let pane): .part(.pane, pane)
    case .open(let url): .url(url)
    case .pop, .popToRoot, .dismiss, .back: .back
    case .setParams: .here
    }
  }

  /// Where the next step of a rule starts from, once this one has led somewhere.
  package enum Lead {
    /// The active screen of the window.
    case active
    /// The screen of the outcome.
    case outcome
    /// What is active below the screen of the outcome.
    case belowOutcome
    /// What is active below the pane in focus.
    case belowPane
    /// The same screen, or once that is gone the one that held it.
    case none
  }

  package var lead: Lead {
    switch self {
    case .back: .active
    case .open: .outcome
    case .select, .navigate, .reset: .belowOutcome
    case .focus: .belowPane
    case .present, .push, .replace, .pop, .popTo, .popToRoot, .dismiss, .setParams: .none
    }
  }

  /// The part of the tree that a navigation removes, as far as the navigation tells.
  package enum Removal {
    /// The screen that it starts from.
    case own
    /// That screen if it was pushed and isn't of the type; nil: of any.
    case pushed(except: Int?)
    /// That screen unless the tree takes it over.
    case allBut(Tree)
    case nothing
  }

  package var removal: Removal {
    switch self {
    case .replace, .dismiss: .own
    case .pop, .popToRoot: .pushed(except: nil)
    case .popTo(let screen, _, _, _): .pushed(except: screen.type)
    case .reset(let tree, _): .allBut(tree)
    case .present, .push, .navigate, .back, .select, .focus, .setParams, .open: .nothing
    }
  }
}
