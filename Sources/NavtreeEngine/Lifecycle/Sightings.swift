import NavtreeFlow
import NavigationTree
import OrderedCollections

/// The visible screens, and those that came and went since the last report.
///
/// Opposite events before a report cancel out: a screen that one rule covers and uncovers neither disappears
/// nor appears, and one that is made and removed was never there.
struct Sightings {
  /// A screen, and its distance from the root.
  struct Sighting {
    let screen: ScreenID
    let type: Int
    let depth: Int
  }

  private(set) var shown: Set<ScreenID> = []
  /// The splits that show one pane alone, as of the last rule or request that is done.
  var collapsed: Set<ScreenID> = []
  /// Both when the current change began; nil if unchanged.
  private var before: (shown: Set<ScreenID>, collapsed: Set<ScreenID>)?
  private var presented: [Sighting] = []
  /// Those of `presented` that are still there.
  private var arrived: Set<ScreenID> = []
  /// Screens that came back have no `departed`.
  private var dismissed: OrderedDictionary<ScreenID, Sighting> = [:]
  private var appeared: OrderedDictionary<ScreenID, Sighting> = [:]
  private var disappeared: OrderedDictionary<ScreenID, Sighting> = [:]
  /// Reported, but their rules haven't run yet.
  private(set) var waiting: [Occurrence] = []
  private var next = 0
  /// Screens removed in the current change.
  private(set) var departed: [ScreenID: DepartedScreen] = [:]
  /// The handled action that caused the last recorded event.
  private var cause: Int?
  /// The number of lifecycle rules that led to the present event.
  var generation = 0

  mutating func present(_ sighting: Sighting, cause: Int?) {
    // A removed screen comes back only through the history.
    if departed.removeValue(forKey: sighting.screen) != nil { return }
    presented.append(sighting)
    arrived.insert(sighting.screen)
    self.cause = cause ?? self.cause
  }

  mutating func dismiss(_ sighting: Sighting, _ screen: @autoclosure () -> DepartedScreen, cause: Int?) {
    self.cause = cause ?? self.cause
    guard arrived.remove(sighting.screen) == nil else { return }
    dismissed[sighting.screen] = sighting
    departed[sighting.screen] = screen()
  }

  /// Records the visible screens below one whose place is visible.
  ///
  /// - Complexity: O(number of visible screens before and after).
  mutating func change(from before: [Sighting], to after: [Sighting], cause: Int?) {
    let (old, new) = (Set(before.map(\.screen)), Set(after.map(\.screen)))
    guard old != new else { return }
    keepBefore()
    self.cause = cause ?? self.cause
    for sighting in before where !new.contains(sighting.screen) {
      shown.remove(sighting.screen)
      if appeared.removeValue(forKey: sighting.screen) == nil { disappeared[sighting.screen] = sighting }
    }
    for sighting in after where !old.contains(sighting.screen) {
      shown.insert(sighting.screen)
      if disappeared.removeValue(forKey: sighting.screen) == nil { appeared[sighting.screen] = sighting }
    }
  }

  /// Keeps what a failed change takes back.
  private mutating func keepBefore() {
    if before == nil { before = (shown, collapsed) }
  }

  mutating func collapse(_ splits: Set<ScreenID>) {
    keepBefore()
    collapsed = splits
  }

  /// Whether a screen was visible before the last recorded event and still is.
  func stillShows(_ screen: ScreenID) -> Bool { shown.contains(screen) && appeared[screen] == nil }

  /// Whether a screen came since the last report.
  func isArriving(_ screen: ScreenID) -> Bool { arrived.contains(screen) }

  /// Sorts the recorded events into the order of reporting: disappearances, children before parents, then
  /// changed params and appearances, parents before children.
  ///
  /// - Complexity: O(*n* log *n*)
  mutating func settle(_ changed: [ChangedParams]) {
    func add(_ event: LifecycleEvent, _ sightings: some Sequence<Sighting>) {
      for sighting in sightings {
        waiting.append(
          Occurrence(
            event: event, screen: sighting.screen, type: sighting.type, cause: cause,
            generation: generation + 1))
      }
    }
    add(.disappeared, disappeared.values.reversed().sorted { $0.depth > $1.depth })
    add(
      .dismissed,
      dismissed.values.filter { departed[$0.screen] != nil }.reversed().sorted { $0.depth > $1.depth })
    for screen in changed.sorted(by: { $0.sighting.depth < $1.sighting.depth }) {
      waiting.append(
        Occurrence(
          event: .paramsChanged, screen: screen.sighting.screen, type: screen.sighting.type,
          cause: screen.former.cause ?? cause, generation: generation + 1, former: screen.former.params))
    }
    // One that came, went and came again through the history came once.
    let present = presented.reversed().filter { arrived.remove($0.screen) != nil }
    add(.presented, present.reversed().sorted { $0.depth < $1.depth })
    add(.appeared, appeared.values.sorted { $0.depth < $1.depth })
    presented.removeAll()
    arrived.removeAll()
    dismissed.removeAll()
    appeared.removeAll()
    disappeared.removeAll()
    cause = nil
  }

  /// The next event to report.
  mutating func takeNext() -> Occurrence? {
    guard next < waiting.count else {
      waiting.removeAll()
      next = 0
      return nil
    }
    defer { next += 1 }
    return waiting[next]
  }

  /// Forgets the records of the change.
  ///
  /// - Parameter isUndone: whether the visible screens are those of before.
  mutating func endChange(isUndone: Bool) {
    let kept = isUndone ? before ?? (shown, collapsed) : (shown, collapsed)
    self = Sightings()
    (shown, collapsed) = kept
  }

  /// Begins with these screens visible, without a report.
  mutating func begin(with shown: [Sighting]) {
    self.shown = Set(shown.map(\.screen))
  }
}
