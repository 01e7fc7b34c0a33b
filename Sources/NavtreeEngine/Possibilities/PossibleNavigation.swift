import NavigationTree
package import NavtreeFlow
package import NavtreeJSON

/// A built-in navigation that can be requested: its verb, and the fields that choose; all others have their defaults.
package struct PossibleNavigation: Hashable, Sendable {
  package let verb: Key
  /// The type of the screen to be made.
  package var screen: Int?
  /// The slot of that screen, or the tab or pane to choose.
  package var part: String?
  /// Nil for the defaults of the screen or the tab.
  package var params: JSONObject?

  package init(_ verb: Key, screen: Int? = nil, part: String? = nil, params: JSONObject? = nil) {
    self.verb = verb
    self.screen = screen
    self.part = part
    self.params = params
  }

  package var actionName: String { "nav.\(verb.rawValue)" }

  private static let blanks = Dictionary(
    uniqueKeysWithValues: NavigationRequest.all.map { (Key(rawValue: "\($0.name)"), $0) })

  /// The request, and its params by name, but for the address.
  package func request(in flow: FlowDefinition) -> (navigation: NavigationRequest, params: JSONObject) {
    guard var navigation = Self.blanks[verb] else {
      preconditionFailure("'\(verb.rawValue)' is no navigation")
    }
    var fields = FieldFiller(values: self, flow: flow)
    navigation.walk(&fields)
    return (navigation, fields.written)
  }
}

/// Fills the fields of a blank navigation, and writes them as params of a request.
private struct FieldFiller: FieldWalker {
  typealias Values = JSONValue
  typealias Fault = Never

  let values: PossibleNavigation
  let flow: FlowDefinition
  private(set) var written: JSONObject = [:]

  init(values: PossibleNavigation, flow: FlowDefinition) {
    self.values = values
    self.flow = flow
  }

  mutating func screen(_ screen: inout ScreenRequest) {
    guard let type = values.screen else { return }
    screen = ScreenRequest(type: type, params: values.params)
    written["screen"] = .string(flow.screens[type].name)
    if let params = values.params, !params.isEmpty { written["params"] = .object(params) }
  }

  mutating func slot(_ key: Key, _ name: inout String?, _ summary: String) {
    name = values.part
    written[key.rawValue] = name.map { .string($0) }
  }

  mutating func text(_ key: Key, _ text: inout String, _ role: TextRole, _ summary: String) {
    guard case .part = role, let part = values.part else { return }
    text = part
    written[key.rawValue] = .string(part)
  }

  mutating func params(_ key: Key, _ params: inout JSONObject, _ summary: String) {
    params = values.params ?? params
    written[key.rawValue] = .object(params)
  }

  mutating func params(_ key: Key, _ params: inout JSONObject?, of tab: String, _ summary: String) {
    params = values.params
    written[key.rawValue] = params.map { .object($0) }
  }

  mutating func tree(_ key: Key, _ tree: inout TreeRequest, _ summary: String) {
    guard let type = values.screen else { return }
    tree = .node(.init(ScreenRequest(type: type, params: values.params)))
    written[key.rawValue] = [.object([flow.screens[type].name: .object(values.params ?? [:])])]
  }

  func awaiting(_ screen: inout ScreenRequest) {}
  func flag(_ key: Key, _ flag: inout Bool, _ summary: String) {}
  func choice<Choice: NavigationChoice>(_ key: Key, _ choice: inout Choice, flag: Key?, _ summary: String) {}
  func count(_ key: Key, _ count: inout Int, _ summary: String) {}
  func value(_ key: Key, _ value: inout JSONValue?, _ summary: String) {}
}
