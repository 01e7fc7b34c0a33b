/// A store that the flow names and the app keeps, such as in a keychain: one text for each key.
///
/// A call that changes the session waits for it, so each of its calls runs on a thread of its own, one after another, and
/// has ``Limits/field`` milliseconds. After that the session's call throws ``NavtreeError/Kind/storage`` and has changed
/// nothing; it may be made again.
public protocol FieldStore: AnyObject, Sendable {
  /// The text of a key; nil if there is none.
  func text(of key: String) throws -> String?

  /// Keeps a text in place of the former one; nil removes it.
  ///
  /// It must be kept when this returns: after a crash the session needs the text of the last call that returned.
  func keep(_ text: String?, as key: String) throws
}
