import NavtreeFlow
import NavigationTree
import OrderedCollections

extension Followers {
  /// Tells each subscription which written screens it covers.
  ///
  /// - Complexity: O(number of screens written), each with the path up through as many levels as any
  ///   subscription covers; if computed values read `shared` or `now`, O(screens shown with computed values).
  func cover(_ touches: Touches, in transaction: Transaction, only: StateSubscription? = nil) {
    func concern(_ subscription: StateSubscription, _ cause: ComputedReads.Causes, by id: ScreenID) {
      guard cause.contains(.own) || subscription.view.computed else { return }
      self.concern(subscription, by: id, cause)
    }
    func concern(_ id: ScreenID, _ cause: ComputedReads.Causes, in window: Int) {
      var screen = id
      let reach = only?.reach ?? self.reach
      for distance in 0..<reach {
        if let only {
          if only.target == screen { concern(only, cause, by: id) }
        } else {
          for subscription in byScreen[screen] ?? []
          where subscription.target == screen && distance < subscription.reach {
            concern(subscription, cause, by: id)
          }
        }
        guard distance + 1 < reach, let parent = transaction.world.windows[window].place(of: screen)?.parent
        else { break }
        screen = parent
      }
    }
    let computes = computedCount > 0
    for (id, touch) in touches.screens.elements {
      guard let window = transaction.world.windows.index(holding: id) else { continue }
      concern(id, touch.standsElsewhere ? .standsElsewhere : .own, in: window)
      guard computes, reads.all.contains(.parent), touch.params != nil || !touch.state.isEmpty,
        let type = transaction.world.windows[window].place(of: id)?.type
      else { continue }
      for slot in transaction.flow.screens[type].slots.indices {
        guard let child = transaction.world.windows.child(of: id, in: slot),
          reads.reads(.parent, type: child.type)
        else { continue }
        concern(child.id, .parent, in: window)
      }
    }
    var causes: ComputedReads.Causes = touches.hasShared ? [.shared, .now] : .now
    causes.formIntersection(reads.all)
    guard computes, !causes.isEmpty else { return }
    for subscription in only.map({ [$0] }) ?? Array(states.values)
    where subscription.view.computed {
      guard let target = subscription.target else { continue }
      for (screen, _) in transaction.world.windows.subtree(of: target, levels: subscription.reach)
      where reads.reads(causes, type: screen.type) {
        self.concern(subscription, by: screen.id, causes)
      }
    }
  }

  /// Updates the screens at the subscribed places; subscriptions whose screen has changed are concerned.
  ///
  /// - Returns: those whose screen is gone, with the reason.
  /// - Complexity: O(number of screens removed), and for each concerned subscription O(length of its path).
  func follow(in transaction: Transaction, _ touches: Touches) -> [(number: Int, reason: RemovalReason)] {
    var concerned = Concerned()
    for change in transaction.digest.trees {
      switch change {
      case .removed(let tree): search(tree, in: transaction.world.windows, &concerned)
      case .windowOpened:
        for subscription in homeless {
          concerned.subscriptions[subscription.number] = subscription
        }
      case .presented(let parent, _):
        for subscription in byScreen[parent] ?? [] where subscription.target == nil {
          concerned.subscriptions[subscription.number] = subscription
        }
      }
    }
    var ended: [(number: Int, reason: RemovalReason)] = []
    for subscription in concerned.subscriptions.values {
      let before = subscription.target
      if let origin = subscription.origin, transaction.world.windows.place(of: origin) == nil {
        remove(subscription)
        ended.append((subscription.number, concerned.reasons[subscription.number] ?? .undone))
        continue
      }
      leave(subscription)
      let way = subscription.way(in: transaction)
      settle(subscription, at: way.home)
      if way.target == before {
        if let before, concerned.moved.contains(before), subscription.part.hasAddresses {
          subscription.forgetAddresses()
          self.concern(subscription)
        }
        continue
      }
      if let before, let screen = concerned.gone[before] {
        subscription.keepValue(of: screen, touches, in: transaction.flow)
      }
      subscription.follow(
        way.target, of: way.target.flatMap { transaction.world.windows.place(of: $0)?.type },
        in: transaction.flow)
      self.concern(subscription)
    }
    ended.sort { $0.number < $1.number }
    return ended
  }

  /// Subscriptions whose place may have other content.
  private struct Concerned {
    var subscriptions: OrderedDictionary<Int, StateSubscription> = [:]
    /// Removed screens that some of them followed.
    var gone: [ScreenID: Screen] = [:]
    /// Living screens that some of them follow, and that stand elsewhere.
    var moved: Set<ScreenID> = []
    var reasons: [Int: RemovalReason] = [:]
  }

  private func search(_ tree: RemovedTree, in windows: Windows, _ concerned: inout Concerned) {
    if byScreen.isEmpty { return }
    // A reset replaces a tree, and keeps screens where they are.
    let mayMove = if case .removed = tree.end { true } else { false }
    for (screen, _) in tree.root.subtree() {
      guard let found = byScreen[screen.id] else { continue }
      let isGone = !windows.contains(screen.id)
      if isGone { concerned.gone[screen.id] = screen }
      if !isGone, mayMove { concerned.moved.insert(screen.id) }
      for subscription in found where isGone || mayMove || subscription.target == nil {
        concerned.subscriptions[subscription.number] = subscription
        concerned.reasons[subscription.number] = departures[tree.root.id] ?? .undone
      }
    }
  }
}
