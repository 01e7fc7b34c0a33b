import NavtreeCEL
import NavtreeFlow

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
    compareGuards(of: "", old.guards, 0, new.guards, 0, start)
    compareWindows()
    compareInvariants()
    compareStores()
  }

  private mutating func compareWindows() {
    func roots(_ flow: FlowDefinition, _ window: StartWindow) -> [String] {
      window.choices.map { flow.screens[$0.screen.type].name }
    }
    for window in old.start {
      guard let other = new.start.first(where: { $0.window == window.window }) else {
        let location = window.choices.first?.screen.location ?? Self.start
        add(.window, window.window, "is gone", breaking: true, at: .old(location))
        continue
      }
      let (before, after) = (roots(old, window), roots(new, other))
      guard before != after else { continue }
      add(
        .window, window.window,
        "starts with \(after.joined(separator: " or ")), not with \(before.joined(separator: " or "))",
        at: .new(other.choices.first?.screen.location ?? Self.start))
    }
    for window in new.start where !old.start.contains(where: { $0.window == window.window }) {
      add(
        .window, window.window, "is added", at: .new(window.choices.first?.screen.location ?? Self.start))
    }
  }

  private mutating func compareInvariants() {
    for invariant in old.invariants {
      guard let other = new.invariants.first(where: { $0.name == invariant.name }) else {
        add(.invariant, invariant.name, "is gone", at: .old(invariant.always.location))
        continue
      }
      let place = Place.new(other.always.location)
      if invariant.always.program.source != other.always.program.source {
        add(.invariant, invariant.name, "its condition differs", at: place)
      }
      if invariant.enforce != other.enforce {
        add(.invariant, invariant.name, other.enforce ? "is enforced" : "is only reported", at: place)
      }
    }
    for invariant in new.invariants where !old.invariants.contains(where: { $0.name == invariant.name }) {
      add(.invariant, invariant.name, "is added", at: .new(invariant.always.location))
    }
  }

  private mutating func compareStores() {
    for store in old.stores {
      guard let other = new.stores.first(where: { $0.name == store.name }) else {
        add(.store, store.name, "is gone", breaking: true, at: .old(store.location))
        continue
      }
      let place = Place.new(other.location)
      if store.isDurable != other.isDurable {
        add(.store, store.name, other.isDurable ? "is durable" : "is no longer durable", at: place)
      }
      if store.isSensitive != other.isSensitive {
        add(
          .store, store.name, other.isSensitive ? "takes sensitive fields" : "takes no sensitive fields",
          breaking: !other.isSensitive, at: place)
      }
    }
    for store in new.stores where !old.stores.contains(where: { $0.name == store.name }) {
      add(.store, store.name, "is added", at: .new(store.location))
    }
  }
}
