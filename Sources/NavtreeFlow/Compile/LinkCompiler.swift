import NavtreeJSON
import NavigationTree
import NavtreeYAML

/// Compiles the URLs of links and the trees that they open.
struct LinkCompiler {
  let compilation: Compilation

  private var sink: DiagnosticSink { compilation.sink }

  /// A link with a valid pattern and query, whose tree can be compiled.
  private struct Declared {
    let reader: ObjectReader
    let route: LinkRoute
    let scope: Scope
  }

  /// - Parameter windows: The windows that a session starts with.
  func links(_ flow: ObjectReader, windows: [String]) -> FlowLinks {
    let prefixes = prefixes(flow[.prefixes])
    let nodes = flow[.links]?.elements.filter { $0.kind == .mapping } ?? []
    let declared = nodes.compactMap { declaration(ObjectReader($0, .link, sink)) }
    let table = LinkTable(declared.map(\.route), prefixes: prefixes)
    let isRight = flow.has(.links) ? declared.count == flow[.links]?.count : true
    if isRight { compilation.linkTable = table }
    let places = LinkPlaceChecker(compilation: compilation, windows: windows)
    var links: [LinkDefinition] = []
    var routes = table.routes
    for (number, declared) in declared.enumerated() {
      guard let (link, route) = definition(declared, places) else { continue }
      links.append(link)
      let secrets = LinkSecrets(compilation: compilation).fields(of: link, route.record)
      routes[number] = secrets.isEmpty ? route : route.hiding(secrets)
    }
    let fitting = LinkTable(routes, prefixes: prefixes)
    if isRight { compilation.linkTable = fitting }
    return FlowLinks(fitting, links)
  }

  private func prefixes(_ node: YAMLNode?) -> [LinkPrefix] {
    guard let node else { return [] }
    var prefixes: [LinkPrefix] = []
    for element in node.elements where element.string != nil {
      do {
        prefixes.append(try LinkPrefix(element.text))
      } catch {
        report(error, element)
      }
    }
    return prefixes
  }

  private func report(_ error: LinkSyntaxError, _ node: YAMLNode, isFlow: Bool = false) {
    sink.error(
      .badLink, error.message, at: ScalarMap.location(of: error.range, in: node), in: node,
      hint: error.hint.map { hint($0, for: error.pattern, node, isFlow: isFlow) })
  }

  /// The advice of an error; a pattern is put in place of the whole text.
  private func hint(_ text: String, for pattern: String?, _ node: YAMLNode, isFlow: Bool) -> Hint {
    guard let pattern, node.start.line == node.end.line else { return .sentence(text) }
    // Braces would end a value among braces.
    let written = isFlow || node.style != .plain ? LineText.quoted(pattern) : pattern
    let said = text.split(separator: pattern, maxSplits: 1, omittingEmptySubsequences: false)
    return Hint(said.joined(separator: written), .edit(SourceEdit(node.location, with: written)))
  }

  // MARK: URLs

  private func declaration(_ reader: ObjectReader) -> Declared? {
    guard let url = reader[.url] else { return nil }
    do {
      let schemas = compilation.records.schemas
      let pattern = try LinkPattern(url.text, types: schemas.types.names) { name in
        schemas.types.schema(named: name, at: url, schemas.schema)
      }.typed(by: LinkUses(reader, compilation))
      guard let query = query(reader[.query], beside: pattern) else { return nil }
      let route = LinkRoute(pattern: pattern, query: query, location: url.location)
      var scope = compilation.sharedScope
      scope.declare(.link, route.record)
      return Declared(reader: reader, route: route, scope: scope)
    } catch {
      report(error, url, isFlow: reader.node.style == .flow)
      return nil
    }
  }

  /// The fields of a query; nil when one has the name of a param of the path.
  private func query(_ node: YAMLNode?, beside pattern: LinkPattern) -> RecordDefinition? {
    let query = compilation.records.record(node, .query)
    var isRight = true
    for field in query.fields {
      guard let pair = node?.pairs.first(where: { $0.key.text.hasSameBytes(as: field.name) }) else {
        continue
      }
      if pattern.params.contains(where: { $0.name == field.name }) {
        sink.error(
          .conflictingKeys, "'\(field.name)' is a param of the path, which decides what it is", at: pair.key,
          hint: "give one of the two another name")
        isRight = false
      }
      if let initial = field.initial, initial.constant == nil {
        sink.error(
          .badDefault, "the default of '\(field.name)' must be written out: a URL is read by itself",
          at: pair.value[Key.default.rawValue] ?? pair.value)
        isRight = false
      }
    }
    return isRight ? query : nil
  }

  /// Whether a node that may be a tree or a URL is a URL: a text that isn't a name.
  static func isURL(_ node: YAMLNode) -> Bool {
    node.kind == .scalar && !NavigationPath.isName(node.text)
  }

  /// A URL to open; a constant one must match a link.
  func url(_ node: YAMLNode, _ scope: Scope) -> ValueTemplate? {
    let target = ValueCompiler.Target(schema: Schema(.string), name: "the URL")
    guard let template = compilation.values.value(node, scope, into: target) else { return nil }
    guard let text = template.constant?.string, let table = compilation.linkTable else { return template }
    do {
      let url = try table.read(text)
      if FlowLinks(table).match(url) != nil { return template }
      sink.error(
        .unknownLink, "'\(text)' is a URL of no link", at: node,
        hint: table.hint(for: url).map(Hint.sentence) ?? "declare one: links: [{ url: \(text), opens: … }]")
    } catch {
      sink.error(.unknownLink, "'\(text)' is a URL of no link", at: node, hint: Hint(table.prefixHint))
    }
    return nil
  }

  // MARK: Trees

  /// The link, and its route for the URLs whose values fit what they open.
  private func definition(_ link: Declared, _ places: LinkPlaceChecker) -> (LinkDefinition, LinkRoute)? {
    let reader = link.reader
    let compiler = TreeCompiler(compilation: compilation, scope: link.scope)
    let mode = reader.text(.mode).flatMap { LinkDefinition.Mode(rawValue: $0) } ?? .reset
    let at = reader[.at].flatMap(places.path)
    let when = reader[.when].flatMap {
      compilation.expressions.condition($0, compilation.sharedScope)
    }
    checkWaiting(reader)
    let isPushed = mode == .push
    let reuse = reader.boolean(.reuse) ?? false
    if isPushed, reuse, let name = reader.name(of: .reuse) {
      sink.error(
        .conflictingKeys, "a link that pushes replaces no screen that it could reuse", at: name,
        hint: "take 'reuse' out, or 'mode'")
    }
    let otherwise = otherwise(reader, compiler, link.scope, in: isPushed ? .anyone : .none)
    let holder = isPushed || at.map(places.isHeld) ?? false ? TreeCompiler.Holder.anyone : .none
    guard let node = reader[.opens], let opens = compiler.tree(node, in: holder) else { return nil }
    places.check(opens, at: at, mode, node)
    if case .opens(let tree) = otherwise, let node = reader[.otherwise] {
      // While the place doesn't exist, the link opens at the window's root.
      places.check(tree, at: nil, mode, node)
    }
    let waits = reader.text(.waits).flatMap { LinkDefinition.Waiting(rawValue: $0) } ?? .held
    var definition = LinkDefinition(
      opens: opens, at: at, mode: mode, reuse: reuse, when: when, waits: waits, otherwise: otherwise,
      location: reader[.url]?.location ?? ObjectReader.place(of: reader.node))
    let takers = LinkTakers(of: definition, compilation)
    definition.computed = takers.computed
    checkDefaults(of: link, takers.plain)
    return (definition, link.route.fitting(takers.plain))
  }

  /// Checks that what takes a field of the query takes its default.
  private func checkDefaults(of link: Declared, _ takers: [LinkRoute.Taker]) {
    for taker in takers where taker.field >= link.route.pattern.params.count {
      let field = link.route.record.fields[taker.field]
      guard var value = field.initial?.constant, value != .null,
        let node = link.reader[.query]?.pairs.first(where: { $0.key.text.hasSameBytes(as: field.name) })?
          .value
      else { continue }
      do {
        try taker.schema.fit(&value)
      } catch {
        sink.error(
          .badDefault, "the default of '\(field.name)' \(error.message): the link gives it to a screen",
          at: node[Key.default.rawValue] ?? node)
      }
    }
  }

  private func checkWaiting(_ reader: ObjectReader) {
    guard reader.has(.waits), !reader.has(.when), let name = reader.name(of: .waits) else { return }
    sink.error(
      .missingKey, "'waits' says how long the link waits, and it has no 'when' to wait for", at: name,
      hint: "add when: shared.user != null, or take it out")
  }

  private func otherwise(
    _ reader: ObjectReader, _ trees: TreeCompiler, _ scope: Scope, in holder: TreeCompiler.Holder
  ) -> LinkDefinition.Otherwise? {
    guard let node = reader[.otherwise] else { return nil }
    if !reader.has(.when), let name = reader.name(of: .otherwise) {
      sink.error(
        .missingKey, "'otherwise' opens while the link waits, and it has no 'when' to wait for", at: name,
        hint: "add when: shared.user != null, or take it out")
    }
    if Self.isURL(node) { return url(node, scope).map { .url($0) } }
    return trees.tree(node, in: holder).map { .opens($0) }
  }
}
