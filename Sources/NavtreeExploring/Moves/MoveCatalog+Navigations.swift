import NavigationTree
package import NavtreeEngine
import NavtreeFlow
import NavtreeJSON

extension MoveCatalog {
  /// The choice that a host makes with a navigation.
  private enum HostChoice {
    /// A slot, and a screen for it.
    case slot
    case screen
    case params
    case nothing
  }

  /// The navigations of hosts. Moves of users, and those to a screen that must be there already, are none.
  private static let hostVerbs = NavigationRequest.all.compactMap { navigation in
    let verb = navigation.verb
    let choice: HostChoice? =
      switch verb.destination {
      case .screen(_, .presented): .slot
      case .screen(_, .inPlace): if case .openWindow = navigation { nil } else { .screen }
      case .screen(_, .pushed), .tree: .screen
      case .here: if case .setParams = navigation { .params } else { nil }
      case .back: if case .pushed = verb.removal { .nothing } else { nil }
      case .screen(_, .none), .part, .url: nil
      }
    return choice.flatMap { choice in Key(rawValue: "\(navigation.name)").map { (verb: $0, choice: choice) } }
  }

  /// The navigations that a host may request on a screen of a type: every screen in every slot and on top, one in its
  /// place and in that of the root, other params, and back.
  package func hostNavigations(on type: Int) -> [PossibleNavigation] {
    let slots = flow.screens[type].slots.filter { $0.style == .push || $0.style.isModal }
    let all = Array(flow.screens.indices)
    func navigations(
      _ choice: HostChoice, _ screen: Int?, part: String? = nil, _ params: [JSONObject?]
    ) -> [PossibleNavigation] {
      let verbs = Self.hostVerbs.filter { $0.choice == choice }.map(\.verb)
      return params.flatMap { params in
        verbs.map { PossibleNavigation($0, screen: screen, part: part, params: params) }
      }
    }
    let presented = slots.flatMap { slot in
      (slot.presents.types ?? all).flatMap {
        navigations(.slot, $0, part: slot.name, params(of: $0).values)
      }
    }
    return presented + all.flatMap { navigations(.screen, $0, params(of: $0).values) }
      + navigations(.params, nil, params(of: type).values.filter { !$0.isEmpty })
      + navigations(.nothing, nil, [nil])
  }

  /// The same navigation with the simpler params, the simplest first.
  func hostNavigations(like navigation: PossibleNavigation) -> [PossibleNavigation] {
    guard let screen = navigation.screen else { return [] }
    return params(of: screen).values.prefix { $0 != navigation.params }.map {
      PossibleNavigation(navigation.verb, screen: screen, part: navigation.part, params: $0)
    }
  }
}
