public import NavtreeJSON

/// One live instance of a screen type, with the screens that it presents.
public struct Screen: Sendable {
  public let id: ScreenID
  /// The index of its type in the catalog.
  public let type: Int
  /// What it was presented with, in declared order.
  public var params: [JSONValue]
  /// Its own fields, in declared order.
  public var state: [JSONValue]
  /// The slot of the selected tab or of the pane in focus; 0 for a screen without either.
  public var selection: Int
  /// The tabs visited before, the selected one last, where going back depends on it.
  public internal(set) var visits: [TabVisit] = []
  /// What is presented in each of its slots.
  public internal(set) var slots: Slots

  /// A screen that presents nothing.
  public init(id: ScreenID, type: Int, params: [JSONValue] = [], state: [JSONValue] = [], selection: Int = 0)
  {
    self.init(id: id, type: type, params: params, state: state, selection: selection, slots: Slots())
  }

  /// A screen with what it presents.
  public init(
    id: ScreenID, type: Int, params: [JSONValue], state: [JSONValue], selection: Int, slots: Slots,
    visits: [TabVisit] = []
  ) {
    self.id = id
    self.type = type
    self.params = params
    self.state = state
    self.selection = selection
    self.slots = slots
    self.visits = visits
  }
}

extension Screen {
  /// The slot through which the user sees further: the modal, else the pushed screen, else the selected tab
  /// or the pane in focus; nil where this screen is the one seen.
  ///
  /// - Complexity: O(number of slots).
  package func activeSlot(in shape: ScreenShape) -> Int? {
    var found: Int?
    for slot in shape.slots.indices where !slots[slot].isNone {
      switch shape.slots[slot].style {
      case .sheet, .popover, .cover: return slot
      case .push: found = slot
      case .tab, .pane: if slot == selection, found == nil { found = slot }
      }
    }
    return found
  }
}
