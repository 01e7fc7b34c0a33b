import NavigationTree
import NavtreeCEL
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText
import NavtreeYAML

/// `changed`: nothing but what the expectation names.
extension ExpectationCheck {
  mutating func check(_ changed: Expectation.Changed, _ expect: Expectation, _ step: Step) {
    guard let before = record.documents.before else { return }
    let changes = PictureChanges(from: before, to: SessionPicture(of: session), in: session.flow)
    switch changed.extent {
    case .nothing:
      guard !changes.isEmpty else { return }
      fail("changed", "something has changed", at: changed.location, differences: changes.differences)
    case .exactly: check(changes, expect, step, at: changed.location)
    }
  }

  private mutating func check(
    _ changes: PictureChanges, _ expect: Expectation, _ step: Step, at location: SourceLocation
  ) {
    let names = NamedMembers(expect, subject: subject(at: step.at), in: self)
    var unnamed = changes.places.filter { !names.cover($0, in: session.flow) }.map(changes.difference)
    for id in changes.made where !names.made.contains(id) {
      unnamed.append(
        ScenarioFailure.Difference(
          pointer: changes.after.address(of: id), expected: nil, actual: changes.after[id]?["screen"]))
    }
    for id in changes.removed {
      let address = changes.before.address(of: id)
      if names.covers(removedAt: address) { continue }
      unnamed.append(
        ScenarioFailure.Difference(pointer: address, expected: changes.before[id]?["screen"], actual: nil))
    }
    if !unnamed.isEmpty {
      fail(
        "changed", "something has changed that this step doesn't name", at: location, differences: unnamed)
    }
    for member in names.members where member.screen.map({ changes.before[$0] != nil }) ?? true {
      let isChanged = changes.places.contains {
        $0.screen == member.screen
          && ($0.pointer.isWithin(member.pointer) || member.pointer.isWithin($0.pointer))
      }
      if isChanged { continue }
      let holder = changes.holder(member.screen)
      fail("changed", "\(holder)\(member.pointer) hasn't changed", at: member.location)
    }
    let removed = changes.removed.map { changes.before.address(of: $0) }
    for place in expect.screens where place.screen == nil && !removed.contains(place.path) {
      fail("changed", "no screen was removed at \(place.path)", at: place.location)
    }
  }
}

/// The members, screens and shared fields that an expectation names.
private struct NamedMembers {
  struct Member {
    /// The screen's id; nil for the shared state.
    let screen: String?
    let pointer: JSONPointer
    let location: SourceLocation
  }

  /// Those of params, state and the shared state.
  private(set) var members: [Member] = []
  /// The ids of the screens that are named, the active one included.
  private(set) var made: Set<String> = []
  /// Those whose selection is named.
  private var selections: Set<String> = []
  private var vacated: [String] = []
  private var occupied: [String] = []
  /// The shared fields that conditions read.
  private var shared: Set<Int> = []
  private var namesActive = false

  init(_ expect: Expectation, subject: ScreenID?, in check: ExpectationCheck) {
    if let state = expect.state, let subject {
      add(state.value, of: "\(subject.number)", at: ["state"], "", state)
    }
    if let shared = expect.shared { add(shared.value, of: nil, at: [], "", shared) }
    for place in expect.screens {
      guard let screen = place.screen else {
        vacated.append(place.path)
        continue
      }
      guard let found = try? check.run.host.find(place.path) else { continue }
      let id = "\(found.screen.number)"
      made.insert(id)
      occupied.append(place.path)
      for (key, value) in screen.value.object ?? [:] {
        switch key {
        case "params", "state": add(value, of: id, at: [key], "/\(key)", screen)
        case "selected", "focus": selections.insert(id)
        default: continue
        }
      }
    }
    if let active = expect.active?.value.string, let found = try? check.run.host.find(active) {
      namesActive = true
      made.insert("\(found.screen.number)")
      occupied.append(active)
    }
    for condition in expect.that {
      for reference in condition.program.references where reference.variable == ScopeVariable.shared.rawValue
      {
        if let field = reference.field { shared.insert(field) }
      }
    }
  }

  /// Adds the innermost members that an expected value names.
  private mutating func add(
    _ value: JSONValue, of screen: String?, at pointer: JSONPointer, _ place: String, _ expected: Expected
  ) {
    guard case .object(let members) = value, !members.isEmpty else {
      self.members.append(
        Member(screen: screen, pointer: pointer, location: expected.location(at: place)))
      return
    }
    for (key, value) in members {
      let token = JSONPointer([key]).description
      add(value, of: screen, at: pointer.appending(key), place + token, expected)
    }
  }

  /// Whether a changed place is named.
  ///
  /// A selection is also told by the active screen, a shared field by a condition that reads it.
  func cover(_ place: PictureChanges.Place, in flow: FlowDefinition) -> Bool {
    let isMember = members.contains { $0.screen == place.screen && place.pointer.isWithin($0.pointer) }
    if isMember { return true }
    guard let screen = place.screen else {
      let field = place.pointer.tokens.first.flatMap { flow.shared.names.index(of: $0) }
      return field.map(shared.contains) ?? false
    }
    switch place.pointer.tokens.first {
    case "selected", "focus": return namesActive || selections.contains(screen)
    case "parent", "slot": return made.contains(screen)
    default: return false
    }
  }

  /// Whether a removed screen is named: there or above it by null, or by the screen that is there now.
  func covers(removedAt address: String) -> Bool {
    (vacated + occupied).contains(address) || vacated.contains { address.hasPrefix($0 + "/") }
  }
}
