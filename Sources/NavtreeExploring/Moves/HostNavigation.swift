import NavigationTree
import NavtreeFlow
package import NavtreeJSON

/// A navigation that a host requests, which no action of the flow does.
package enum HostNavigation: Hashable, Sendable {
  /// A screen type by its index, with its params.
  case present(Int, slot: String, params: JSONObject)
  case push(Int, params: JSONObject)
  case navigate(Int, params: JSONObject)
  case replace(Int, params: JSONObject)
  /// In place of the window's root.
  case reset(Int, params: JSONObject)
  case setParams(JSONObject)
  case pop
  case popToRoot

  var request: NavigationRequest {
    switch self {
    case .present(let type, let slot, let params):
      .present(
        Present(
          screen: ScreenRequest(type: type, params: params), slot: slot, ifOccupied: .fail, onDuplicate: .push
        ))
    case .push(let type, let params):
      .push(Push(screen: ScreenRequest(type: type, params: params), slot: nil, onDuplicate: .push))
    case .navigate(let type, let params):
      .navigate(
        Navigate(
          screen: ScreenRequest(type: type, params: params), pop: false, merge: false, onDuplicate: .push))
    case .replace(let type, let params):
      .replace(Replace(screen: ScreenRequest(type: type, params: params)))
    case .reset(let type, let params):
      .reset(Reset(tree: .node(.init(ScreenRequest(type: type, params: params))), reuse: false))
    case .setParams(let params): .setParams(SetParams(params: params, replace: false))
    case .pop: .pop(Pop(count: 1))
    case .popToRoot: .popToRoot
    }
  }

  /// The name of the method and its params, but for the address.
  func method(of flow: FlowDefinition) -> (name: String, params: JSONObject) {
    func screen(_ type: Int, _ params: JSONObject) -> JSONObject {
      var members: JSONObject = ["screen": .string(flow.screens[type].name)]
      if !params.isEmpty { members["params"] = .object(params) }
      return members
    }
    switch self {
    case .present(let type, let slot, let params):
      return ("present", screen(type, params).merging(["in": .string(slot)]) { $1 })
    case .push(let type, let params): return ("push", screen(type, params))
    case .navigate(let type, let params): return ("navigate", screen(type, params))
    case .replace(let type, let params): return ("replace", screen(type, params))
    case .reset(let type, let params):
      return ("reset", ["tree": .array([.object([flow.screens[type].name: .object(params)])])])
    case .setParams(let params): return ("setParams", ["params": .object(params)])
    case .pop: return ("pop", [:])
    case .popToRoot: return ("popToRoot", [:])
    }
  }
}

extension MoveCatalog {
  /// The navigations that a host may request on a screen of a type: every screen in every slot and on top, one in its
  /// place and in that of the root, other params, and back.
  package func hostNavigations(on type: Int) -> [HostNavigation] {
    let screen = flow.screens[type]
    var navigations: [HostNavigation] = []
    for slot in screen.slots where slot.style == .push || slot.style.isModal {
      for shown in slot.presents.types ?? Array(flow.screens.indices) {
        navigations += params(of: shown).values.map { .present(shown, slot: slot.name, params: $0) }
      }
    }
    for shown in flow.screens.indices {
      for params in params(of: shown).values {
        navigations += [
          .push(shown, params: params), .navigate(shown, params: params), .replace(shown, params: params),
          .reset(shown, params: params),
        ]
      }
    }
    navigations += params(of: type).values.filter { !$0.isEmpty }.map { .setParams($0) }
    return navigations + [.pop, .popToRoot]
  }

  /// The same navigation with the simpler params, the simplest first.
  func hostNavigations(like navigation: HostNavigation) -> [HostNavigation] {
    func simpler(_ type: Int, _ given: JSONObject) -> [JSONObject] {
      Array(params(of: type).values.prefix { $0 != given })
    }
    return switch navigation {
    case .present(let type, let slot, let params):
      simpler(type, params).map { .present(type, slot: slot, params: $0) }
    case .push(let type, let params): simpler(type, params).map { .push(type, params: $0) }
    case .navigate(let type, let params): simpler(type, params).map { .navigate(type, params: $0) }
    case .replace(let type, let params): simpler(type, params).map { .replace(type, params: $0) }
    case .reset(let type, let params): simpler(type, params).map { .reset(type, params: $0) }
    case .setParams, .pop, .popToRoot: []
    }
  }
}
