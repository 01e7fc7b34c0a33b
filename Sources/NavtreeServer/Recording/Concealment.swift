import NavtreeFlow
import NavtreeJSON

/// The sensitive parts of requests to a flow, whose values are kept apart from the rest.
///
/// A member with the name of any sensitive field of the flow counts as that field, since the screen that will
/// take it isn't known yet. So does a member whose name the flow doesn't know, or in a place that can't have
/// one: it may be a typing error, and the request is refused whatever its value is.
struct Concealment {
  /// The names of the sensitive fields.
  private let names: Set<String>
  /// The names of all other fields.
  private let openNames: Set<UTF8Key>
  /// Whether the errors of effects have sensitive fields.
  private let hidesErrors: Bool
  /// Whether the values in a URL may be sensitive.
  private let hidesURLs: Bool
  private let links: FlowLinks
  /// Whether the identity that finds a screen may be sensitive.
  private let hidesIdentities: Bool

  init(_ flow: FlowDefinition) {
    var records = [flow.shared]
    for screen in flow.screens {
      records += [screen.params, screen.state] + screen.actions.elements.map(\.definition.payload)
    }
    records += flow.actions.elements.map(\.definition.payload)
    for effect in flow.effects {
      records += [effect.input, effect.output, effect.next, effect.errors ?? .empty]
    }
    var names = Set(records.flatMap(\.fields).lazy.filter(\.sensitive).map(\.name))
    if flow.screens.contains(where: \.hidesResult) { names.insert("result") }
    self.names = names
    openNames = Set(records.flatMap(\.fields).map { UTF8Key($0.name) }).subtracting(names.map { UTF8Key($0) })
    hidesErrors = flow.effects.contains { $0.errors?.fields.contains(where: \.sensitive) ?? false }
    links = flow.links
    hidesURLs = flow.links.disclosure != .whole
    hidesIdentities = flow.screens.contains { $0.params.fields.contains(where: \.sensitive) }
  }

  /// The params of navtree's own actions, by the action's type.
  private static let parameters = Dictionary(
    uniqueKeysWithValues: MethodTable.navigations.map { navigation in
      (navigation.action.name, Set(navigation.action.parameters.map(\.name) + ["type"]))
    })
  private static let entryMembers: Set = ["at", "action"]

  /// A value of a request that is kept apart.
  struct Secret {
    let pointer: JSONPointer
    let value: JSONValue
  }

  /// Replaces the sensitive values in the params of a request with zeros of the same type, and gives the
  /// values.
  func conceal(in params: inout JSONObject) -> [Secret] {
    if names.isEmpty, !hidesURLs { return [] }
    var secrets: [Secret] = []
    concealRequest(&params, JSONPointer(), &secrets)
    return secrets
  }

  /// The params of a method, an action of navtree's own, or an entry of a batch.
  ///
  /// - Parameter known: the members that may occur; nil if there are no others.
  private func concealRequest(
    _ request: inout JSONObject, _ at: JSONPointer, known: Set<String>? = nil, _ secrets: inout [Secret]
  ) {
    for (key, value) in request {
      let pointer = at.appending(key)
      switch key {
      case "params", "state", "output", "shared":
        let isWhole = key == "output" && names.contains(key)
        request[key] =
          isWhole ? conceal(value, pointer, &secrets) : concealFields(of: value, pointer, &secrets)
      case "error" where hidesErrors && !names.contains(key):
        request[key] = concealFields(of: value, pointer, &secrets)
      case "action": request[key] = concealAction(value, pointer, &secrets)
      case "actions":
        request[key] = concealElements(of: value, pointer, &secrets) { entry, pointer, secrets in
          guard case .object(var entry) = entry else { return nil }
          concealRequest(&entry, pointer, known: Self.entryMembers, &secrets)
          return .object(entry)
        }
      case "tree": request[key] = concealTree(value, pointer, &secrets)
      case "url" where hidesURLs, "link" where hidesURLs: request[key] = concealURL(value, pointer, &secrets)
      case "result" where names.contains(key), "error" where names.contains(key),
        "identity" where hidesIdentities, _ where known.map { !$0.contains(key) } ?? false:
        request[key] = conceal(value, pointer, &secrets)
      default: break
      }
    }
  }

  /// A URL of one link alone leads to it without its sensitive values, too.
  private func concealURL(_ value: JSONValue, _ at: JSONPointer, _ secrets: inout [Secret]) -> JSONValue {
    let zero = conceal(value, at, &secrets)
    return value.string.flatMap(urlWithStandIns).map { .string($0) } ?? zero
  }

  /// The URL with other values that fit for the sensitive ones, and without what its link doesn't declare.
  ///
  /// - Returns: nil if several links match, of which another may have sensitive values elsewhere, or none.
  private func urlWithStandIns(_ url: String) -> String? {
    guard let url = try? links.table.read(url) else { return nil }
    var matches: [LinkMatch] = []
    links.table.forEachMatch(url) { match in
      matches.append(match)
      return .next
    }
    guard matches.count == 1, let match = matches.first else { return nil }
    let values = zip(links.record(of: match.route).fields, match.values).map { field, value in
      field.sensitive ? field.schema.sample(0) ?? .null : value
    }
    return links.table.url(of: match.route, values)
  }

  private func concealAction(_ action: JSONValue, _ at: JSONPointer, _ secrets: inout [Secret]) -> JSONValue {
    guard case .object(var action) = action else { return conceal(action, at, &secrets) }
    if let type = action["type"]?.string, type.hasPrefix("nav.") {
      concealRequest(&action, at, known: Self.parameters[type] ?? ["type"], &secrets)
    } else {
      concealFields(&action, at, but: "type", &secrets)
    }
    return .object(action)
  }

  /// Recursion is bounded by the nesting of a line.
  private func concealTree(_ tree: JSONValue, _ at: JSONPointer, _ secrets: inout [Secret]) -> JSONValue {
    switch tree {
    case .object(var screen):
      for (key, value) in screen {
        let pointer = at.appending(key)
        switch key {
        case "screen", "selected", "focus", "then", "otherwise": break
        case "params", "state": screen[key] = concealFields(of: value, pointer, &secrets)
        case "slots":
          guard case .object(var slots) = value else { fallthrough }
          for (name, tree) in slots {
            slots[name] = concealTree(tree, pointer.appending(name), &secrets)
          }
          screen[key] = .object(slots)
        default: screen[key] = conceal(value, pointer, &secrets)
        }
      }
      return .object(screen)
    case .array:
      return concealElements(of: tree, at, &secrets) { link, pointer, secrets in
        if case .string = link { return link }
        guard case .object(var link) = link else { return nil }
        if link["screen"]?.string != nil { return concealTree(.object(link), pointer, &secrets) }
        for (type, params) in link {
          link[type] = concealFields(of: params, pointer.appending(type), &secrets)
        }
        return .object(link)
      }
    // A screen's name.
    case .string: return tree
    case .null, .boolean, .integer, .number: return conceal(tree, at, &secrets)
    }
  }

  /// - Parameter body: gives an element without its sensitive values; nil to keep all of it apart.
  private func concealElements(
    of list: JSONValue, _ at: JSONPointer, _ secrets: inout [Secret],
    _ body: (JSONValue, JSONPointer, inout [Secret]) -> JSONValue?
  ) -> JSONValue {
    guard case .array(var elements) = list else { return conceal(list, at, &secrets) }
    for index in elements.indices {
      let pointer = at.appending(index)
      elements[index] =
        body(elements[index], pointer, &secrets) ?? conceal(elements[index], pointer, &secrets)
    }
    return .array(elements)
  }

  private func concealFields(of value: JSONValue, _ at: JSONPointer, _ secrets: inout [Secret]) -> JSONValue {
    guard case .object(var fields) = value else { return conceal(value, at, &secrets) }
    concealFields(&fields, at, &secrets)
    return .object(fields)
  }

  /// - Parameter exception: a member that isn't a field.
  private func concealFields(
    _ fields: inout JSONObject, _ at: JSONPointer, but exception: String? = nil, _ secrets: inout [Secret]
  ) {
    for (name, value) in fields where name != exception && !openNames.contains(UTF8Key(name)) {
      fields[name] = conceal(value, at.appending(name), &secrets)
    }
  }

  private func conceal(_ value: JSONValue, _ at: JSONPointer, _ secrets: inout [Secret]) -> JSONValue {
    // Null is its own zero.
    if case .null = value { return value }
    secrets.append(Secret(pointer: at, value: value))
    return value.zero
  }
}

extension JSONValue {
  /// The zero of the value's type.
  fileprivate var zero: JSONValue {
    switch self {
    case .null: .null
    case .boolean: false
    case .integer: 0
    case .number: 0.0
    case .string: ""
    case .array: []
    case .object: [:]
    }
  }
}
