import NavigationTree
import NavtreeEngine
import NavtreeJSON
import NavtreeFlow
import NavtreeYAML

/// The screens, their state, and the effects that they asked for.
extension ExpectationCheck {
  /// Compares the active screen of the window that the expected address names, else of the step's.
  mutating func checkActive(_ expected: Expected) {
    let text = expected.value.string ?? ""
    let name = ScenarioRun.window(of: text)
    let windows = session.windows
    let window =
      name.flatMap { windows.index(named: $0) } ?? record.window.flatMap { windows.index(named: $0) } ?? 0
    guard windows.indices.contains(window) else {
      return fail("active", "no window is open", at: expected.location)
    }
    let active = windows[window].active
    let address = windows[window].address(of: active)
    if text == address { return }
    // An address with an id, or one alone.
    if text.contains("#"), let found = try? run.host.find(text), found.screen == active { return }
    fail(
      "active", "the active screen is \(address), not \(text)", at: expected.location,
      differences: [
        ScenarioFailure.Difference(pointer: "", expected: expected.value, actual: .string(address))
      ])
  }

  /// The screen whose state is meant: the one at the step's address, else the one that was active before the step.
  func subject(at address: String?) -> ScreenID? {
    guard let address else { return record.formerlyActive }
    return try? run.host.find(address).screen
  }

  mutating func checkState(_ expected: Expected, at address: String?) {
    guard let id = subject(at: address), let window = session.windows.index(holding: id),
      let screen = session.windows[window].screen(id)
    else {
      let place = address.map { "there is no screen at \($0)" } ?? "the screen that was active is gone"
      return fail(
        "state", place, at: expected.location,
        hint: address == nil ? "name another one with 'screens', or with the step's 'at'" : nil)
    }
    let definition = session.flow.screens[screen.type]
    var comparison = ValueComparison()
    comparison.compare(expected.value, definition.state, screen.state)
    let name = name(of: screen, in: window)
    fail("state", "the state of \(name) differs", comparison, in: expected)
  }

  private func name(of screen: Screen, in window: Int) -> String {
    let type = session.flow.screens[screen.type].name
    return "\(type) \(screen.id) at \(session.windows[window].address(of: screen.id))"
  }

  mutating func checkScreen(_ place: Expectation.Place) {
    let found = try? run.host.find(place.path)
    let screen = found.flatMap { session.windows[$0.window].screen($0.screen) }
    guard let expected = place.screen else {
      if let found, let screen {
        fail(
          "screens", "a screen is at \(place.path): \(name(of: screen, in: found.window))", at: place.location
        )
      }
      return
    }
    guard let window = found?.window, let screen else {
      return fail("screens", "there is no screen at \(place.path)", at: place.location)
    }
    var comparison = ValueComparison()
    let definition = session.flow.screens[screen.type]
    for (key, value) in expected.value.object ?? [:] {
      switch key {
      case "params": comparison.compare(value, definition.params, screen.params, at: ["params"])
      case "state": comparison.compare(value, definition.state, screen.state, at: ["state"])
      case "computed": compareComputed(value, of: screen, &comparison)
      case "screen": comparison.compare(value, .string(definition.name), at: ["screen"])
      case definition.kind.selectionKey:
        comparison.compare(value, .string(definition.slots[screen.selection].name), at: [key])
      default: comparison.add([key], value, nil)
      }
    }
    let name = name(of: screen, in: window)
    fail("screens", "\(name) differs", comparison, in: expected)
  }

  private func compareComputed(
    _ expected: JSONValue, of screen: Screen, _ comparison: inout ValueComparison
  ) {
    let computed = session.flow.screens[screen.type].computed
    for (key, value) in expected.object ?? [:] {
      let pointer: JSONPointer = ["computed", key]
      guard let number = computed.firstIndex(where: { $0.name == key }) else {
        comparison.add(pointer, value, nil)
        continue
      }
      let isHidden = computed[number].sensitive
      if isHidden, value == StateView.hidden { continue }
      do {
        let writer = StateWriter(session: session, view: StateView(sensitive: true))
        let actual = try writer.computedValue(number, of: screen.id)
        comparison.compare(value, actual, at: pointer, isHidden: isHidden)
      } catch {
        comparison.add(pointer, value, .string("it fails: \(error.message)"))
      }
    }
  }

  mutating func checkShared(_ expected: Expected) {
    var comparison = ValueComparison()
    comparison.compare(expected.value, session.flow.shared, session.shared)
    fail("shared", "the shared state differs", comparison, in: expected)
  }

  mutating func checkTree(_ expected: Expected) {
    let text = Outline(of: session).text
    guard Self.lines(expected.value.string ?? "") != Self.lines(text) else { return }
    fail(
      "tree", "the tree is another one", at: expected.location,
      differences: [ScenarioFailure.Difference(pointer: "", expected: expected.value, actual: .string(text))])
  }

  /// A text's lines, without spaces at their ends, and without empty lines at its end.
  private static func lines(_ text: String) -> [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.lastIndex { $0 != " " }.map { line[...$0] } ?? ""
    }
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines
  }

  // MARK: Effects

  mutating func checkEffects(_ expected: Expectation.Effects) {
    let asked = record.asked
    for (index, request) in expected.requests.enumerated() {
      guard asked.indices.contains(index), asked[index].effect.definition.name == request.name else {
        let found = asked.indices.contains(index) ? asked[index].effect.definition.name : "none"
        return failEffects(
          "effect \(index + 1) is \(found), not \(request.name)", at: request.location, expected)
      }
      var comparison = ValueComparison()
      compare(request.members.value, asked[index], &comparison)
      fail("effects", "the effect \(request.name) is asked for otherwise", comparison, in: request.members)
    }
    guard asked.count > expected.requests.count else { return }
    failEffects(
      "the step also asks for \(asked[expected.requests.count].effect.definition.name)",
      at: expected.location, expected)
  }

  private mutating func failEffects(
    _ message: String, at location: SourceLocation, _ expected: Expectation.Effects
  ) {
    let names = expected.requests.map { JSONValue.string($0.name) }
    let found = record.asked.map { JSONValue.string($0.effect.definition.name) }
    fail(
      "effects", message, at: location,
      differences: [
        ScenarioFailure.Difference(pointer: "", expected: .array(names), actual: .array(found))
      ])
  }

  private func compare(
    _ expected: JSONValue, _ asked: StepRecord.Asked, _ comparison: inout ValueComparison
  ) {
    let effect = asked.effect
    for (key, value) in expected.object ?? [:] {
      switch key {
      case "name": break
      case "input": comparison.compare(value, effect.definition.input, effect.input, at: ["input"])
      case "key":
        let own = effect.key?.text
        if value.string == effect.hostKey || value.string == own { continue }
        comparison.compare(value, .string(own ?? effect.hostKey), at: ["key"])
      case "at": comparison.compare(value, .string(asked.at), at: ["at"])
      case "again": comparison.compare(value, .boolean(effect.isAgain), at: ["again"])
      default: comparison.add([key], value, nil)
      }
    }
  }
}
