package import NavtreeFlow
package import NavtreeJSON
import NavtreeText

/// The tree that a URL would open, without opening it. Sensitive values are hidden.
package struct LinkPreview {
  /// What opens while a link waits.
  package enum Meanwhile {
    case tree(TreeRequest)
    /// Nil: nobody may see it.
    case url(String?)
  }

  package let url: String
  /// The pattern of the link that it matches.
  package let link: String
  /// All params of path and query.
  package let params: JSONObject
  /// The screens, with all their params.
  package let opens: TreeRequest
  package let mode: LinkDefinition.Mode
  /// The place that the link names, if it names one.
  package let at: String?
  package let waits: Bool
  package private(set) var otherwise: Meanwhile?

  package init(_ url: String, in session: Session) throws(Failure) {
    let transaction = session.transaction
    let match = try transaction.match(url, .caller)
    let link = transaction.flow.links.definitions[match.route]
    self.url = transaction.shown(url, match)
    self.link = transaction.pattern(of: match.route)
    params = Self.params(of: match, in: transaction.flow)
    mode = link.mode
    at = link.at?.description
    waits = try transaction.unmeasured { () throws(Failure) in try transaction.mustWait(match) }
    do throws(Failure) {
      opens = try Self.tree(link.opens, of: match, in: transaction)
    } catch {
      guard waits, error.kind == .expressionFailed || error.kind == .flowDefect else { throw error }
      throw Failure(.noSuchLink, "what \(self.link) opens isn't known while it waits")
    }
    guard waits else { return }
    switch link.otherwise {
    case nil: break
    case .opens(let tree): otherwise = .tree(try Self.tree(tree, of: match, in: transaction))
    case .url(let template):
      let url = try transaction.with(match) { () throws(Failure) in try transaction.text(of: template) }
      let seen = try? transaction.match(url, .caller)
      otherwise = .url(seen.map { transaction.shown(url, $0) } ?? transaction.shown(unknown: url))
    }
  }

  private static func params(of match: LinkMatch, in flow: FlowDefinition) -> JSONObject {
    let record = flow.links.record(of: match.route)
    guard record.fields.contains(where: \.sensitive) else { return match.params }
    var params = match.params
    // One that isn't declared may be a sensitive one misspelt.
    for name in params.keys where record.names.index(of: name).map({ record.fields[$0].sensitive }) ?? true {
      params[name] = StateView.hidden
    }
    return params
  }

  private static func tree(
    _ template: TreeTemplate, of match: LinkMatch, in transaction: Transaction
  ) throws(Failure) -> TreeRequest {
    let location = transaction.flow.links.definitions[match.route].location
    let tree = try transaction.with(match) { () throws(Failure) in
      try transaction.request(template, at: location)
    }
    return try whole(tree, .rule(location), transaction)
  }

  /// Recursion is bounded by the depth of YAML.
  private static func whole(
    _ tree: TreeRequest, _ origin: Origin, _ transaction: Transaction
  ) throws(Failure) -> TreeRequest {
    switch tree {
    case .chain(let nodes):
      .chain(try nodes.map { (node) throws(Failure) in try whole(node, origin, transaction) })
    case .node(let node): .node(try whole(node, origin, transaction))
    }
  }

  /// A node with all params of its screen.
  private static func whole(
    _ node: TreeRequest.Node, _ origin: Origin, _ transaction: Transaction
  ) throws(Failure) -> TreeRequest.Node {
    let definition = transaction.flow.screens[node.screen.type]
    let params = try transaction.params(ofType: node.screen.type, node.screen.params, origin)
    let slots = try node.slots.map { (slot) throws(Failure) in
      TreeRequest.Slot(name: slot.name, tree: try whole(slot.tree, origin, transaction))
    }
    return TreeRequest.Node(
      ScreenRequest(
        type: node.screen.type, params: definition.params.object(params, sensitive: false),
        awaiting: node.screen.awaiting),
      state: node.state.map(definition.state.shown), selected: node.selected, slots: slots)
  }
}
