import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Present<JSONValue> {
  func run(in transaction: Transaction, at window: Int, _ origin: Origin, _ asking: Asking) throws(Failure)
    -> NavigationOutcome
  {
    let presenter = transaction.world.windows[window].focus.id
    if onDuplicate != .push, let top = try transaction.duplicateOnTop(of: screen, in: window, origin) {
      return try transaction.keep(top, screen, onDuplicate, for: presenter, in: window, origin)
    }
    let slot = try transaction.slot(
      for: screen.type, named: slot, in: window, among: [.push, .sheet, .popover, .cover], orParts: true)
    if onDuplicate != .push, let (occupied, _) = transaction.occupant(ofTheSortOf: slot, in: window),
      let occupant = transaction.world.windows[window].focus.slots[occupied].screen,
      try transaction.isDuplicate(occupant, screen, in: window, origin)
    {
      return try transaction.keep(occupant.id, screen, onDuplicate, for: presenter, in: window, origin)
    }
    if ifOccupied == .ignore, transaction.occupant(ofTheSortOf: slot, in: window) != nil {
      return NavigationOutcome()
    }
    return try transaction.present(
      screen, in: slot, of: window, origin, replacing: ifOccupied == .replace ? asking : nil)
  }
}
