package import NavtreeYAML

/// A link of a flow: what its URLs open, where, and when.
package struct LinkDefinition: Sendable {
  /// The fate of the existing screens.
  package enum Mode: String, Sendable, CaseIterable {
    /// They are removed.
    case reset
    /// They stay, below the opened tree.
    case push
  }

  /// The time that a link waits.
  package enum Waiting: String, Sendable, CaseIterable {
    /// Until the screens that its `otherwise` opened are left.
    case held
    /// Until it opens or is dropped.
    case always
  }

  /// The screens that open while the link waits.
  package enum Otherwise: Sendable {
    /// Another tree in the same place.
    case opens(TreeTemplate)
    /// The tree that this URL opens.
    case url(ValueTemplate)
  }

  /// A value that is computed from the URL, and what takes it.
  package struct Computed: Sendable {
    package let template: ValueTemplate
    package let taker: Taker
    /// What takes it, for people.
    package let name: String
    /// Whether the screens that the link opens take it.
    package let isOpening: Bool
    /// Whether it is known while the link waits: it is a part of `otherwise`, or of the URL alone.
    package let isMeanwhile: Bool

    package enum Taker: Sendable {
      case field(Schema)
      /// All fields of a screen's params or state.
      case record(RecordDefinition)
      /// A URL, which is a text of any kind.
      case url
    }
  }

  package let opens: TreeTemplate
  /// The place whose screen is replaced, or whose chain is pushed on; nil for the root of a window or, with
  /// `push`, its active screen.
  package let at: LinkPlace?
  package let mode: Mode
  /// Whether screens equal in type, identity and place keep id and state.
  package let reuse: Bool
  /// While it is false, the link waits.
  package let when: CompiledExpression?
  package let waits: Waiting
  package let otherwise: Otherwise?
  package let location: SourceLocation
  /// A URL matches if these fit, too.
  package internal(set) var computed: [Computed] = []

  /// The tree that it opens, then the tree that opens while it waits.
  package var trees: [TreeTemplate] {
    if case .opens(let tree)? = otherwise { [opens, tree] } else { [opens] }
  }
}

/// The links of a flow with the table that finds them.
package struct FlowLinks: Sendable {
  package let table: LinkTable
  /// By the table's routes.
  package let definitions: [LinkDefinition]

  package init(_ table: LinkTable = LinkTable(), _ definitions: [LinkDefinition] = []) {
    self.table = table
    self.definitions = definitions
    if table.routes.contains(where: \.hidesPath) {
      disclosure = .nothing
    } else {
      let hidesAny = table.routes.contains { $0.record.fields.contains(where: \.sensitive) }
      disclosure = hidesAny ? .withoutQuery : .whole
    }
  }

  package var isEmpty: Bool { definitions.isEmpty }

  /// The parts of an unmatched URL that may be shown: it may be the misspelt URL of a link with sensitive
  /// fields.
  package enum Disclosure: Sendable {
    /// No link has sensitive fields.
    case whole
    /// Only queries have sensitive fields.
    case withoutQuery
    /// Some param of a path is sensitive.
    case nothing
  }

  package let disclosure: Disclosure

  /// The fields of `link` in a link's expressions.
  package func record(of link: Int) -> RecordDefinition { table.routes[link].record }

  /// The first link that a URL matches, if any.
  ///
  /// - Complexity: as `LinkTable.forEachMatch`.
  package func match(_ url: LinkURL) -> LinkMatch? {
    var first: LinkMatch?
    table.forEachMatch(url) { match in
      first = match
      return .stop
    }
    return first
  }
}
