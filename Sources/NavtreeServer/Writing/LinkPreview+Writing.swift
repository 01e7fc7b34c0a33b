import NavtreeFlow
import NavtreeJSON
import NavtreeText
import NavigationTree
import OrderedCollections
import NavtreeEngine

extension LinkPreview {
  func write(_ flow: FlowDefinition, into output: inout JSONWriter) {
    output.append(#"{"url":"#, url)
    output.append(#","link":"#, link)
    output.append(#","params":"#, params)
    output.append(#","opens":"#, opens.json(in: flow))
    output.append(#","mode":"#, mode.rawValue)
    if let at { output.append(#","at":"#, at) }
    output.append(#","waits":"#, waits)
    switch otherwise {
    case nil: break
    case .tree(let tree): output.append(#","otherwise":"#, tree.json(in: flow))
    case .url(let url): output.append(#","otherwise":"#, url.map { .string($0) } ?? StateView.hidden)
    }
    output.append("}")
  }
}

extension TreeRequest {
  /// The tree as `reset` takes it.
  ///
  /// Recursion is bounded by the depth of YAML.
  fileprivate func json(in flow: FlowDefinition) -> JSONValue {
    switch self {
    case .chain(let nodes):
      .array(
        nodes.map { node in
          guard node.isPlain, node.screen.awaiting == nil else { return node.json(in: flow) }
          return .object([flow.screens[node.screen.type].name: .object(node.screen.params ?? [:])])
        })
    case .node(let node): node.json(in: flow)
    }
  }
}

extension TreeRequest.Node {
  fileprivate func json(in flow: FlowDefinition) -> JSONValue {
    let definition = flow.screens[screen.type]
    var object: JSONObject = ["screen": .string(definition.name)]
    if let params = screen.params, !params.isEmpty { object["params"] = .object(params) }
    if let state { object["state"] = .object(state) }
    if let selected { object[definition.kind == .split ? "focus" : "selected"] = .string(selected) }
    var filled: JSONObject = [:]
    for slot in slots { filled[slot.name] = slot.tree.json(in: flow) }
    if !filled.isEmpty { object["slots"] = .object(filled) }
    if let then = screen.awaiting?.then { object["then"] = .string(flow.actionNames[then]) }
    if let otherwise = screen.awaiting?.otherwise {
      object["otherwise"] = .string(flow.actionNames[otherwise])
    }
    return .object(object)
  }
}
