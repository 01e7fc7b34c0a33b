import NavtreeJSON
import NavigationTree
import OrderedCollections

/// The writes to a screen since the last report.
///
/// Its memory serves one screen after another.
final class ScreenTouch {
  /// The former content of a slot.
  struct Occupant {
    let id: ScreenID?
  }

  /// By the number of the field.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var state: OrderedDictionary<Int, ValueTouch> = [:]
  /// All fields as they were, once any has been set as a whole.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var params: [JSONValue]?
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var selection: Int?
  /// By the number of the slot.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var slots: OrderedDictionary<Int, Occupant> = [:]

  /// Records a write of a field, or inside it.
  func touch(field: Int, _ body: (inout ValueTouch) -> Void) {
    let index: Int
    if let known = state.index(forKey: field) {
      index = known
    } else {
      index = state.count
      state[field] = ValueTouch()
    }
    body(&state.values[index])
  }

  /// Records the former content of a slot, if that isn't known.
  func touch(slot: Int, held occupant: ScreenID?) {
    if slots[slot] == nil { slots[slot] = Occupant(id: occupant) }
  }

  /// Forgets the writes.
  func removeAll() {
    state.removeAll(keepingCapacity: true)
    params = nil
    selection = nil
    if !slots.isEmpty { slots.removeAll(keepingCapacity: true) }
  }
}
