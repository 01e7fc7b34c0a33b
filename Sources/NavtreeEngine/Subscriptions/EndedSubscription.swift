/// A subscription that was ended, as long as that may be taken back.
package struct EndedSubscription {
  enum Kind {
    case state(StateSubscription)
    case query(QuerySubscription)
    /// With its place among those that follow the life of screens.
    case lifecycle(Int, at: Int)
  }

  let kind: Kind
  /// Where it was entered: what that holds back for a reader that is behind isn't lost with its last subscription.
  let table: Subscriptions
}
