import NavtreeFlow
import NavigationTree
import NavtreeText

/// A stored entry of a ledger, with its surroundings.
struct LedgerEntry {
  let reader: StoredReader
  let number: Int
  let transaction: Transaction
  /// The session that holds it.
  let stored: StoredSession

  var flow: FlowDefinition { transaction.flow }
  var navigations: StoredNavigation { StoredNavigation(flow: transaction.flow) }

  /// A live screen whose id a member gives.
  func screen(_ key: String) throws(StoredFault) -> ScreenID {
    let id = ScreenID(try reader.id(key))
    guard transaction.world.windows.contains(id) else {
      throw try reader.member(key).fault("isn't there any more")
    }
    return id
  }

  /// The type of screen that a member names.
  func type(_ key: String) throws(StoredFault) -> Int {
    let name = try reader.member(key)
    guard let type = flow.screenNames.index(of: try name.string()) else {
      throw name.fault("is no screen of the flow")
    }
    return type
  }

  /// Refuses an entry with a missing part.
  func checkWhole() throws(StoredFault) {
    if reader[StoredDivision.withheld] != nil { throw reader.fault("holds a value that isn't kept") }
  }
}
