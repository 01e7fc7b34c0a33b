/// Something that failed outside a call, such as a timer's change, or an effect's outcome that no rule can take.
public struct Problem: Sendable, CustomStringConvertible {
  /// A sentence for people.
  public let description: String
  /// The reason, if an error is one.
  public let error: NavtreeError?
}
