/// A format that is written in YAML, as far as advice on wrong text depends on it.
///
/// It is asked about texts with errors alone.
package protocol YAMLVocabulary: Sendable {
  /// Whether a text is a key of any map of the format.
  func isKey(_ text: String) -> Bool

  /// Whether an author may name something so.
  func isName(_ text: String) -> Bool

  /// Whether the value of a key is a text or an expression.
  func takesText(_ key: String) -> Bool

  /// Whether the value of a key may be anything.
  func takesAnything(_ key: String) -> Bool

  /// Whether a text that is no key here may be a name of the author's that stands at the wrong column.
  func mayBeName(_ text: String) -> Bool

  /// Whether a text would name something of the author's below a key, and is a key of the map around that.
  func isKey(_ text: String, around names: String) -> Bool

  /// Whether a text would name something of the author's below a key, and nobody gives that name.
  func isNoName(_ text: String, below names: String) -> Bool

  /// Whether a text is an expression that needs `${}`.
  ///
  /// - Parameter keys: The keys that it stands under, from the innermost.
  func isExpression(_ text: String, under keys: [String]) -> Bool

  /// A type of lists as another language writes it, in this format; nil for any other text.
  func list(_ text: String) -> String?

  /// A place in a value as another language writes it, in this format; nil for any other text.
  func pointer(of text: String) -> String?
}
