import NavtreeFlow
import NavigationTree

/// Idle times, which a request of a host begins anew.
extension Transaction {
  /// Notes a request that has succeeded, unless it was an answer to an effect, or about the clock.
  ///
  /// - Parameter screens: those that it was addressed to, if any; they may be gone.
  @inline(__always)
  func noteRequest(at screens: @autoclosure () -> [ScreenID] = []) {
    if world.ledgers.timers.hasIdle { postponeIdle(screens()) }
  }

  /// - Complexity: O(*n* log *n*) in the number of timers, and the depth of the screens.
  @inline(never)
  private func postponeIdle(_ screens: [ScreenID]) {
    if change.isTraced, change.trace.isRehearsal { return }
    var reached: Set<ScreenID> = []
    var windows: Set<Int> = []
    for screen in screens {
      var next: ScreenID? = screen
      while let id = next, reached.insert(id).inserted {
        if let window = world.windows.index(holding: id) {
          windows.insert(window)
          next = world.windows[window].holder(of: id)?.screen
        } else {
          next = world.ledgers.tombstones[id]?.parent
        }
      }
    }
    let former = world.ledgers.timers.inOrder.filter { timer in
      guard timer.due != now + timer.delay else { return false }
      switch timer.idle {
      case nil: return false
      case .session: return true
      case .window: return window(of: timer.owner).map(windows.contains) ?? false
      case .screen: return timer.owner.screen.map(reached.contains) ?? false
      }
    }
    if former.isEmpty { return }
    for timer in former {
      world.ledgers.timers.put(timer.postponed(to: now + timer.delay), for: timer.number)
    }
    tell(postponed: former)
  }
}
