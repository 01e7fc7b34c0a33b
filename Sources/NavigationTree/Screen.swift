public import NavtreeJSON

/// One live instance of a screen type, with the screens that it presents.
public struct Screen: Sendable {
  public let id: ScreenID
  /// The index of its type in the catalog.
  public let type: Int
  /// Its params, in declared order.
  public var params: [JSONValue]
  /// Its state fields, in declared order.
  public var state: [JSONValue]
  /// The slot of the selected tab or of the pane in focus; 0 for a screen without either.
  public var selection: Int
  /// The visited tabs, the selected one last; empty where going back doesn't depend on them.
  public internal(set) var visits: [TabVisit] = []
  /// The trees presented in its slots.
  public internal(set) var slots: Slots

  /// A screen that presents nothing.
  public init(id: ScreenID, type: Int, params: [JSONValue] = [], state: [JSONValue] = [], selection: Int = 0)
  {
    self.init(id: id, type: type, params: params, state: state, selection: selection, slots: Slots())
  }

  /// A screen with the trees that it presents.
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
  /// The slot that leads on towards the active screen: the modal's, else the pushed screen's, else that of the selected
  /// tab or the pane in focus; nil where this screen itself is on top.
  ///
  /// - Complexity: O(number of slots).
  package func activeSlot(in shape: ScreenShape) -> Int? {
    var found: Int?
    for slot in shape.slots.indices where !slots.isEmpty(at: slot) {
      switch shape.slots[slot].style {
      case .sheet, .popover, .cover: return slot
      case .push: found = slot
      case .tab, .pane: if slot == selection, found == nil { found = slot }
      }
    }
    return found
  }
}
