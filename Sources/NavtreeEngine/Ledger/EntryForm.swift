import NavtreeFlow

/// What a ledger needs to write its entries as they are stored.
struct EntryForm {
  let flow: FlowDefinition
  let scope: StoredScope
  /// The live screens.
  let windows: Windows
  /// Effects with smaller numbers are held, on behalf of the session from which this one was forked.
  let firstOwnEffect: Int

  var navigations: StoredNavigation { StoredNavigation(flow: flow) }
}
