/// A mistake in a link's pattern or in a prefix, and its place there.
package struct LinkSyntaxError: Error, Sendable, Hashable {
  /// In Unicode scalars of the text.
  package let range: Range<Int>
  package let message: String
  /// The text to type instead.
  package let hint: String?
  /// The whole pattern to type instead.
  package let pattern: String?

  init(_ range: Range<Int>, _ message: String, hint: String? = nil, pattern: String? = nil) {
    self.range = range
    self.message = message
    self.hint = hint
    self.pattern = pattern
  }
}
