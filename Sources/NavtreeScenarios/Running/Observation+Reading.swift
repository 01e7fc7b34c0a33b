import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeServer

extension Observation {
  /// What a step did, by its documents before and after.
  init(of step: Step, _ record: StepRecord, in session: Session) {
    if let error = record.error { self.error = error.data["kind"]?.string }
    let windows = session.world.windows
    let window = record.window.flatMap { windows.index(named: $0) } ?? 0
    if windows.indices.contains(window) { active = windows[window].address(of: windows[window].active) }
    if case .part = step.verb {
    } else {
      reply = record.reply
      effects = record.asked.map { asked in
        var members: JSONObject = ["name": .string(asked.effect.definition.name)]
        let input = asked.effect.shownInput
        if !input.isEmpty { members["input"] = .object(input) }
        return .object(members)
      }
    }
    broken = record.broken
    logs = record.logged.map(\.sentence)
    guard let before = record.documents.before else { return }
    read(PictureChanges(from: before, to: SessionPicture(of: session), in: session.flow))
  }

  private mutating func read(_ changes: PictureChanges) {
    var screens: [String: JSONObject?] = [:]
    var shared = JSONValue.object([:])
    // Nothing is below a place that is vacant.
    let removed = changes.removed.map { changes.before.address(of: $0) }
    for path in removed where !removed.contains(where: { path.hasPrefix($0 + "/") }) {
      screens.updateValue(nil, forKey: path)
    }
    for id in changes.made {
      guard let row = changes.after[id] else { continue }
      var screen: JSONObject = ["screen": row["screen"] ?? .null]
      if let params = row["params"]?.object, !params.isEmpty { screen["params"] = .object(params) }
      screens.updateValue(screen, forKey: changes.after.address(of: id))
    }
    for place in changes.places {
      let difference = changes.difference(place)
      let value = difference.actual ?? .null
      guard let id = place.screen else {
        Self.put(value, at: place.pointer.tokens[...], into: &shared)
        continue
      }
      guard ["params", "state", "selected", "focus"].contains(place.pointer.tokens.first) else { continue }
      let path = changes.after.address(of: id)
      var screen = JSONValue.object((screens[path] ?? nil) ?? [:])
      Self.put(value, at: place.pointer.tokens[...], into: &screen)
      screens.updateValue(screen.object ?? [:], forKey: path)
    }
    self.shared = shared.object ?? [:]
    self.screens = screens.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Recursion is bounded by the depth of a value.
  private static func put(_ value: JSONValue, at tokens: ArraySlice<String>, into holder: inout JSONValue) {
    guard let key = tokens.first else {
      holder = value
      return
    }
    var members = holder.object ?? [:]
    var member = members[key] ?? .object([:])
    put(value, at: tokens.dropFirst(), into: &member)
    members[key] = member
    holder = .object(members)
  }
}
