import JSON
import NavigationTree
import OrderedCollections

/// What was written of a screen since it was last told.
struct ScreenTouch {
  /// What a slot held.
  struct Occupant {
    let id: ScreenID?
  }

  /// By the number of the field.
  var state: OrderedDictionary<Int, ValueTouch> = [:]
  /// All of them as they were, once any has been given anew.
  var params: [JSONValue]?
  var selection: Int?
  /// By the number of the slot.
  var slots: OrderedDictionary<Int, Occupant> = [:]

  /// Notes what a slot held, if that isn't known.
  mutating func note(slot: Int, held occupant: ScreenID?) {
    if slots[slot] == nil { slots[slot] = Occupant(id: occupant) }
  }
}
