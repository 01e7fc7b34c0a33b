import NavtreeJSON

/// The pointer, view and form that several subscriptions have in common: those at the same screen are told the same
/// text.
final class Aspect {
  struct Key: Hashable {
    let pointer: UTF8Key
    let view: StateView
    let form: SubscriptionRequest.Form
    /// The key of a list's elements.
    let list: UTF8Key?
  }

  let key: Key
  /// The number of subscriptions that have it.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var followers = 0

  /// The computed values of its last follower.
  weak var computed: ComputedValues?

  init(_ key: Key) {
    self.key = key
  }
}
