/// A change of a followed value, in the requested form.
package struct StateChange {
  package let subscription: Int
  package let seq: Int
  /// The first of several combined changes, of which `seq` is the last.
  package let since: Int?
  package let form: SubscriptionRequest.Form
  /// The patch, the value, or the changes of the list, as JSON.
  package let text: [UInt8]
}
