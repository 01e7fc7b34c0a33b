import NavtreeCEL
import NavigationTree
import NavtreeJSON
import NavtreeText

/// Navigation to existing screens.
extension NavigationCompiler {
  // MARK: Going back

  func pop(_ reader: ObjectReader?, _ first: YAMLNode?) -> NavigationTemplate? {
    var words = SchemaConstraints.Words()
    words.minimum = 1
    let target = ValueCompiler.Target(
      schema: Schema(.integer, constraints: SchemaConstraints(words)), name: "'count'")
    if let count = reader?[.count] { return values.value(count, scope, into: target).map { .pop(count: $0) } }
    guard let first else { return .pop(count: .constant(.integer(1))) }
    if case .boolean(true) = first.scalar { return .pop(count: .constant(.integer(1))) }
    return values.value(first, scope, into: target).map { .pop(count: $0) }
  }

  func popTo(_ reader: ObjectReader?, _ first: YAMLNode?, _ name: YAMLNode) -> NavigationTemplate? {
    let otherwise = reader?.text(.otherwise).flatMap { NavigationTemplate.Otherwise(rawValue: $0) } ?? .fail
    let merge = reader?.boolean(.merge) ?? false
    // A screen found by its identity has params already; a new one needs them all.
    let isPartial = merge && reader?[.identity] != nil && otherwise == .fail
    guard let (template, node) = template(reader, first, name, isPartial: isPartial) else { return nil }
    if otherwise == .push { checkTaker(of: template, at: node) }
    var identity: ValueTemplate?
    if let node = reader?[.identity] {
      identity = values.value(
        node, scope, into: ValueCompiler.Target(schema: Schema(), name: "the identity"))
      if identity == nil { return nil }
    }
    return .popTo(template, identity: identity, merge: merge, otherwise)
  }

  // MARK: Choosing

  func select(_ reader: ObjectReader?, _ first: YAMLNode?, _ name: YAMLNode) -> NavigationTemplate? {
    guard let node = given(.tab, reader, first, name), let tab = part(node, .tab) else { return nil }
    guard let params = reader?[.params] else { return .select(tab: tab, params: nil) }
    let types = compilation.slots.tabRoots(of: tab.constant.map { $0.string ?? "" })
    let template: ValueTemplate?
    if types.count == 1, let name = types.first, let type = compilation.screenNames.index(of: name) {
      template = compilation.given(
        params, for: compilation.screens[type].params, noun: "param", of: name, scope, place: params,
        isPartial: true)
    } else {
      let target = ValueCompiler.Target(schema: Schema(.object), name: "the params")
      template = values.value(params, scope, into: target)
    }
    return .select(tab: tab, params: template)
  }

  /// The name of a tab or a pane; a constant one must belong to some screen.
  func part(_ node: YAMLNode, _ style: SlotStyle) -> ValueTemplate? {
    let target = ValueCompiler.Target(schema: Schema(.string), name: "the \(style.rawValue)")
    guard let template = values.value(node, scope, into: target) else { return nil }
    guard let name = template.constant?.string else { return template }
    if compilation.slots.isSlot(name, of: style) { return template }
    if sink.isBroken(name, in: .tabs, .panes) { return nil }
    let known = compilation.screens.lazy.flatMap(\.slots).filter { $0.style == style }.map(\.name)
    sink.error(
      .unknownTab, "no screen has a \(style.rawValue) '\(name)'", at: node,
      hint: Hint.spelling(name, among: known)
        ?? (known.isEmpty ? nil : "there are: \(known.joined(separator: ", "))"))
    return nil
  }

  func setParams(_ reader: ObjectReader?, _ first: YAMLNode?, _ name: YAMLNode) -> NavigationTemplate? {
    guard let node = given(.params, reader, first, name) else { return nil }
    let replace = reader?.boolean(.replace) ?? false
    let template: ValueTemplate?
    if let screen {
      template = compilation.given(
        node, for: screen.params, noun: "param", of: screen.name.text, scope, place: node, isPartial: !replace
      )
    } else {
      let target = ValueCompiler.Target(schema: Schema(.object), name: "the params")
      template = values.value(node, scope, into: target)
    }
    return template.map { .setParams($0, replace: replace) }
  }
}
