import Flow
import JSON
import NavigationTree
import OrderedCollections

extension Session {
  /// Tells those who follow the session what the present change, which is final now, has changed.
  ///
  /// - Complexity: O(number of steps of the change), each with the way up through as many levels as any
  ///   subscription looks at; O(number of screens removed). Subscriptions that look elsewhere cost nothing, but
  ///   for those with computed values that read `shared` or `now`, and queries.
  func tell(_ subscriptions: Subscriptions) {
    let focuses = windows.map(\.focus.id)
    var touches = Touches(firstNew: subscriptions.firstNew)
    touches.note(journal, in: self)
    if notices.isReaderBehind {
      if subscriptions.held == nil {
        subscriptions.held = Touches(firstNew: subscriptions.firstNew)
        notices.note(holding: self)
      }
      subscriptions.held?.note(journal, in: self)
      subscriptions.held?.condense(in: self)
    }
    let (moved, ended) = follow(subscriptions, touches)
    var covered = covered(by: touches, subscriptions)
    for number in moved where covered[number] == nil { covered[number] = [:] }
    subscriptions.firstNew = nextID
    subscriptions.departures.removeAll()
    let isStructural = journal.contains { $0.treeChange != nil }

    var told: [Notice] = []
    for number in (Array(covered.keys) + subscriptions.queries.keys).sorted() {
      if let subscription = subscriptions.states[number] {
        let change = covered[number] ?? [:]
        if let notice = tell(subscription, change, touches, subscriptions) { told.append(notice) }
      } else if let subscription = subscriptions.queries[number] {
        let before = subscription.answer
        subscription.renew(in: self, after: touches, isStructural: isStructural)
        if let notice = tell(subscription, before, subscriptions) { told.append(notice) }
      }
    }
    for (number, reason) in ended {
      told.append(.subscriptionEnded(subscription: number, reason: reason.rawValue))
    }
    if subscriptions.isEmpty { self.subscriptions = nil }
    insert(told)
    // What was evaluated may have moved it.
    for (window, id) in focuses.enumerated() where windows.indices.contains(window) {
      windows[window].move(to: id)
    }
  }

  /// Puts notices before those of invariants that the change has broken, which come last.
  private func insert(_ told: [Notice]) {
    var end = notices.all.endIndex
    while end > 0, case .invariantBroken(name, seq, _) = notices.all[end - 1] { end -= 1 }
    notices.all.insert(contentsOf: told, at: end)
  }

  private func tell(
    _ subscription: StateSubscription, _ covered: StateTeller.Covered, _ touches: Touches,
    _ subscriptions: Subscriptions
  ) -> Notice? {
    let before = subscription.told
    // Of what is held back the values are kept that were told.
    let isHeld = subscriptions.held != nil
    let computed = isHeld && subscription.held == nil ? subscription.computed.map(ComputedValues.init) : nil
    defer {
      subscription.told = StateSubscription.Told(target: subscription.target)
      if covered.isEmpty || covered.contains(where: { touches.screens[$0.key]?.slots.isEmpty == false }) {
        subscription.computed?.forget { place(of: $0) == nil }
      }
    }
    let text = changes(
      of: subscription, since: before, subscription.computed, touches, covered, subscriptions)
    guard let text else {
      // Of a screen that wasn't there when changes began to be held back nothing is kept.
      if isHeld, subscription.held == nil, before.target != subscription.target {
        subscription.start = value(of: subscription, subscription.computed)
      }
      return nil
    }
    guard isHeld else {
      return .stateChanged(notification(subscription.number, seq: seq, since: nil, text))
    }
    if subscription.held == nil {
      subscription.held = StateSubscription.Held(told: before, computed: computed, since: seq, seq: seq)
    }
    subscription.held?.seq = seq
    return .changeHeld(subscription: subscription.number)
  }

  /// What changed for a subscription, as a member of its notification; nil where nothing did.
  private func changes(
    of subscription: StateSubscription, since told: StateSubscription.Told, _ computed: ComputedValues?,
    _ touches: Touches, _ covered: StateTeller.Covered, _ subscriptions: Subscriptions
  ) -> [UInt8]? {
    let teller = StateTeller(
      session: self, reads: subscriptions.reads, touches: touches, patch: subscriptions.patch)
    var text = JSONWriter()
    switch subscription.form {
    case .list:
      text.append(#""list":"#)
      guard teller.writeList(subscription, since: told, to: &text) else { return nil }
    case .patch:
      teller.write(subscription, since: told, computed, covered)
      if subscriptions.patch.count == 0 { return nil }
      text.append(#""patch":"#)
      subscriptions.patch.end(into: &text)
    case .value:
      teller.write(subscription, since: told, computed, covered)
      if subscriptions.patch.count == 0 { return nil }
      text.append(#""value":"#)
      write(subscription, subscription.computed, to: &text)
    }
    return text.withUnsafeBytes { Array($0) }
  }

  private func tell(
    _ subscription: QuerySubscription, _ before: JSONValue, _ subscriptions: Subscriptions
  ) -> Notice? {
    guard let text = changes(of: subscription, since: before, subscriptions) else { return nil }
    guard subscriptions.held != nil else {
      return .stateChanged(notification(subscription.number, seq: seq, since: nil, text))
    }
    let held = subscription.held
    subscription.held = QuerySubscription.Held(
      told: held?.told ?? before, since: held.flatMap { $0.since > 0 ? $0.since : nil } ?? seq, seq: seq)
    return .changeHeld(subscription: subscription.number)
  }

  private func changes(
    of subscription: QuerySubscription, since told: JSONValue, _ subscriptions: Subscriptions
  ) -> [UInt8]? {
    subscriptions.patch.begin()
    subscriptions.patch.turn(told, into: subscription.answer, at: "")
    if subscriptions.patch.count == 0 { return nil }
    return changes(from: told, to: subscription.answer, subscription.form, key: "id", subscriptions.patch)
  }

  /// A difference that is written in the patch, as a member of a notification.
  private func changes(
    from before: JSONValue, to now: JSONValue, _ form: SubscriptionRequest.Form, key: String,
    _ patch: PatchText
  ) -> [UInt8] {
    var text = JSONWriter()
    switch form {
    case .patch:
      text.append(#""patch":"#)
      patch.end(into: &text)
    case .value:
      text.append(#""value":"#)
      text.appendValue(now)
    case .list:
      text.append(#""list":"#)
      if case .array(let old) = before, case .array(let new) = now,
        let changes = ListChangesText(from: old, to: new, key: key)
      {
        changes.write(new, to: &text)
      } else {
        text.append(#"{"initial":"#)
        text.appendValue(now)
        text.append("}")
      }
    }
    return text.withUnsafeBytes { Array($0) }
  }

  private func notification(_ number: Int, seq: Int, since: Int?, _ changes: [UInt8]) -> [UInt8] {
    var text = JSONWriter()
    text.append(#"{"jsonrpc":"2.0","method":"state.changed","params":{"subscription":"#)
    text.appendInteger(number)
    text.append(#","seq":"#)
    text.appendInteger(seq)
    if let since {
      text.append(#","since":"#)
      text.appendInteger(since)
    }
    text.append(",")
    changes.withUnsafeBytes { text.append($0) }
    text.append("}}\n")
    return text.withUnsafeBytes { Array($0) }
  }
}

extension Session {
  /// The notification of all changes of a subscription that were held back, once; nil where nothing has changed
  /// in the end.
  package func takeHeld(_ number: Int) -> [UInt8]? {
    guard let subscriptions, let touches = subscriptions.held else { return nil }
    if let subscription = subscriptions.queries[number], let held = subscription.held {
      guard let text = changes(of: subscription, since: held.told, subscriptions) else { return nil }
      return notification(number, seq: held.seq, since: held.since, text)
    }
    guard let subscription = subscriptions.states[number], let held = subscription.held else { return nil }
    let focuses = windows.map(\.focus.id)
    defer { for (window, id) in focuses.enumerated() { windows[window].move(to: id) } }
    let text: [UInt8]?
    if let start = subscription.start {
      let now = value(of: subscription, subscription.computed)
      subscriptions.patch.begin()
      subscriptions.patch.turn(start, into: now, at: "")
      text =
        subscriptions.patch.count == 0
        ? nil
        : changes(
          from: start, to: now, subscription.form, key: subscription.listKey, subscriptions.patch)
    } else {
      let covered = covered(by: touches, subscriptions, only: number)[number] ?? [:]
      text = changes(of: subscription, since: held.told, held.computed, touches, covered, subscriptions)
    }
    return text.map { notification(number, seq: held.seq, since: held.since, $0) }
  }

  /// Holds nothing back any more, because the reader has caught up.
  package func forgetHeld() {
    guard let subscriptions, subscriptions.held != nil else { return }
    subscriptions.held = nil
    for subscription in subscriptions.states.values {
      subscription.held = nil
      subscription.start = nil
    }
    for subscription in subscriptions.queries.values { subscription.held = nil }
  }
}

extension Session {
  /// The subscriptions in whose reach something was written, each with the screens that were.
  ///
  /// - Complexity: O(number of screens written), each with the way up through as many levels as any subscription
  ///   looks at; where computed values read `shared` or `now`, O(screens shown with computed values).
  private func covered(by touches: Touches, _ subscriptions: Subscriptions, only: Int? = nil) -> [Int:
    StateTeller.Covered]
  {
    var covered: [Int: StateTeller.Covered] = [:]
    func note(_ id: ScreenID, _ cause: ComputedReads.Causes, in window: Int) {
      var screen = id
      for distance in 0..<subscriptions.reach {
        for subscription in subscriptions.byScreen[screen] ?? []
        where subscription.target == screen && distance < subscription.reach {
          guard cause.contains(.own) || subscription.view.computed else { continue }
          if let only, subscription.number != only { continue }
          covered[subscription.number, default: [:]][id, default: []].formUnion(cause)
        }
        guard let parent = windows[window].place(of: screen)?.parent else { break }
        screen = parent
      }
    }
    let computes = subscriptions.computedCount > 0
    for (id, touch) in touches.screens {
      guard let window = windowIndex(of: id) else { continue }
      note(id, .own, in: window)
      guard computes, subscriptions.reads.all.contains(.parent), touch.params != nil || !touch.state.isEmpty,
        let screen = windows[window].screen(id)
      else { continue }
      for slot in flow.screens[screen.type].slots.indices {
        guard let child = windows[window].child(of: screen, in: slot),
          subscriptions.reads.reads(.parent, type: child.type)
        else { continue }
        note(child.id, .parent, in: window)
      }
    }
    var causes: ComputedReads.Causes = touches.hasShared ? [.shared, .now] : .now
    causes.formIntersection(subscriptions.reads.all)
    guard computes, !causes.isEmpty else { return covered }
    for subscription in subscriptions.states.values
    where subscription.view.computed && (only ?? subscription.number) == subscription.number {
      guard let target = subscription.target, let window = windowIndex(of: target) else { continue }
      windows[window].walk(from: target, levels: subscription.reach) { visit in
        if subscriptions.reads.reads(causes, type: visit.screen.type) {
          covered[subscription.number, default: [:]][visit.screen.id, default: []].formUnion(causes)
        }
      }
    }
    return covered
  }

  /// Lets subscriptions follow what stands at their places now.
  ///
  /// - Returns: those that follow another screen, and those whose screen is gone, with the reason.
  /// - Complexity: O(number of screens removed), and of each subscription concerned O(length of its way).
  private func follow(_ subscriptions: Subscriptions, _ touches: Touches) -> (
    moved: [Int], ended: [(number: Int, reason: RemovalReason)]
  ) {
    var concerned = Concerned()
    for inverse in journal {
      switch inverse.treeChange {
      case .gone(let root): search(root, subscriptions, &concerned)
      case .windowOpened:
        for subscription in subscriptions.homeless {
          concerned.subscriptions[subscription.number] = subscription
        }
      case .presented(let parent):
        for subscription in subscriptions.byScreen[parent] ?? [] where subscription.target == nil {
          concerned.subscriptions[subscription.number] = subscription
        }
      case nil: break
      }
    }
    var moved: [Int] = []
    var ended: [(number: Int, reason: RemovalReason)] = []
    for subscription in concerned.subscriptions.values {
      let before = subscription.target
      if let origin = subscription.origin, place(of: origin) == nil {
        subscriptions.remove(subscription)
        ended.append((subscription.number, concerned.reasons[subscription.number] ?? .undone))
        continue
      }
      subscriptions.leave(subscription)
      let way = way(of: subscription)
      subscriptions.settle(subscription, at: way.home)
      if way.target == before { continue }
      if let before, let screen = concerned.gone[before] {
        keepValue(of: subscription, screen, touches, subscriptions.held)
      }
      subscription.follow(way.target, of: way.target.flatMap { place(of: $0)?.type }, in: flow)
      moved.append(subscription.number)
    }
    ended.sort { $0.number < $1.number }
    return (moved, ended)
  }

  /// Subscriptions whose place may hold something else.
  private struct Concerned {
    var subscriptions: OrderedDictionary<Int, StateSubscription> = [:]
    /// Screens that some of them followed.
    var gone: [ScreenID: Screen] = [:]
    var reasons: [Int: RemovalReason] = [:]
  }

  private func search(_ root: Screen, _ subscriptions: Subscriptions, _ concerned: inout Concerned) {
    if subscriptions.byScreen.isEmpty { return }
    var pending = [root]
    while let screen = pending.popLast() {
      for slot in 0..<screen.slots.count {
        if let child = screen.slots[slot].screen { pending.append(child) }
      }
      guard let found = subscriptions.byScreen[screen.id] else { continue }
      let isGone = place(of: screen.id) == nil
      if isGone { concerned.gone[screen.id] = screen }
      for subscription in found where isGone || subscription.target == nil {
        concerned.subscriptions[subscription.number] = subscription
        concerned.reasons[subscription.number] = subscriptions.departures[root.id] ?? .undone
      }
    }
  }

  /// Keeps the value of a part of a screen that is gone, as it was told.
  private func keepValue(
    of subscription: StateSubscription, _ screen: Screen, _ touches: Touches, _ held: Touches?
  ) {
    if subscription.told.lost == nil {
      subscription.told.lost = value(
        of: subscription, screen, touches.screens[screen.id], subscription.computed)
    }
    guard let held, let told = subscription.held?.told, told.target == screen.id, told.lost == nil else {
      return
    }
    let value = value(of: subscription, screen, held.screens[screen.id], subscription.held?.computed)
    subscription.held?.told.lost = value
  }

  /// What the followed part of a screen was before it was touched; nil where no other screen has the same.
  private func value(
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
        // Whatever was in one had another id.
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

extension Inverse {
  /// What happened to trees.
  fileprivate enum TreeChange {
    /// Something was presented by this screen.
    case presented(by: ScreenID)
    /// This tree went, or another one took its place.
    case gone(Screen)
    case windowOpened
  }

  fileprivate var treeChange: TreeChange? {
    switch self {
    case .presented(_, let parent, _): .presented(by: parent)
    case .removed(_, _, _, let state), .replaced(_, _, let state): state.screen.map { .gone($0) }
    case .windowClosed(_, let window): .gone(window.focus)
    case .windowOpened: .windowOpened
    case .field, .place, .params, .selected, .waiting, .timerSet, .timerCleared, .kept, .effect,
      .pendingLinks:
      nil
    }
  }
}
