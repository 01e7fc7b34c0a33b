import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeServer
import NavtreeYAML

/// A recorded request as steps of a scenario.
struct RecordedStep {
  typealias Step = NavtreeScenarios.Step

  /// The steps that say it, in order; nil if none does.
  let steps: [Step]?
  /// Whether each step has an outcome of its own, which the request doesn't tell.
  private(set) var isGroup = false

  static let location = SourceLocation(line: 1, column: 1, endColumn: 2)

  /// The methods that navigate, by their names.
  private static let navigations = Set(MethodTable.navigationActions.map(\.name))

  /// - Parameter host: The session before the request.
  init(_ method: String, _ params: JSONObject, isRefused: Bool, on host: ScenarioHost) {
    let aim = Aim(host: host)
    let at = aim.address(params["at"]?.string, window: params["window"]?.string)
    switch method {
    case "dispatch": steps = Self.act(params["action"], at: at).map { [$0] }
    case "back": steps = [Self.step(.back, at)]
    case "open", "link.open":
      guard let url = params["url"]?.string else {
        steps = nil
        return
      }
      let place = params["at"] == nil ? nil : at
      steps = [Self.step(.open(url: url, params: Self.members(["window", "force"], of: params)), place)]
    case "window.open", "window.close":
      let names = ["window", "screen", "params", "force"]
      steps = [Self.step(.window(method: method, params: Self.members(names, of: params)), nil)]
    case "effect.done", "effect.next", "effect.fail":
      steps = Self.answer(method, params, on: host).map { [$0] }
    case "subscribe": steps = [Self.step(.transitions(areShown: false), nil)]
    case "transition.done", "unsubscribe": steps = [Self.step(.transitions(areShown: true), nil)]
    case "batch":
      isGroup = true
      // Refused as a whole, it leaves nothing.
      steps = isRefused ? nil : Self.group(params["actions"], aim)
    // They leave the session's screens as they are.
    case "clock.advance", "clock.pause", "clock.resume", "session.fork", "session.flush":
      steps = isRefused ? nil : []
    case _ where Self.navigations.contains("nav.\(method)"):
      var payload = params
      for name in ["at", "window", "origin", "hint", "session"] { payload[name] = nil }
      steps = [Self.step(.act(action: "nav.\(method)", payload: payload), at)]
    default: steps = nil
    }
  }

  private static func step(_ verb: Step.Verb, _ at: String?) -> Step {
    Step(location: location, verb: verb, at: at, expect: toBeRecorded)
  }

  private static var toBeRecorded: Expectation {
    var expect = Expectation(location: location)
    expect.isToBeRecorded = true
    return expect
  }

  /// A step of which the run says what it does.
  static func observed(_ step: Step) -> Step { self.step(step.verb, step.at) }

  static func advance(_ milliseconds: Int) -> Step { step(.advance(milliseconds), nil) }

  private static func members(_ names: [String], of params: JSONObject) -> JSONObject {
    params.filter { names.contains($0.key) }
  }

  private static func act(_ action: JSONValue?, at: String?) -> Step? {
    guard case .object(var payload)? = action, let type = payload["type"]?.string else { return nil }
    payload["type"] = nil
    if type == "nav.back", payload.isEmpty { return step(.back, at) }
    return step(.act(action: type, payload: payload), at)
  }

  /// The entries of a batch; nil if one of them is no step.
  private static func group(_ entries: JSONValue?, _ aim: Aim) -> [Step]? {
    var steps: [Step] = []
    for entry in entries?.array ?? [] {
      let at = entry["at"]?.string ?? entry["window"]?.string.map { "/\($0)" }
      guard let step = act(entry["action"], at: at) else { return nil }
      steps.append(step)
    }
    return steps
  }

  private static func answer(_ method: String, _ params: JSONObject, on host: ScenarioHost) -> Step? {
    let text = params["effect"]?.string
    // A key ends in the effect's number.
    guard let id = params["effect"]?.integer ?? text?.split(separator: "-").last.flatMap({ Int($0) }) else {
      return nil
    }
    let owed = host.session.owed.filter { !host.session.isHeld($0) }
    guard let effect = owed.first(where: { $0.id == id }) else { return nil }
    let outcome: EffectOutcome =
      switch method {
      case "effect.done": .output(params["output"] ?? [:])
      case "effect.next": .next(params["output"] ?? [:])
      default: .error(params["error"] ?? .null)
      }
    return Step(answering: effect, with: outcome, in: host.session, expect: toBeRecorded)
  }
}

/// Addresses of a session in their shortest form.
private struct Aim {
  let host: ScenarioHost

  /// The path of the screen that a request means; nil for the one that a step without `at` means.
  func address(_ at: String?, window: String?) -> String? {
    let windows = host.session.windows
    if let at {
      guard let found = try? host.find(at) else { return at }
      if found.window == 0, windows.count == 1, found.screen == windows[0].active { return nil }
      return windows[found.window].address(of: found.screen)
    }
    guard let window else { return nil }
    guard let index = windows.index(named: window) else { return "/\(window)" }
    return windows.count == 1 ? nil : windows[index].address(of: windows[index].active)
  }
}
