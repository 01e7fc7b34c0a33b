/// A change of what a subscription follows, in the form that was asked for.
package struct StateChange {
  package let subscription: Int
  package let seq: Int
  /// The first of several changes that are told as one, of which `seq` is the last.
  package let since: Int?
  package let form: SubscriptionRequest.Form
  /// The patch, the value, or the changes of the list, as JSON.
  package let text: [UInt8]
}
