import NavtreeFlow
import NavigationTree
import NavtreeText

/// A stored entry of a ledger, and what it is read by.
struct LedgerEntry {
  let reader: StoredReader
  let number: Int
  /// The stored session that contains it.
  let stored: StoredSession
  let flow: FlowDefinition
  /// The live screens.
  let windows: Windows
  /// The name of the restored session.
  let session: String
  /// The clock of the restored session, and its present instant.
  let clock: SessionClock
  let now: Int
  /// Finds the link that a URL means; nil if there is none.
  let match: (String) -> LinkMatch?

  var navigations: StoredNavigation { StoredNavigation(flow: flow) }

  /// A live screen whose id a member gives.
  func screen(_ key: String) throws(StoredFault) -> ScreenID {
    let id = ScreenID(try reader.id(key))
    guard windows.contains(id) else { throw try reader.member(key).fault("isn't there any more") }
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

  /// The owner of stored work: the session, or a live screen. A window opened later isn't one that isn't restored.
  func owner() throws(StoredFault) -> Owner {
    if reader["of"] == nil { return .screen(try screen("screen")) }
    let window = try reader.string("window")
    return windows.index(named: window) == nil ? .sessionAlone : .session(window: window)
  }

  /// Refuses an entry with a missing part.
  func checkWhole() throws(StoredFault) {
    if reader[StoredDivision.withheld] != nil { throw reader.fault("holds a value that isn't kept") }
  }
}
