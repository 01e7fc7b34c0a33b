import Flow
import JSON
import OrderedCollections

/// What of a request is sensitive in a flow, so that its values are kept apart from the rest.
///
/// A member that has the name of any sensitive field of the flow counts as that field, since which screen will take
/// it isn't known before.
struct Concealment {
  private let names: Set<String>
  /// Whether the values in a URL may be sensitive.
  private let hidesURLs: Bool

  init(_ flow: FlowDefinition) {
    var records = [flow.shared]
    for screen in flow.screens {
      records += [screen.params, screen.state] + screen.actions.elements.map(\.definition.payload)
    }
    records += flow.actions.elements.map(\.definition.payload)
    for effect in flow.effects { records += [effect.input, effect.output] }
    names = Set(records.flatMap(\.fields).lazy.filter(\.sensitive).map(\.name))
    hidesURLs = flow.links.definitions.indices.contains { link in
      flow.links.record(of: link).fields.contains(where: \.sensitive)
    }
  }

  /// A value of a request that is kept apart.
  struct Secret {
    let pointer: JSONPointer
    let value: JSONValue
  }

  /// Puts zeros of the same kind in place of what is sensitive in the params of a request, and gives what was there.
  func conceal(in params: inout JSONObject) -> [Secret] {
    if names.isEmpty, !hidesURLs { return [] }
    var secrets: [Secret] = []
    concealRequest(&params, JSONPointer(), &secrets)
    return secrets
  }

  /// The params of a method, or an action of navtree's own.
  private func concealRequest(_ request: inout JSONObject, _ at: JSONPointer, _ secrets: inout [Secret]) {
    for key in request.keys {
      let pointer = at.appending(key)
      switch (key, request[key]) {
      case ("params", .object(var fields)?), ("state", .object(var fields)?),
        ("output", .object(var fields)?):
        concealFields(&fields, pointer, &secrets)
        request[key] = .object(fields)
      case ("action", .object(var action)?):
        if action["type"]?.string?.hasPrefix("nav.") == true {
          concealRequest(&action, pointer, &secrets)
        } else {
          concealFields(&action, pointer, &secrets)
        }
        request[key] = .object(action)
      case ("actions", .array(let entries)?):
        request[key] = .array(
          entries.enumerated().map { index, entry in
            guard case .object(var entry) = entry else { return entry }
            concealRequest(&entry, pointer.appending(index), &secrets)
            return .object(entry)
          })
      case ("tree", let tree?): request[key] = concealTree(tree, pointer, &secrets)
      case ("result", let value?) where names.contains("result"),
        ("error", let value?) where names.contains("error"),
        ("url", let value?) where hidesURLs, ("link", let value?) where hidesURLs:
        request[key] = conceal(value, pointer, &secrets)
      default: break
      }
    }
  }

  /// Recursion is bounded by the nesting of a line.
  private func concealTree(_ tree: JSONValue, _ at: JSONPointer, _ secrets: inout [Secret]) -> JSONValue {
    switch tree {
    case .object(var screen):
      for key in ["params", "state"] {
        guard case .object(var fields)? = screen[key] else { continue }
        concealFields(&fields, at.appending(key), &secrets)
        screen[key] = .object(fields)
      }
      if case .object(var slots)? = screen["slots"] {
        for (name, tree) in slots {
          slots[name] = concealTree(tree, at.appending("slots").appending(name), &secrets)
        }
        screen["slots"] = .object(slots)
      }
      return .object(screen)
    case .array(let chain):
      return .array(
        chain.enumerated().map { index, link in
          guard case .object(var link) = link else { return link }
          for (type, params) in link {
            guard case .object(var fields) = params else { continue }
            concealFields(&fields, at.appending(index).appending(type), &secrets)
            link[type] = .object(fields)
          }
          return .object(link)
        })
    case .null, .boolean, .integer, .number, .string: return tree
    }
  }

  private func concealFields(_ fields: inout JSONObject, _ at: JSONPointer, _ secrets: inout [Secret]) {
    for (name, value) in fields where names.contains(name) {
      fields[name] = conceal(value, at.appending(name), &secrets)
    }
  }

  private func conceal(_ value: JSONValue, _ at: JSONPointer, _ secrets: inout [Secret]) -> JSONValue {
    secrets.append(Secret(pointer: at, value: value))
    return value.zero
  }
}

extension JSONValue {
  /// The least value of the same kind.
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
