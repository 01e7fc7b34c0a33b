import NavtreeFlow
import NavtreeJSON
import NavtreeText
import NavigationTree

/// A part of a screen's JSON, found once from a JSON Pointer, with names resolved to indexes.
enum StatePart: Hashable {
  case whole
  case id, screen, at, selection
  case params, state, computed, slots
  /// A place in the value of a param; the value itself when the tail is empty.
  case param(Int, tail: [String])
  case field(Int, tail: [String])
  case computedValue(Int, tail: [String])
  /// Screens of this type have no such part.
  case nothing

  /// - Parameter tokens: the pointer's tokens after the slots on its way.
  init(_ tokens: [String], of definition: ScreenDefinition, _ view: StateView) {
    guard let first = tokens.first else {
      self = .whole
      return
    }
    let tail = Array(tokens.dropFirst(2))
    switch (first, tokens.count) {
    case ("id", 1): self = .id
    case ("screen", 1): self = .screen
    case ("at", 1): self = .at
    case ("params", 1): self = .params
    case ("state", 1): self = .state
    case ("slots", 1): self = .slots
    case ("computed", 1) where view.computed && !definition.computed.isEmpty: self = .computed
    case ("params", _):
      self = definition.params.names.index(of: tokens[1]).map { .param($0, tail: tail) } ?? .nothing
    case ("state", _):
      self = definition.state.names.index(of: tokens[1]).map { .field($0, tail: tail) } ?? .nothing
    case ("computed", _) where view.computed:
      let number = definition.computed.firstIndex { $0.name.hasSameBytes(as: tokens[1]) }
      self = number.map { .computedValue($0, tail: tail) } ?? .nothing
    case (let member, 1): self = member == definition.kind.selectionKey ? .selection : .nothing
    default: self = .nothing
    }
  }

  /// The possible names in place of a pointer's last token, which leads nowhere.
  func siblings(of tokens: ArraySlice<String>, in definition: ScreenDefinition, _ view: StateView) -> [String]
  {
    switch (tokens.first, tokens.count) {
    case ("params", 2): definition.params.names.names
    case ("state", 2): definition.state.names.names
    case ("computed", 2) where view.computed: definition.computed.map(\.name)
    case (_, 1):
      ["id", "screen", "at", "params", "state", "slots"]
        + (view.computed ? ["computed"] : []) + (definition.kind.selectionKey.map { [$0] } ?? [])
    default: []
    }
  }
}

extension StatePart {
  /// Whether a token names an item of a list by a member, as in rules, and so leads nowhere. In an object of the screen's
  /// it is a plain name.
  func namesItem(of screen: Screen?) -> Bool {
    let (value, tail): (JSONValue?, [String]) =
      switch self {
      case .param(let field, let tail): (screen?.params[field], tail)
      case .field(let field, let tail): (screen?.state[field], tail)
      case .computedValue(_, let tail): (nil, tail)
      case .whole, .id, .screen, .at, .selection, .params, .state, .computed, .slots, .nothing: (nil, [])
      }
    guard let index = tail.firstIndex(where: \.namesItem) else { return false }
    if case .object? = value?[JSONPointer(Array(tail[..<index]))] { return false }
    return true
  }
}

extension String {
  /// Whether it is written as the name of a list's item by a member, `{id=7}`.
  var namesItem: Bool { hasPrefix("{") && hasSuffix("}") && contains("=") }
}

extension StatePart {
  /// Whether it tells where screens stand.
  var hasAddresses: Bool {
    switch self {
    case .whole, .at, .slots: true
    case .id, .screen, .selection, .params, .state, .computed, .param, .field, .computedValue, .nothing: false
    }
  }
}
