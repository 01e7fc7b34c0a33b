import NavtreeFlow
package import NavtreeJSON
import NavigationTree
import NavtreeText

/// The trees that URLs open, and the URLs of screens.
extension Session {
  /// The tree that a URL would open, without opening it: `{url, link, params, opens, mode, at?, waits, otherwise?}`.
  ///
  /// `opens` has the form that `reset` takes, with all params.
  package func resolveLink(_ url: String) throws(Failure) -> JSONObject {
    let match = try match(url, .caller)
    let link = flow.links.definitions[match.route]
    var params = match.params
    let record = flow.links.record(of: match.route)
    if record.fields.contains(where: \.sensitive) {
      // An undeclared param may be a sensitive one misspelt.
      for name in params.keys where record.names.index(of: name).map({ record.fields[$0].sensitive }) ?? true
      {
        params[name] = StateView.hidden
      }
    }
    var resolved: JSONObject = [
      "url": .string(shown(url, match)), "link": .string(pattern(of: match.route)), "params": .object(params),
      "opens": try opens(link.opens, of: match), "mode": .string(link.mode.rawValue),
    ]
    if let at = link.at { resolved["at"] = .string(at.description) }
    let waits = try link.when.map { (when) throws(Failure) in try !holds(when) } ?? false
    resolved["waits"] = .boolean(waits)
    if waits, let otherwise = link.otherwise {
      switch otherwise {
      case .opens(let tree): resolved["otherwise"] = try opens(tree, of: match)
      case .url(let template):
        let url = try with(match) { () throws(Failure) in try text(of: template) }
        let seen = (try? self.match(url, .caller)).map { shown(url, $0) } ?? shown(unknown: url)
        resolved["otherwise"] = seen.map { .string($0) } ?? StateView.hidden
      }
    }
    return resolved
  }

  /// The waiting links, in order: `[{url, link, window, why?}]`.
  ///
  /// - Parameter reasons: whether to give the reason that each still waits.
  package func pendingLinkList(reasons: Bool) -> JSONValue {
    .array(
      world.ledgers.links.all.map { link in
        var entry: JSONObject = [
          "url": .string(shown(link.url, link.match)), "link": .string(pattern(of: link.match.route)),
          "window": .string(link.window),
        ]
        if reasons { entry["why"] = .string(reason(of: link)) }
        return .object(entry)
      })
  }

  private func opens(_ template: TreeTemplate, of match: LinkMatch) throws(Failure) -> JSONValue {
    let location = flow.links.definitions[match.route].location
    let tree = try with(match) { () throws(Failure) in try request(template, at: location) }
    return try json(of: tree, .rule(location))
  }

  /// Recursion is bounded by the depth of YAML.
  private func json(of tree: TreeRequest, _ origin: Origin) throws(Failure) -> JSONValue {
    switch tree {
    case .chain(let nodes):
      return .array(
        try nodes.map { (node) throws(Failure) in
          guard node.isPlain, node.screen.awaiting == nil else { return try json(of: node, origin) }
          let params = try shownParams(of: node.screen, origin)
          return .object([flow.screens[node.screen.type].name: .object(params)])
        })
    case .node(let node): return try json(of: node, origin)
    }
  }

  private func json(of node: TreeRequest.Node, _ origin: Origin) throws(Failure) -> JSONValue {
    let definition = flow.screens[node.screen.type]
    var object: JSONObject = ["screen": .string(definition.name)]
    let params = try shownParams(of: node.screen, origin)
    if !params.isEmpty { object["params"] = .object(params) }
    if var state = node.state {
      for field in definition.state.fields where field.sensitive && state[field.name] != nil {
        state[field.name] = StateView.hidden
      }
      object["state"] = .object(state)
    }
    if let selected = node.selected {
      object[definition.kind == .split ? "focus" : "selected"] = .string(selected)
    }
    var filled: JSONObject = [:]
    for slot in node.slots { filled[slot.name] = try json(of: slot.tree, origin) }
    if !filled.isEmpty { object["slots"] = .object(filled) }
    if let then = node.screen.awaiting?.then { object["then"] = .string(flow.actionNames[then]) }
    if let otherwise = node.screen.awaiting?.otherwise {
      object["otherwise"] = .string(flow.actionNames[otherwise])
    }
    return .object(object)
  }

  private func shownParams(of request: ScreenRequest, _ origin: Origin) throws(Failure) -> JSONObject {
    let definition = flow.screens[request.type]
    var params = definition.params.object(try params(of: definition, request.params, origin))
    for field in definition.params.fields where field.sensitive { params[field.name] = StateView.hidden }
    return params
  }

  // MARK: URLs of screens

  /// The URL of the focus of a window: of a link that opens a screen of its type and identity with its
  /// params. A link that also opens the screens below it is preferred.
  ///
  /// - Returns: nil if there is none.
  /// - Complexity: O(number of links), plus the cost of looking their URLs up.
  package func linkURL(ofFocusIn window: Int) throws(Failure) -> String? {
    let focus = world.windows[window].focus
    var found: String?
    for (route, link) in flow.links.definitions.enumerated() {
      guard let templates = link.opens.chain, let last = templates.last, last.type == focus.type else {
        continue
      }
      var binding = LinkBinding(flow.links.record(of: route))
      guard try bind(&binding, last, to: focus) else { continue }
      let isWhole = try bind(&binding, templates.dropLast(), below: focus, in: window)
      if !isWhole, found != nil { continue }
      guard let values = binding.values, let url = flow.links.table.url(of: route, values),
        try opensSame(last, as: focus, LinkMatch(route: route, values: values, params: [:]))
      else { continue }
      if isWhole { return url }
      found = url
    }
    return found
  }

  /// Whether a template gives a screen its present params; binds the link's values accordingly. A sensitive
  /// value is in no URL.
  private func bind(_ binding: inout LinkBinding, _ template: ScreenTemplate, to screen: Screen)
    throws(Failure) -> Bool
  {
    let fields = flow.screens[screen.type].params.fields
    for (field, value) in zip(fields, screen.params) {
      switch template.params?.member(field.name) {
      case nil: if try self.value(ofUnset: field) != value { return false }
      case let member?:
        if field.sensitive || !binding.bind(member, to: value) { return false }
      }
    }
    return true
  }

  /// Whether a link opens the present screens below its last one; as far down as they match, they bind its
  /// values.
  private func bind(
    _ binding: inout LinkBinding, _ templates: ArraySlice<ScreenTemplate>, below screen: Screen,
    in window: Int
  ) throws(Failure) -> Bool {
    var above = screen.id
    for template in templates.reversed() {
      guard let place = world.windows[window].place(of: above), let id = place.parent,
        let holder = world.windows[window].screen(id), holder.type == template.type,
        flow.screens[holder.type].slots[place.slot].style == .push
      else { return false }
      var extended = binding
      guard try bind(&extended, template, to: holder) else { return false }
      binding = extended
      above = id
    }
    return true
  }

  private func opensSame(_ template: ScreenTemplate, as screen: Screen, _ match: LinkMatch) throws(Failure)
    -> Bool
  {
    let request = try with(match) { () throws(Failure) in try self.request(template) }
    let location = flow.links.definitions[match.route].location
    return try identity(of: request, .rule(location)) == identity(of: screen)
  }
}

extension TreeTemplate {
  /// The screens from the root up; nil if it is more than a chain.
  fileprivate var chain: [ScreenTemplate]? {
    nodes.allSatisfy(\.isPlain) ? nodes.map(\.screen) : nil
  }
}

extension ValueTemplate {
  /// The template of a member; nil if there is no such member, or the whole is one expression.
  fileprivate func member(_ name: String) -> ValueTemplate? {
    switch self {
    case .constant(let value): value[name].map { .constant($0) }
    case .object(let members): members.first { $0.key.hasSameBytes(as: name) }?.value
    case .expression, .text, .array: nil
    }
  }
}
