import NavigationTree
import NavtreeCEL
import NavtreeFlow
import NavtreeText
import NavtreeYAML

extension DifferenceCollector {
  /// The screen type of the new version that an old one is continued by: of the same name, else the one that
  /// migrations name.
  func successor(of screen: ScreenDefinition) -> ScreenDefinition? {
    if let type = new.screenNames.index(of: screen.name) { return new.screens[type] }
    guard let migrated = names.screens[screen.name], migrated.dropped == nil else { return nil }
    return new.screenNames.index(of: migrated.name).map { new.screens[$0] }
  }

  mutating func compareScreens() {
    var found: Set<String> = []
    for screen in old.screens {
      guard let other = successor(of: screen) else {
        add(.screen, screen.name, "is gone", breaking: true, at: .old(screen.location))
        continue
      }
      found.insert(other.name)
      if other.name != screen.name {
        add(.screen, screen.name, "is '\(other.name)' now", at: .new(other.location))
      }
      compare(screen, other)
    }
    for screen in new.screens where !found.contains(screen.name) {
      add(.screen, screen.name, "is added", at: .new(screen.location))
    }
  }

  private mutating func compare(_ before: ScreenDefinition, _ after: ScreenDefinition) {
    let name = before.name
    let place = Place.new(after.location)
    if before.kind != after.kind {
      add(.screen, name, "is of kind \(after.kind), was \(before.kind)", breaking: true, at: place)
    }
    let migrated = names.screens[name]
    compare(
      .param, of: name, before.params, after.params, [.given, .required, .read],
      renamed: migrated?.params.renamed ?? [:])
    compare(.state, of: name, before.state, after.state, .read, renamed: migrated?.state.renamed ?? [:])
    compare(.computed, of: name, before.computed, after.computed, after.location)
    compareGuards(of: name, before.guards, after.guards)
    compare(.result, name, before.returns, after.returns, [.given, .read], at: after.location)
    compareSlots(before, after)
    compareActions(of: name, before.actions, ["screens", name], after.actions, ["screens", after.name])
    compareHabits(before, after)
  }

  /// The keys whose values are compared part by part; any other one differs as a whole.
  private static let entryKeys: Set = [
    "kind", "params", "state", "computed", "guards", "returns", "slots", "tabs", "panes", "actions", "keep",
  ]

  private mutating func compareHabits(_ before: ScreenDefinition, _ after: ScreenDefinition) {
    let place = Place.new(after.location)
    if before.keep, !after.keep {
      add(.screen, before.name, "its state isn't kept for the next one", breaking: true, at: place)
    } else if after.keep, !before.keep {
      add(.screen, before.name, "its state is kept for the next one", at: place)
    }
    for key in FormatReference.keys(of: .screen)
    where !Self.entryKeys.contains(key)
      && differs(["screens", before.name, key], ["screens", after.name, key])
    {
      add(.screen, before.name, "its '\(key)' differs", at: place)
    }
  }

  // MARK: Computed values and guards

  mutating func compare(
    _ subject: Subject, of owner: String, _ before: [DerivedDefinition], _ after: [DerivedDefinition],
    _ location: SourceLocation
  ) {
    match(subject, of: owner, before, after, by: \.name, at: \.value.location, breaking: true) {
      it, name, value, other in
      let place = Place.new(other.value.location)
      let (type, otherType) = (value.value.program.resultType, other.value.program.resultType)
      if type.description != otherType.description {
        it.add(subject, name, "is \(otherType), was \(type)", breaking: true, at: place)
      } else if value.value.program.source != other.value.program.source {
        it.add(subject, name, "its expression differs", at: place)
      }
      if other.sensitive, !value.sensitive {
        it.add(subject, name, "is sensitive, and reads as ***", breaking: true, at: place)
      }
    }
  }

  mutating func compareGuards(
    of owner: String, _ before: [DerivedDefinition], _ after: [DerivedDefinition]
  ) {
    match(.guardCondition, of: owner, before, after, by: \.name, at: \.value.location) {
      it, name, condition, other in
      if condition.value.program.source != other.value.program.source {
        it.add(.guardCondition, name, "its condition differs", at: .new(other.value.location))
      }
    }
  }

  // MARK: Slots

  private mutating func compareSlots(_ before: ScreenDefinition, _ after: ScreenDefinition) {
    match(
      .slot, of: before.name, before.slots, after.slots, by: \.name, at: \.location,
      renamed: names.screens[before.name]?.slots ?? [:],
      gone: "is gone; screens that are stored in it are dropped", breaking: true
    ) { it, name, slot, other in
      let place = Place.new(other.location)
      if other.name != slot.name {
        it.add(
          .slot, name,
          "is renamed to '\(other.name)' by migrations; addresses of hosts with the former name fail",
          breaking: true, at: place)
      }
      if slot.style != other.style {
        it.add(.slot, name, "is of style \(other.style), was \(slot.style)", breaking: true, at: place)
      }
      it.compareTypes(name, slot.presents, other.presents, place)
    }
    let order = before.slots.map(\.name).filter { name in after.slots.contains { $0.name == name } }
    let present = after.slots.map(\.name).filter(order.contains)
    if order != present, after.kind == .tabs || after.kind == .split {
      add(
        .slot, before.name, "its \(after.kind == .tabs ? "tabs" : "panes") are in another order",
        at: .new(after.location))
    }
  }

  /// Compares the screen types that a slot takes.
  private mutating func compareTypes(
    _ name: String, _ before: ScreenSet, _ after: ScreenSet, _ place: Place
  ) {
    let all = { (flow: FlowDefinition, set: ScreenSet) in
      (set.types ?? Array(flow.screens.indices)).map { flow.screens[$0] }
    }
    let taken = Set(all(new, after).map(\.name))
    // A screen that is gone is told by itself.
    let lost = all(old, before).compactMap { successor(of: $0)?.name }.filter { !taken.contains($0) }
    if !lost.isEmpty {
      add(
        .slot, name, "doesn't take \(lost.joined(separator: ", "))", breaking: true, at: place)
    }
    let known = Set(all(old, before).compactMap { successor(of: $0)?.name })
    let former = Set(old.screens.compactMap { successor(of: $0)?.name })
    let gained = taken.filter { !known.contains($0) && former.contains($0) }.sorted()
    if !gained.isEmpty { add(.slot, name, "takes \(gained.joined(separator: ", "))", at: place) }
  }
}
