import NavtreeJSON
import NavigationTree

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
  var state = ShortDictionary<Int, ValueTouch>()
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
  var slots = ShortDictionary<Int, Occupant>()
  /// Whether it, or a screen that holds it, has another place or another parent.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var standsElsewhere = false

  /// Records a write of a field, or inside it.
  func touch(field: Int, _ body: (inout ValueTouch) -> Void) {
    if let index = state.index(of: field) { return body(&state[at: index]) }
    var touch = ValueTouch()
    body(&touch)
    state.append(touch, for: field)
  }

  /// Records the former content of a slot, if that isn't known.
  func touch(slot: Int, held occupant: ScreenID?) {
    if slots.index(of: slot) == nil { slots.append(Occupant(id: occupant), for: slot) }
  }

  /// Forgets the writes.
  func removeAll() {
    state.removeAll(keepingCapacity: true)
    params = nil
    selection = nil
    standsElsewhere = false
    if !slots.isEmpty { slots.removeAll(keepingCapacity: true) }
  }
}
