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

  /// Whether the next step of a rule starts from the active screen at this one's destination.
  package var movesOn: Bool {
    switch self {
    case .select, .focus, .navigate, .open, .reset, .back: true
    case .present, .push, .replace, .pop, .popTo, .popToRoot, .dismiss, .setParams: false
    }
  }
}
