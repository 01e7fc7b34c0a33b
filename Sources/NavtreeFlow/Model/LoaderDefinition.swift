/// The loading of a list or a detail: its effect, and the fields for its output.
///
/// The fields that it adds come first in the screen's state, in the order of `Field`.
package struct LoaderDefinition: Sendable {
  package enum Kind: Sendable {
    /// Pages of items, distinguished by this member.
    case list(key: String, maxItems: Int)
    /// One value.
    case detail
  }

  /// A field of the state, by its index there.
  package enum Field: Int, Sendable {
    /// The items, or the value.
    case content
    case status
    case error
    /// The start of a list's next page; null for the first page.
    case cursor
  }

  /// The values of `status`.
  package enum Status: String, Sendable, CaseIterable {
    /// Nothing is being loaded, and there may be more.
    case idle
    case loading
    case failed
    /// Everything is loaded.
    case end
  }

  package let kind: Kind
  /// The effect that it asks for; the cursor isn't part of its input here.
  package let ask: EffectTemplate
  package let start: LoadStart
  /// The action that loads: `list.load` or `detail.load`.
  package let action: Int
  /// The index of the items, or of the value, in the effect's output.
  package let content: Int
  /// The index of the cursor in the effect's output; nil without pages.
  package let nextCursor: Int?
  /// The index of the cursor in the effect's input.
  package let cursor: Int?
  /// Whether the input depends on the screen's params alone, with which the content goes.
  package let followsParams: Bool
}
