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
    case .present(let it):
      "present \(template(it.screen)) in \(it.slot ?? "-") \(it.ifOccupied) \(it.onDuplicate) "
        + awaiting(it.screen.awaiting)
    case .push(let it): "push \(template(it.screen)) in \(it.slot ?? "-") \(it.onDuplicate)"
    case .navigate(let it): "navigate \(template(it.screen)) \(it.pop) \(it.merge) \(it.onDuplicate)"
    case .replace(let it): "replace \(template(it.screen))"
    case .pop(let it): "pop \(value(it.count))"
    case .popTo(let it):
      "popTo \(template(it.screen)) \(it.identity.map(value) ?? "-") \(it.merge) \(it.otherwise)"
    case .popToRoot: "popToRoot"
    case .reset(let it): "reset \(tree(it.tree)) \(it.reuse)"
    case .dismiss(let it): "dismiss \(it.result.map(value) ?? "-")\(it.all ? " all" : "")"
    case .back: "back"
    case .select(let it): "select \(value(it.tab)) \(it.params.map(value) ?? "-")"
    case .focus(let it): "focus \(value(it.pane))"
    case .open(let it): "open \(value(it.url))"
    case .move(let it): "move to \(value(it.to)) in \(it.slot ?? "-") \(it.ifOccupied)"
    case .openWindow(let it): "openWindow \(value(it.window)) \(template(it.screen))"
    case .closeWindow(let it): "closeWindow \(value(it.window))"
    case .setParams(let it): "setParams \(value(it.params)) \(it.replace)"
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
