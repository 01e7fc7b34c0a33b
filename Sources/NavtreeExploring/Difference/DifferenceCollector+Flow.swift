import NavtreeCEL
import NavtreeFlow
import NavtreeYAML

extension DifferenceCollector {
  /// Compares what belongs to the flow as a whole.
  mutating func compareFlows() {
    let start = Place.new(Self.start)
    if old.name != new.name {
      add(.flow, old.name, "is '\(new.name)' now", breaking: true, at: start)
    }
    if old.version > new.version {
      add(
        .version, "\(new.version)", "is older than \(old.version): its sessions can't be opened",
        breaking: true, at: start)
    } else if old.version < new.version {
      add(.version, "\(new.version)", "was \(old.version)", at: start)
    }
    if old.duringTransition != new.duringTransition {
      add(
        .flow, new.name,
        "while transitions are pending: \(new.duringTransition.rawValue), not \(old.duringTransition.rawValue)",
        at: start)
    }
    compare(.shared, of: "", old.shared, new.shared, [.given, .read], renamed: names.shared.renamed)
    compare(.computed, of: "", old.computed, new.computed, Self.start)
    compareGuards(of: "", old.guards, new.guards)
    compareWindows()
    compareWindowKinds()
    compareInvariants()
    compareStores()
  }

  private mutating func compareWindows() {
    func roots(_ flow: FlowDefinition, _ window: StartWindow) -> [String] {
      window.choices.map { flow.screens[$0.screen.type].name }
    }
    func place(_ window: StartWindow) -> SourceLocation {
      window.choices.first?.screen.location ?? Self.start
    }
    match(.window, old.start, new.start, by: \.window, at: place, breaking: true) { it, name, window, other in
      let (before, after) = (roots(it.old, window), roots(it.new, other))
      if before != after {
        it.add(
          .window, name,
          "starts with \(after.joined(separator: " or ")), not with \(before.joined(separator: " or "))",
          at: .new(place(other)))
        return
      }
      for (root, (choice, changed)) in zip(after, zip(window.choices, other.choices))
      where choice.when?.program.source != changed.when?.program.source {
        it.add(
          .window, name, "starts with \(root) under another condition",
          at: .new(changed.when?.location ?? changed.screen.location))
      }
    }
  }

  private mutating func compareWindowKinds() {
    func roots(_ kind: WindowKind, _ flow: FlowDefinition) -> Set<String> {
      Set((kind.roots.types ?? Array(flow.screens.indices)).map { flow.screens[$0].name })
    }
    match(
      .window, old.windows, new.windows, by: \.name, at: \.location, gone: "is no kind of window any more",
      breaking: true, added: "is a kind of window"
    ) { it, name, kind, other in
      let (before, after) = (roots(kind, it.old), roots(other, it.new))
      let place = Place.new(other.location)
      let lost = before.subtracting(after).sorted()
      if !lost.isEmpty {
        it.add(
          .window, name, "can't have the root \(lost.joined(separator: " or ")) any more", breaking: true,
          at: place)
      }
      let gained = after.subtracting(before).sorted()
      if !gained.isEmpty {
        it.add(.window, name, "can have the root \(gained.joined(separator: " or "))", at: place)
      }
    }
  }

  private mutating func compareInvariants() {
    match(.invariant, old.invariants, new.invariants, by: \.name, at: \.always.location) {
      it, name, invariant, other in
      let place = Place.new(other.always.location)
      if invariant.always.program.source != other.always.program.source {
        it.add(.invariant, name, "its condition differs", at: place)
      }
      if invariant.enforce != other.enforce {
        it.add(.invariant, name, other.enforce ? "is enforced" : "is only reported", at: place)
      }
    }
    match(.invariant, old.properties, new.properties, by: \.name, at: \.location) {
      it, name, property, other in
      if property.source != other.source {
        it.add(.invariant, name, "its condition differs", at: .new(other.location))
      }
    }
  }

  private mutating func compareStores() {
    match(.store, old.stores, new.stores, by: \.name, at: \.location, breaking: true) {
      it, name, store, other in
      let place = Place.new(other.location)
      if store.isDurable != other.isDurable {
        it.add(.store, name, other.isDurable ? "is durable" : "is no longer durable", at: place)
      }
      if store.isSensitive != other.isSensitive {
        it.add(
          .store, name, other.isSensitive ? "takes sensitive fields" : "takes no sensitive fields",
          breaking: !other.isSensitive, at: place)
      }
    }
  }
}
