import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeServer
import NavtreeText

extension Observation {
  /// What a step did, by its documents before and after.
  init(of step: Step, _ record: StepRecord, in session: Session) {
    if let error = record.error { self.error = error.data["kind"]?.string }
    let windows = session.windows
    let window = record.window.flatMap { windows.index(named: $0) } ?? 0
    if windows.indices.contains(window) { active = windows[window].address(of: windows[window].active) }
    if case .part = step.verb {
    } else {
      reply = record.reply
      // A step that is refused asks for none.
      if record.error == nil || !record.asked.isEmpty { effects = record.asked.map(Self.request) }
      let set = TimerList(of: session)
      if record.timers != set { timers = set.condition }
    }
    broken = record.broken
    logs = record.logged.map(\.sentence)
    guard let before = record.documents.before else { return }
    read(PictureChanges(from: before, to: SessionPicture(of: session), in: session.flow), session.flow)
  }

  private static func request(_ asked: StepRecord.Asked) -> JSONValue {
    var members: JSONObject = ["name": .string(asked.effect.definition.name)]
    let input = asked.effect.definition.input.object(asked.effect.input, sensitive: false)
    if !input.isEmpty { members["input"] = .object(input) }
    return .object(members)
  }

  mutating func read(_ changes: PictureChanges, _ flow: FlowDefinition) {
    var screens: [String: JSONObject?] = [:]
    var shared = JSONValue.object([:])
    let occupied = Set(changes.after.screens.keys.map { changes.after.address(of: $0) })
    let vacant = changes.removed.map { changes.before.address(of: $0) }.filter { !occupied.contains($0) }
    // Nothing is below a place that is vacant.
    for path in vacant where !vacant.contains(where: { path.hasPrefix($0 + "/") }) {
      screens.updateValue(nil, forKey: path)
    }
    for id in changes.made {
      guard let row = changes.after[id] else { continue }
      var screen: JSONObject = ["screen": row["screen"] ?? .null]
      if let params = row["params"]?.object, !params.isEmpty { screen["params"] = .object(params) }
      let fields = row["screen"]?.string.flatMap(flow.screenNames.index(of:)).map {
        flow.screens[$0].state.fields
      }
      let state = (row["state"]?.object ?? [:]).filter { member in
        fields?.contains { $0.name == member.key && !$0.sensitive } ?? false
      }
      if !state.isEmpty { screen["state"] = .object(state) }
      screens.updateValue(screen, forKey: changes.after.address(of: id))
    }
    for place in changes.places {
      guard let id = place.screen else {
        let (tokens, value) = Self.present(place, in: .object(changes.after.shared))
        Self.put(value, at: tokens[...], into: &shared)
        continue
      }
      if ["selected", "focus"].contains(place.pointer.tokens.first) {
        selects = true
        continue
      }
      let path = changes.after.address(of: id)
      var screen = JSONValue.object((screens[path] ?? nil) ?? [:])
      switch place.pointer.tokens.first {
      case "params", "state":
        let (tokens, value) = Self.present(place, in: changes.after[id] ?? .null)
        Self.put(value, at: tokens[...], into: &screen)
      // A screen that is in another place.
      case "parent", "slot": Self.put(changes.after[id]?["screen"] ?? .null, at: ["screen"], into: &screen)
      default: continue
      }
      screens.updateValue(screen.object ?? [:], forKey: path)
    }
    self.shared = shared.object ?? [:]
    self.screens = screens.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// A changed place with the value that is there, or the nearest one around it that holds no members any more.
  private static func present(_ place: PictureChanges.Place, in row: JSONValue) -> ([String], JSONValue) {
    var value = row
    var tokens: [String] = []
    for token in place.pointer.tokens {
      guard case .object(let members) = value else { break }
      tokens.append(token)
      value = members[token] ?? .null
    }
    return (tokens, place.isHidden && !value.isNull ? StateView.hidden : value)
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
