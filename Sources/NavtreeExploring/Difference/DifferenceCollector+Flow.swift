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
      guard before != after else { return }
      it.add(
        .window, name,
        "starts with \(after.joined(separator: " or ")), not with \(before.joined(separator: " or "))",
        at: .new(place(other)))
    }
  }

  private mutating func compareWindowKinds() {
    func roots(_ kind: WindowKind, _ flow: FlowDefinition) -> Set<String> {
      Set((kind.roots.types ?? Array(flow.screens.indices)).map { flow.screens[$0].name })
    }
    for kind in old.windows {
      guard let other = new.windows.first(where: { $0.name == kind.name }) else {
        add(.window, kind.name, "is no kind of window any more", breaking: true, at: .old(kind.location))
        continue
      }
      let lost = roots(kind, old).subtracting(roots(other, new)).sorted()
      if !lost.isEmpty {
        add(
          .window, kind.name, "can't have the root \(lost.joined(separator: " or ")) any more",
          breaking: true,
          at: .new(other.location))
      }
      let gained = roots(other, new).subtracting(roots(kind, old)).sorted()
      if !gained.isEmpty {
        add(
          .window, kind.name, "can have the root \(gained.joined(separator: " or "))",
          at: .new(other.location))
      }
    }
    for kind in new.windows where !old.windows.contains(where: { $0.name == kind.name }) {
      add(.window, kind.name, "is a kind of window", at: .new(kind.location))
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
