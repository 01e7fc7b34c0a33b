import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// Writes the changes for a subscription to a place or a screen.
struct StateTeller {
  /// The written screens that a subscription covers, with the causes of changes of their computed values.
  typealias Covered = ShortDictionary<ScreenID, ComputedReads.Causes>

  let transaction: Transaction
  let reads: ComputedReads
  let touches: Touches
  let patch: PatchText

  /// Writes a patch of the changes since the last report; it stays empty if there are none.
  ///
  /// - Parameters:
  ///   - computed: the reported computed values; they are renewed.
  ///   - isCounted: whether the operations are counted and not written.
  /// - Complexity: O(size of the writes), plus the cost of the computed values.
  func write(
    _ subscription: StateSubscription, since told: StateSubscription.Told, _ computed: ComputedValues?,
    isCounted: Bool = false
  ) {
    patch.begin(isCounted: isCounted)
    guard told.target == subscription.target else {
      if let before = told.target == nil ? .null : told.lost {
        patch.turn(before, into: subscription.value(in: transaction, computed))
      } else {
        patch.replace { subscription.write(in: transaction, computed, to: &$0) }
      }
      return
    }
    guard let target = subscription.target else { return }
    for (id, causes) in subscription.covered.elements {
      guard let way = way(to: id, from: target), let screen = transaction.world.windows.screen(id) else {
        continue
      }
      let shown = Shown(
        subscription: subscription, computed: computed, screen: screen,
        touch: touches.screens[id] ?? ScreenTouch())
      if way.isEmpty {
        write(subscription.part, shown, causes)
      } else {
        // A patch of `slots` begins in the slots of the followed screen.
        patch.within(subscription.part == .slots ? way.dropFirst() : way[...]) {
          write(.whole, shown, causes)
        }
      }
    }
  }

  /// A written screen, with its subscription.
  private struct Shown {
    let subscription: StateSubscription
    let computed: ComputedValues?
    let screen: Screen
    let touch: ScreenTouch

    var view: StateView { subscription.view }
  }

  private func write(
    _ part: StatePart, _ shown: Shown, _ causes: ComputedReads.Causes
  ) {
    switch part {
    case .whole:
      if shown.touch.params != nil { patch.within("params") { writeParams(shown) } }
      if !shown.touch.state.isEmpty { patch.within("state") { writeState(shown) } }
      if shown.computed != nil { patch.within("computed") { writeComputed(shown, causes) } }
      if shown.touch.selection != nil,
        let key = transaction.flow.screens[shown.screen.type].kind.selectionKey
      {
        patch.within(key) { writeSelection(shown) }
      }
      if !shown.touch.slots.isEmpty { patch.within("slots") { writeSlots(shown) } }
    case .slots: writeSlots(shown)
    case .params: writeParams(shown)
    case .state: writeState(shown)
    case .computed: writeComputed(shown, causes)
    case .selection: writeSelection(shown)
    case .param(let field, let tail):
      guard let before = shown.touch.params?[field],
        shown.view.shows(transaction.flow.screens[shown.screen.type].params.fields[field])
      else { return }
      turn(before, into: shown.screen.params[field], tail)
    case .field(let field, let tail):
      guard let touch = shown.touch.state[field],
        shown.view.shows(transaction.flow.screens[shown.screen.type].state.fields[field])
      else { return }
      write(touch, now: shown.screen.state[field], tail)
    case .computedValue(let number, let tail):
      guard reads.reads(causes, type: shown.screen.type, number: number),
        let change = shown.computed?.renew(
          number, of: shown.screen.id, in: transaction, shown.view),
        let before = change.before
      else { return }
      turn(before, into: change.now, tail)
    case .id, .screen, .at, .nothing: break
    }
  }

  /// Writes the changes at a place inside a value; a missing value is null.
  private func turn(_ before: JSONValue, into now: JSONValue, _ tail: [String]) {
    let pointer = JSONPointer(tail)
    patch.turn(before[pointer] ?? .null, into: now[pointer] ?? .null)
  }

  private func write(_ touch: ValueTouch, now: JSONValue, _ tail: [String]) {
    let there = now[JSONPointer(tail)]
    switch touch.find(tail[...], now: now) {
    case .nothing: return
    case .other(let before): patch.turn(before.value ?? .null, into: there ?? .null)
    case .touch(let touch):
      if let before = touch.before {
        patch.turn(before.value ?? .null, into: there ?? .null)
      } else {
        touch.write(to: patch, now: there)
      }
    }
  }

  private func writeParams(_ shown: Shown) {
    guard let before = shown.touch.params else { return }
    for (index, field) in transaction.flow.screens[shown.screen.type].params.fields.enumerated()
    where shown.view.shows(field) {
      patch.within(field.name) { patch.turn(before[index], into: shown.screen.params[index]) }
    }
  }

  private func writeState(_ shown: Shown) {
    let fields = transaction.flow.screens[shown.screen.type].state.fields
    for (index, touch) in shown.touch.state.elements where shown.view.shows(fields[index]) {
      patch.within(fields[index].name) { touch.write(to: patch, now: shown.screen.state[index]) }
    }
  }

  private func writeComputed(_ shown: Shown, _ causes: ComputedReads.Causes) {
    guard let computed = shown.computed else { return }
    let type = shown.screen.type
    for (number, definition) in transaction.flow.screens[type].computed.enumerated()
    where reads.reads(causes, type: type, number: number) {
      let (before, now) = computed.renew(
        number, of: shown.screen.id, in: transaction, shown.view)
      if let before { patch.within(definition.name) { patch.turn(before, into: now) } }
    }
  }

  private func writeSelection(_ shown: Shown) {
    guard let before = shown.touch.selection, before != shown.screen.selection else { return }
    let slots = transaction.flow.screens[shown.screen.type].slots
    patch.replace(.string(slots[shown.screen.selection].name))
  }

  private func writeSlots(_ shown: Shown) {
    guard !shown.touch.slots.isEmpty, let target = shown.subscription.target,
      let depth = transaction.world.windows.place(of: shown.screen.id)?.depth,
      let targetDepth = transaction.world.windows.place(of: target)?.depth
    else { return }
    let levels = shown.view.levels - (depth - targetDepth) - 1
    for (slot, before) in shown.touch.slots.elements {
      let occupant = transaction.world.windows.child(of: shown.screen.id, in: slot)
      if occupant?.id == before.id { continue }
      let name = transaction.flow.screens[shown.screen.type].slots[slot].name
      let writer = StateWriter(transaction: transaction, view: shown.view, computed: shown.computed)
      patch.within(name) {
        patch.replace { output in
          unfailing("a computed value that fails is null") { () throws(Failure) in
            try writer.write(occupant, levels: levels, to: &output)
          }
        }
      }
    }
  }

  /// The pointer from the followed screen down to another one; nil if a screen on it is reported as a whole.
  ///
  /// - Complexity: O(distance).
  private func way(to id: ScreenID, from target: ScreenID) -> [String]? {
    var names: [String] = []
    var screen = id
    while screen != target {
      guard let place = transaction.world.windows.place(of: screen), let parent = place.parent,
        let type = transaction.world.windows.place(of: parent)?.type
      else { return nil }
      if let before = touches.screens[parent]?.slots[place.slot], before.id != screen { return nil }
      names.append(transaction.flow.screens[type].slots[place.slot].name)
      names.append("slots")
      screen = parent
    }
    names.reverse()
    return names
  }
}
