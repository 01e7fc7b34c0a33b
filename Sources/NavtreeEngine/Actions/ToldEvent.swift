/// An action or a lifecycle event as it is written for all followers.
package struct ToldEvent {
  /// The change that it is a part of.
  package let seq: Int
  /// The number of earlier events that the follower isn't told of.
  package internal(set) var missed = 0
  /// The windows of an action, by which followers are chosen; nil for other events.
  var windows: [String]?
  /// The members of the notification after these.
  package internal(set) var text: [UInt8]
}
