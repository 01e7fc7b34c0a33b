import NavtreeEngine
import NavtreeFlow
package import NavtreeJSON
import NavtreeText

/// The first difference between the same moment under two versions of a flow.
///
/// Fields, slots and effects that only one of the versions declares aren't compared.
struct BehaviourComparison {
  private let old: BehaviourPicture
  private let new: BehaviourPicture
  private(set) var difference: BehaviourDifference?

  init(_ old: BehaviourPicture, _ new: BehaviourPicture) {
    self.old = old
    self.new = new
    compareOutcomes()
    compareScreens()
    compareActive()
    compareRecords("/shared", old.flow.shared, old.shared, new.flow.shared, new.shared)
    compareOwed()
  }

  private mutating func differ(_ place: String, _ before: JSONValue?, _ after: JSONValue?) {
    if difference == nil { difference = BehaviourDifference(place: place, old: before, new: after) }
  }

  private mutating func compareOutcomes() {
    if old.error != new.error {
      differ("error", old.error.map { .string($0) }, new.error.map { .string($0) })
    }
    if old.reply != new.reply { differ("reply", old.reply, new.reply) }
  }

  private mutating func compareActive() {
    for (window, address) in old.active {
      let other = new.active.first { $0.window == window }?.address
      if address != other { differ("active", .string(address), other.map { .string($0) }) }
    }
    for (window, address) in new.active
    where !old.active.contains(where: { $0.window == window })
      && old.flow.start.contains(where: { $0.window == window })
    {
      differ("active", nil, .string(address))
    }
  }

  // MARK: Screens

  private mutating func compareScreens() {
    if difference != nil { return }
    let rows = Dictionary(uniqueKeysWithValues: new.rows.map { ($0.address, $0.row) })
    for (address, row) in old.rows {
      let name = old.flow.screens[row.type].name
      guard let other = rows[address] else {
        differ(address, .string(name), nil)
        return
      }
      let (before, after) = (old.flow.screens[row.type], new.flow.screens[other.type])
      if before.name != after.name {
        differ(address, .string(before.name), .string(after.name))
        return
      }
      compareRecords("\(address) params", before.params, row.params, after.params, other.params)
      compareRecords("\(address) state", before.state, row.state, after.state, other.state)
    }
    compareAddedScreens()
  }

  private mutating func compareAddedScreens() {
    let rows = Dictionary(uniqueKeysWithValues: old.rows.map { ($0.address, $0.row) })
    for (address, row) in new.rows where rows[address] == nil {
      // A window or a slot that the old version doesn't have can hold nothing there.
      if let place = row.place {
        guard let parent = rows[place.parent],
          old.flow.screens[parent.type].slots.contains(where: { $0.name == place.slot })
        else { continue }
      } else if !old.flow.start.contains(where: { "/\($0.window)" == address }) {
        continue
      }
      differ(address, nil, .string(new.flow.screens[row.type].name))
    }
  }

  private mutating func compareRecords(
    _ owner: String, _ before: RecordDefinition, _ values: [JSONValue], _ after: RecordDefinition,
    _ others: [JSONValue]
  ) {
    if difference != nil { return }
    for (field, value) in zip(before.fields, values) {
      guard let index = after.names.index(of: field.name), others.indices.contains(index),
        others[index] != value
      else { continue }
      let isHidden = field.sensitive || after.fields[index].sensitive || !field.secrets.isEmpty
      let place = owner == "/shared" ? "shared \(field.name)" : "\(owner) \(field.name)"
      differ(place, isHidden ? StateView.hidden : value, isHidden ? StateView.hidden : others[index])
    }
  }

  // MARK: Effects

  private mutating func compareOwed() {
    if difference != nil { return }
    let names = Set(old.flow.effects.map(\.name)).intersection(new.flow.effects.map(\.name))
    let before = old.owed.filter { names.contains($0.name) }
    let after = new.owed.filter { names.contains($0.name) }
    for index in 0..<max(before.count, after.count) {
      let (first, second) = (before.dropFirst(index).first, after.dropFirst(index).first)
      if first?.name != second?.name || first?.at != second?.at {
        return differ("effect", first.map(Self.text), second.map(Self.text))
      }
      guard let first, let second, let effect = old.flow.effects.first(where: { $0.name == first.name }),
        let other = new.flow.effects.first(where: { $0.name == first.name })
      else { continue }
      compareRecords("effect \(first.name)", effect.input, first.input, other.input, second.input)
    }
  }

  private static func text(_ owed: BehaviourPicture.Owed) -> JSONValue {
    .string(owed.at.isEmpty ? owed.name : "\(owed.name) at \(owed.at)")
  }
}

/// A value that differs between two versions of a flow after the same requests.
package struct BehaviourDifference: Sendable, Equatable {
  /// Such as `/main/detail state text`, `active` or `error`.
  package let place: String
  /// Nil for nothing.
  package let old: JSONValue?
  package let new: JSONValue?

  package init(place: String, old: JSONValue?, new: JSONValue?) {
    self.place = place
    self.old = old
    self.new = new
  }

  package var sentence: String { "\(place): old \(Self.text(old)), new \(Self.text(new))" }

  private static func text(_ value: JSONValue?) -> String { value.map { "\($0)" } ?? "nothing" }
}
