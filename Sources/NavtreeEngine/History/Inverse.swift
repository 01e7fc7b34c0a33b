import NavtreeJSON
import NavigationTree

/// The inverse of one step of a change. Each case has a counterpart, which `Transaction.revert` gives.
///
/// The commonest case, a field, sets the size of all: larger data is stored elsewhere.
enum Inverse {
  /// A state field of a screen, or with nil a shared field, had this value.
  case field(ScreenID?, Int, JSONValue)
  /// Part of a field's value had this earlier content.
  indirect case place(ScreenID?, Int, PlaceInverse)
  case params(ScreenID, [JSONValue])
  /// Nothing was presented in this slot.
  case presented(parent: ScreenID, slot: Int)
  /// This tree was presented there.
  case removed(window: Int, parent: ScreenID, slot: Int, NavigationState)
  /// This tree was in place of the screen with that id.
  case replaced(window: Int, by: ScreenID, NavigationState)
  /// This tab was selected, or this pane in focus.
  case selected(ScreenID, slot: Int, visits: [TabVisit])
  /// The window of this number wasn't open.
  case windowOpened(Int)
  /// This window, focused on its root, was open, as the one of that number.
  indirect case windowClosed(Int, NavigationZipper)
  /// A ledger held another entry. It is boxed, since each step would be copied and destroyed through its metadata
  /// otherwise: 180 instructions of a dispatch.
  indirect case ledger(any WorldStep)
}

extension Inverse {
  init<Step: LedgerStep>(_ step: Step) where Step.Table: PlacedLedger {
    self = .ledger(PlacedStep(step: step))
  }
}
