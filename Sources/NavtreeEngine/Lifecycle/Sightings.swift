import NavtreeFlow
import NavigationTree
import OrderedCollections

/// Which screens are in sight, and who came and went since it was last told.
///
/// What is done and undone before it is told cancels out: a screen that is covered and uncovered by one rule
/// neither disappears nor appears, and one that is made and removed was never there.
struct Sightings {
  /// A screen, and its distance from the root.
  struct Sighting {
    let screen: ScreenID
    let type: Int
    let depth: Int
  }

  private(set) var shown: Set<ScreenID> = []
  /// Those in sight when the current change began; nil: as now.
  private var shownBefore: Set<ScreenID>?
  private var presented: [Sighting] = []
  /// Those of `presented` that are still there.
  private var arrived: Set<ScreenID> = []
  /// Those that are back have no `departed`.
  private var dismissed: OrderedDictionary<ScreenID, Sighting> = [:]
  private var appeared: OrderedDictionary<ScreenID, Sighting> = [:]
  private var disappeared: OrderedDictionary<ScreenID, Sighting> = [:]
  /// Told, but the rules not run yet.
  private(set) var waiting: [Occurrence] = []
  private var next = 0
  /// Screens that were taken away in the current change.
  private(set) var departed: [ScreenID: DepartedScreen] = [:]
  /// The handled action that is the cause of what was entered last.
  private var cause: Int?
  /// How many lifecycle rules led to what happens now.
  var generation = 0

  mutating func present(_ sighting: Sighting, cause: Int?) {
    // One that was taken away may come back only by going through the history.
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

  /// Enters which screens are in sight below one whose place is.
  ///
  /// - Complexity: O(number of those in sight before and after).
  mutating func change(from before: [Sighting], to after: [Sighting], cause: Int?) {
    let (old, new) = (Set(before.map(\.screen)), Set(after.map(\.screen)))
    guard old != new else { return }
    if shownBefore == nil { shownBefore = shown }
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

  /// Whether a screen was in sight before what was entered last, and still is.
  func stillShows(_ screen: ScreenID) -> Bool { shown.contains(screen) && appeared[screen] == nil }

  /// Whether a screen came since that was last told.
  func isArriving(_ screen: ScreenID) -> Bool { arrived.contains(screen) }

  /// Puts what was entered in the order in which it is told: children before parents out, then screens whose
  /// params have changed and those that came in, parents before children.
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
    add(.presented, presented.filter { arrived.contains($0.screen) }.sorted { $0.depth < $1.depth })
    add(.appeared, appeared.values.sorted { $0.depth < $1.depth })
    presented.removeAll()
    arrived.removeAll()
    dismissed.removeAll()
    appeared.removeAll()
    disappeared.removeAll()
    cause = nil
  }

  /// What is told next.
  mutating func takeNext() -> Occurrence? {
    guard next < waiting.count else {
      waiting.removeAll()
      next = 0
      return nil
    }
    defer { next += 1 }
    return waiting[next]
  }

  /// Forgets what the change has entered.
  ///
  /// - Parameter isUndone: whether the screens in sight are those of before.
  mutating func endChange(isUndone: Bool) {
    let shown = isUndone ? shownBefore ?? shown : shown
    self = Sightings()
    self.shown = shown
  }

  /// Begins with these in sight, without a word.
  mutating func begin(with shown: [Sighting]) {
    self.shown = Set(shown.map(\.screen))
  }
}
