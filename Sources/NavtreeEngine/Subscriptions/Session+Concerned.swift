import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

extension Session {
  /// Tells each subscription which written screens it covers.
  ///
  /// - Complexity: O(number of screens written), each with the path up through as many levels as any
  ///   subscription covers; if computed values read `shared` or `now`, O(screens shown with computed values).
  func cover(_ touches: Touches, _ subscriptions: Subscriptions, only: StateSubscription? = nil) {
    func concern(_ subscription: StateSubscription, _ cause: ComputedReads.Causes, by id: ScreenID) {
      guard cause.contains(.own) || subscription.view.computed else { return }
      subscriptions.concern(subscription, by: id, cause)
    }
    func concern(_ id: ScreenID, _ cause: ComputedReads.Causes, in window: Int) {
      var screen = id
      let reach = only?.reach ?? subscriptions.reach
      for distance in 0..<reach {
        if let only {
          if only.target == screen { concern(only, cause, by: id) }
        } else {
          for subscription in subscriptions.byScreen[screen] ?? []
          where subscription.target == screen && distance < subscription.reach {
            concern(subscription, cause, by: id)
          }
        }
        guard distance + 1 < reach, let parent = world.windows[window].place(of: screen)?.parent
        else { break }
        screen = parent
      }
    }
    let computes = subscriptions.computedCount > 0
    for (id, _) in touches.screens.elements {
      guard let window = world.windows.index(holding: id) else { continue }
      concern(id, .own, in: window)
      guard computes, subscriptions.reads.all.contains(.parent), let touch = touches.screens[id],
        touch.params != nil || !touch.state.isEmpty, let screen = world.windows[window].screen(id)
      else { continue }
      for slot in flow.screens[screen.type].slots.indices {
        guard let child = world.windows[window].child(of: screen, in: slot),
          subscriptions.reads.reads(.parent, type: child.type)
        else { continue }
        concern(child.id, .parent, in: window)
      }
    }
    var causes: ComputedReads.Causes = touches.hasShared ? [.shared, .now] : .now
    causes.formIntersection(subscriptions.reads.all)
    guard computes, !causes.isEmpty else { return }
    for subscription in only.map({ [$0] }) ?? Array(subscriptions.states.values)
    where subscription.view.computed {
      guard let target = subscription.target, let window = world.windows.index(holding: target) else {
        continue
      }
      for (screen, _) in world.windows[window].subtree(of: target, levels: subscription.reach)
      where subscriptions.reads.reads(causes, type: screen.type) {
        subscriptions.concern(subscription, by: screen.id, causes)
      }
    }
  }

  /// Updates the screens at the subscribed places; subscriptions whose screen has changed are concerned.
  ///
  /// - Returns: those whose screen is gone, with the reason.
  /// - Complexity: O(number of screens removed), and for each concerned subscription O(length of its path).
  func follow(_ subscriptions: Subscriptions, _ touches: Touches) -> [(number: Int, reason: RemovalReason)] {
    var concerned = Concerned()
    for change in digest.trees {
      switch change {
      case .removed(let tree): search(tree.root, subscriptions, &concerned)
      case .windowOpened:
        for subscription in subscriptions.homeless {
          concerned.subscriptions[subscription.number] = subscription
        }
      case .presented(let parent, _):
        for subscription in subscriptions.byScreen[parent] ?? [] where subscription.target == nil {
          concerned.subscriptions[subscription.number] = subscription
        }
      }
    }
    var ended: [(number: Int, reason: RemovalReason)] = []
    for subscription in concerned.subscriptions.values {
      let before = subscription.target
      if let origin = subscription.origin, world.windows.place(of: origin) == nil {
        subscriptions.remove(subscription)
        ended.append((subscription.number, concerned.reasons[subscription.number] ?? .undone))
        continue
      }
      subscriptions.leave(subscription)
      let way = way(of: subscription)
      subscriptions.settle(subscription, at: way.home)
      if way.target == before { continue }
      if let before, let screen = concerned.gone[before] {
        keepValue(of: subscription, screen, touches)
      }
      subscription.follow(way.target, of: way.target.flatMap { world.windows.place(of: $0)?.type }, in: flow)
      subscriptions.concern(subscription)
    }
    ended.sort { $0.number < $1.number }
    return ended
  }

  /// Subscriptions whose place may have other content.
  private struct Concerned {
    var subscriptions: OrderedDictionary<Int, StateSubscription> = [:]
    /// Removed screens that some of them followed.
    var gone: [ScreenID: Screen] = [:]
    var reasons: [Int: RemovalReason] = [:]
  }

  private func search(_ root: Screen, _ subscriptions: Subscriptions, _ concerned: inout Concerned) {
    if subscriptions.byScreen.isEmpty { return }
    for (screen, _) in root.subtree() {
      guard let found = subscriptions.byScreen[screen.id] else { continue }
      let isGone = !world.windows.contains(screen.id)
      if isGone { concerned.gone[screen.id] = screen }
      for subscription in found where isGone || subscription.target == nil {
        concerned.subscriptions[subscription.number] = subscription
        concerned.reasons[subscription.number] = subscriptions.departures[root.id] ?? .undone
      }
    }
  }

  /// Keeps the value of a part of a removed screen, as last reported.
  private func keepValue(of subscription: StateSubscription, _ screen: Screen, _ touches: Touches) {
    if subscription.told.lost == nil {
      subscription.told.lost = value(
        of: subscription, screen, touches.screens[screen.id], subscription.computed)
    }
    guard let held = subscription.held, held.told.target == screen.id, held.told.lost == nil else { return }
    held.told.lost = value(of: subscription, screen, held.touches.screens[screen.id], held.computed)
  }

  /// The former value of the followed part of a touched screen; nil if no other screen has the same.
  func value(
    of subscription: StateSubscription, _ screen: Screen, _ touch: ScreenTouch?, _ computed: ComputedValues?
  ) -> JSONValue? {
    let definition = flow.screens[screen.type]
    let view = subscription.view
    func state(_ field: Int) -> JSONValue {
      guard view.shows(definition.state.fields[field]) else { return StateView.hidden }
      return touch?.state[field]?.rewound(screen.state[field]) ?? screen.state[field]
    }
    func param(_ field: Int) -> JSONValue {
      guard view.shows(definition.params.fields[field]) else { return StateView.hidden }
      return touch?.params?[field] ?? screen.params[field]
    }
    switch subscription.part {
    case .whole: return nil
    case .slots:
      var empty: JSONObject = [:]
      for (slot, declared) in definition.slots.enumerated() {
        // Any former occupant had another id.
        let occupant = touch?.slots[slot].map(\.id) ?? screen.slots[slot].screen?.id
        guard occupant == nil else { return nil }
        empty[declared.name] = .null
      }
      return .object(empty)
    // The same place has the same path.
    case .at:
      guard let window = subscription.window else { return nil }
      let path = "/" + ([window] + subscription.slots).joined(separator: "/")
      return .string(path.utf8.count > Self.longestPath ? screen.id.description : path)
    case .nothing: return .null
    case .id: return .integer(screen.id.number)
    case .screen: return .string(definition.name)
    case .selection: return .string(definition.slots[touch?.selection ?? screen.selection].name)
    case .params:
      return .object(definition.params.object(definition.params.fields.indices.map(param)))
    case .state:
      return .object(definition.state.object(definition.state.fields.indices.map(state)))
    case .param(let field, let tail): return param(field)[JSONPointer(tail)] ?? .null
    case .field(let field, let tail): return state(field)[JSONPointer(tail)] ?? .null
    case .computed:
      guard let values = computed?.byScreen[screen.id] else { return .null }
      return .object(
        JSONObject(uniqueKeysWithValues: zip(definition.computed.map(\.name), values)))
    case .computedValue(let number, let tail):
      return computed?.byScreen[screen.id]?[number][JSONPointer(tail)] ?? .null
    }
  }
}
