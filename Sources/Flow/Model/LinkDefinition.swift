package import NavigationTree

/// A link of a flow: what its URLs open, where, and when.
package struct LinkDefinition: Sendable {
  /// What becomes of what is there.
  package enum Mode: String, Sendable, CaseIterable {
    /// It goes.
    case reset
    /// It stays, below what is opened.
    case push
  }

  /// What opens while the link waits.
  package enum Otherwise: Sendable {
    /// Another tree in the same place.
    case opens(TreeTemplate)
    /// Whatever that URL opens.
    case url(ValueTemplate)
  }

  package let opens: TreeTemplate
  /// The place whose screen goes, or on whose chain is pushed; nil: the root of a window, or with `push` its
  /// active screen.
  package let at: NavigationPath?
  package let mode: Mode
  /// While it is false, the link waits.
  package let when: CompiledExpression?
  package let otherwise: Otherwise?
  package let location: SourceLocation

  package init(
    opens: TreeTemplate, at: NavigationPath?, mode: Mode, when: CompiledExpression?, otherwise: Otherwise?,
    location: SourceLocation
  ) {
    self.opens = opens
    self.at = at
    self.mode = mode
    self.when = when
    self.otherwise = otherwise
    self.location = location
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
  }

  package var isEmpty: Bool { definitions.isEmpty }

  /// What expressions of a link see as `link`.
  package func record(of link: Int) -> RecordDefinition { table.routes[link].record }

  /// The first link that a URL is one of; nil: there is none.
  ///
  /// - Complexity: that of `LinkTable.forEachMatch`.
  package func match(_ url: LinkURL) -> LinkMatch? {
    var first: LinkMatch?
    table.forEachMatch(url) { match in
      first = match
      return .stop
    }
    return first
  }
}
