import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText

/// The differences between two pictures of a session, apart from its windows, whose roots tell of them.
struct PictureChanges {
  /// A place that differs: in a screen that lived before and lives on, or in the shared state.
  struct Place {
    /// The screen's id; nil for the shared state.
    let screen: String?
    /// In the screen's row, such as `/state/count`, or in the shared state.
    let pointer: JSONPointer
    let before: JSONValue?
    let after: JSONValue?
    let isHidden: Bool
  }

  let before: SessionPicture
  let after: SessionPicture
  /// The ids of screens that were made, and of those that were removed.
  private(set) var made: [String] = []
  private(set) var removed: [String] = []
  private(set) var places: [Place] = []

  /// - Complexity: O(size of all screens).
  init(from before: SessionPicture, to after: SessionPicture, in flow: FlowDefinition) {
    self.before = before
    self.after = after
    let (old, new) = (before.screens, after.screens)
    removed = old.keys.filter { new[$0] == nil }
    for (id, row) in new {
      guard let former = old[id] else {
        made.append(id)
        continue
      }
      if former == row { continue }
      let type = row["screen"]?.string.flatMap { flow.screenNames.index(of: $0) }
      compare(former, row, of: id, type.map { flow.screens[$0] })
    }
    compare(before.shared, after.shared, flow.shared, of: nil, at: [])
  }

  var isEmpty: Bool { made.isEmpty && removed.isEmpty && places.isEmpty }

  private mutating func compare(
    _ before: JSONValue, _ after: JSONValue, of id: String, _ definition: ScreenDefinition?
  ) {
    for key in ["params", "state"] {
      let record = key == "params" ? definition?.params : definition?.state
      compare(before[key]?.object ?? [:], after[key]?.object ?? [:], record, of: id, at: [key])
    }
    for key in ["parent", "slot", "screen", "selected", "focus"] where before[key] != after[key] {
      places.append(
        Place(screen: id, pointer: [key], before: before[key], after: after[key], isHidden: false))
    }
  }

  private mutating func compare(
    _ before: JSONObject, _ after: JSONObject, _ record: RecordDefinition?, of id: String?,
    at pointer: JSONPointer
  ) {
    for (key, value) in after where before[key] != value {
      let isHidden = record?.names.index(of: key).map { record?.fields[$0].sensitive ?? true } ?? true
      compare(before[key], value, of: id, at: pointer.appending(key), isHidden: isHidden)
    }
  }

  /// Adds each member that differs; an object in place of another value differs in each of its members.
  private mutating func compare(
    _ before: JSONValue?, _ after: JSONValue?, of id: String?, at pointer: JSONPointer, isHidden: Bool
  ) {
    if before == after { return }
    let (old, new) = (before?.object, after?.object)
    let keys = (old?.keys.map { $0 } ?? []) + (new?.keys.filter { old?[$0] == nil } ?? [])
    guard old != nil || new != nil, !keys.isEmpty else {
      places.append(Place(screen: id, pointer: pointer, before: before, after: after, isHidden: isHidden))
      return
    }
    for key in keys {
      compare(old?[key], new?[key], of: id, at: pointer.appending(key), isHidden: isHidden)
    }
  }

  // MARK: For people

  /// Everything that differs, with the addresses of the screens.
  var differences: [ScenarioFailure.Difference] {
    var differences = removed.map { id in
      ScenarioFailure.Difference(
        pointer: before.address(of: id), expected: before[id]?["screen"], actual: nil)
    }
    differences += made.map { id in
      ScenarioFailure.Difference(pointer: after.address(of: id), expected: nil, actual: after[id]?["screen"])
    }
    return differences + places.map(difference)
  }

  /// The screen with an id, by its address; nil: the shared state.
  func holder(_ screen: String?) -> String { screen.map { after.address(of: $0) } ?? "shared" }

  func difference(_ place: Place) -> ScenarioFailure.Difference {
    func shown(_ value: JSONValue?) -> JSONValue? {
      guard place.isHidden, let value, !value.isNull else { return value }
      return StateView.hidden
    }
    return ScenarioFailure.Difference(
      pointer: holder(place.screen) + place.pointer.description, expected: shown(place.before),
      actual: shown(place.after))
  }
}
