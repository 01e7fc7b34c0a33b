/// An ended subscription, as long as its end can be undone.
package struct EndedSubscription {
  enum Kind {
    case state(StateSubscription)
    case query(QuerySubscription)
    /// With its index among the lifecycle subscriptions.
    case lifecycle(Int, at: Int)
    case transitions(TransitionSubscription)
    case actions(ActionSubscription)
  }

  let kind: Kind
  /// The table that held it: changes held for a reader that is behind aren't lost with its last subscription.
  let table: Followers
}
