import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

extension Session {
  /// The navigation that a template asks for now, its values taken.
  func request(_ template: NavigationTemplate, at location: SourceLocation) throws(Failure)
    -> NavigationRequest
  {
    switch template {
    case .present(let screen, let slot, let replace, let duplicate, let awaiting):
      var request = try request(screen)
      request.awaiting = awaiting
      return .present(request, slot: slot, replace: replace, duplicate)
    case .push(let screen, let slot, let duplicate):
      return .push(try request(screen), slot: slot, duplicate)
    case .navigate(let screen, let pop, let merge, let duplicate):
      return .navigate(try request(screen), pop: pop, merge: merge, duplicate)
    case .replace(let screen): return .replace(try request(screen))
    case .pop(let count):
      guard case .integer(let number) = try value(of: count), (0..<Int.max).contains(number) else {
        throw flowDefect("the count of pop is no integer from 0", at: location)
      }
      return .pop(count: number)
    case .popTo(let screen, let identity, let merge, let otherwise):
      let identity = try identity.map { (it) throws(Failure) in try value(of: it) }
      return .popTo(try request(screen), identity: identity, merge: merge, otherwise)
    case .popToRoot: return .popToRoot
    case .reset(let tree, let reuse): return .reset(try request(tree), reuse: reuse)
    case .dismiss(let result):
      return .dismiss(result: try result.map { (it) throws(Failure) in try value(of: it) })
    case .back: return .back
    case .select(let tab, let params):
      let params = try params.map { (it) throws(Failure) in try object(of: it, at: location) }
      return .select(tab: try text(of: tab), params: params)
    case .focus(let pane): return .focus(pane: try text(of: pane))
    case .setParams(let params, let replace):
      return .setParams(try object(of: params, at: location), replace: replace)
    case .open(let url): return .open(url: try text(of: url))
    }
  }

  /// Recursion is bounded by the depth of YAML.
  func request(_ tree: TreeTemplate) throws(Failure) -> TreeRequest {
    switch tree {
    case .chain(let templates):
      var chain: [ScreenRequest] = []
      for template in templates { chain.append(try request(template)) }
      return .chain(chain)
    case .screen(let template, let state, let selected, let templates):
      let state = try state.map { (it) throws(Failure) in try object(of: it, at: template.location) }
      var slots: [TreeRequest.Slot] = []
      for slot in templates {
        slots.append(TreeRequest.Slot(name: slot.name, tree: try request(slot.tree)))
      }
      return .screen(try request(template), state: state, selected: selected, slots: slots)
    }
  }
}
