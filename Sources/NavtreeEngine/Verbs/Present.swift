import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Present<JSONValue> {
  func run(
    in transaction: Transaction, at cursor: ScreenID, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    if onDuplicate != .push, let top = try transaction.duplicate(of: screen, onTopOf: cursor, origin) {
      return try transaction.keep(top, screen, onDuplicate, for: cursor, origin)
    }
    let slot = try transaction.slot(
      for: screen.type, named: slot, of: cursor, among: [.push, .sheet, .popover, .cover], orParts: true)
    if onDuplicate != .push, let occupant = try transaction.occupant(ofTheSortOf: slot, of: cursor),
      let there = transaction.world.windows.screen(occupant.id),
      try transaction.isDuplicate(there, screen, origin)
    {
      return try transaction.keep(there.id, screen, onDuplicate, for: cursor, origin)
    }
    if ifOccupied == .ignore, try transaction.occupant(ofTheSortOf: slot, of: cursor) != nil {
      return NavigationOutcome()
    }
    return try transaction.present(
      screen, in: slot, of: cursor, origin, replacing: ifOccupied == .replace ? asking : nil)
  }
}
