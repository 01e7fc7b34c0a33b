import NavtreeFlow
import NavtreeText

extension FlowOutline {
  func navigation(_ step: NavigationStep) -> String {
    navigation(step.navigation) + (step.at.map { " at \($0)" } ?? "") + (step.force ? " force" : "")
  }

  func sent(_ action: SendTemplate.Action) -> String {
    switch action {
    case .declared(let action, let with): "\(flow.actionNames[action]) \(with.map(value) ?? "-")"
    case .navigation(let step): navigation(step)
    }
  }

  private func navigation(_ navigation: NavigationTemplate) -> String {
    switch navigation {
    case .present(let screen, let slot, let ifOccupied, let duplicate):
      "present \(template(screen)) in \(slot ?? "-") \(ifOccupied) \(duplicate) \(awaiting(screen.awaiting))"
    case .push(let screen, let slot, let duplicate): "push \(template(screen)) in \(slot ?? "-") \(duplicate)"
    case .navigate(let screen, let pop, let merge, let duplicate):
      "navigate \(template(screen)) \(pop) \(merge) \(duplicate)"
    case .replace(let screen): "replace \(template(screen))"
    case .pop(let count): "pop \(value(count))"
    case .popTo(let screen, let identity, let merge, let otherwise):
      "popTo \(template(screen)) \(identity.map(value) ?? "-") \(merge) \(otherwise)"
    case .popToRoot: "popToRoot"
    case .reset(let tree, let reuse): "reset \(self.tree(tree)) \(reuse)"
    case .dismiss(let result, let all): "dismiss \(result.map(value) ?? "-")\(all ? " all" : "")"
    case .back: "back"
    case .select(let tab, let params): "select \(value(tab)) \(params.map(value) ?? "-")"
    case .focus(let pane): "focus \(value(pane))"
    case .open(let url): "open \(value(url))"
    case .setParams(let params, let replace): "setParams \(value(params)) \(replace)"
    }
  }

  func link(_ link: LinkDefinition) -> String {
    let otherwise =
      switch link.otherwise {
      case nil: "-"
      case .opens(let tree): self.tree(tree)
      case .url(let url): value(url)
      }
    return "\(link.mode) \(tree(link.opens)) at \(link.at.map { "\($0)" } ?? "-") otherwise \(otherwise)"
  }

  private func awaiting(_ awaiting: Awaiting?) -> String {
    [awaiting?.then, awaiting?.otherwise].map { $0.map { flow.actionNames[$0] } ?? "-" }.joined(
      separator: " ")
  }

  private func tree(_ tree: TreeTemplate) -> String {
    switch tree {
    case .chain(let nodes): "[\(nodes.map(node).joined(separator: ", "))]"
    case .node(let node): self.node(node)
    }
  }

  private func node(_ node: TreeTemplate.Node) -> String {
    "\(template(node.screen)) \(awaiting(node.screen.awaiting)) \(node.state.map(value) ?? "-") "
      + "\(node.selected ?? "-") "
      + "{\(node.slots.map { "\($0.name): \(self.tree($0.tree))" }.joined(separator: ", "))}"
  }
}
