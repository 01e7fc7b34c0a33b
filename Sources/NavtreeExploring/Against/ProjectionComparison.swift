import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText

/// The comparison of a session with what an adapter sees of the app.
///
/// Members that the adapter leaves out aren't compared, in objects at any depth.
struct ProjectionComparison {
  /// A reason that what is seen can't be compared.
  struct Mistake: Error {
    let reason: String
  }

  private let session: Session
  private let projection: ProjectionDefinition
  private(set) var differences: [AppDifference] = []
  /// The number of values that were compared.
  private(set) var count = 0

  private var flow: FlowDefinition { session.flow }

  /// - Complexity: O(number of screens and size of what is seen).
  init(of session: Session, with seen: JSONObject, _ projection: ProjectionDefinition) throws(Mistake) {
    self.session = session
    self.projection = projection
    for (name, value) in seen {
      switch name {
      case "active": try compareActive(value)
      case "title": compareTitle(value)
      case "state": try compareState(value)
      default: throw Self.unknown(name, among: ["active", "title", "state"], "'see' has no")
      }
    }
  }

  private static func unknown(_ name: String, among names: [String], _ subject: String) -> Mistake {
    let hint =
      Spelling.hint(for: name, among: names)
      ?? (names.isEmpty ? "there are none" : "there are: \(names.joined(separator: ", "))")
    return Mistake(reason: "\(subject) '\(name)' (\(hint))")
  }

  // MARK: The active screen

  private mutating func compareActive(_ value: JSONValue) throws(Mistake) {
    guard let window = session.windows.first, let type = window.place(of: window.active)?.type else {
      return
    }
    let name = JSONValue.string(flow.screens[type].name)
    guard case .object(let members) = value else {
      if projection.hasActive { compare(value, name, Place("active")) }
      return
    }
    for (member, value) in members {
      let own: JSONValue
      switch member {
      case "screen": own = name
      case "at": own = .string(window.address(of: window.active))
      default: throw Self.unknown(member, among: ["screen", "at"], "'active' has no")
      }
      if projection.hasActive { compare(value, own, Place("active").member(member)) }
    }
  }

  private mutating func compareTitle(_ value: JSONValue) {
    guard projection.hasTitle, let window = session.windows.first,
      let type = window.place(of: window.active)?.type, let title = projection.titles[type]
    else { return }
    compare(value, .string(title), Place("title"))
  }

  // MARK: State

  private mutating func compareState(_ value: JSONValue) throws(Mistake) {
    guard case .object(let types) = value else {
      throw Mistake(reason: "'state' is an object: a screen's name, and its state or a list of those")
    }
    for (name, value) in types {
      guard let type = flow.screenNames.index(of: name) else {
        throw Self.unknown(name, among: flow.screenNames.names, "the flow has no screen")
      }
      let place = Place("state").member(name)
      switch value {
      case .object(let members): try compare(members, nearest(type), of: type, place)
      case .array(let rows):
        let screens = all(type)
        guard projection.screens.contains(where: { $0.type == type }) else { continue }
        if rows.count != screens.count {
          note(place, .string("\(screens.count) screens"), .string("\(rows.count) screens"))
        }
        for (index, (row, screen)) in zip(rows, screens).enumerated() {
          guard case .object(let members) = row else {
            throw Mistake(reason: "an item of '\(name)' in 'state' is an object")
          }
          try compare(members, screen, of: type, place.item(index))
        }
      case .null, .boolean, .integer, .number, .string:
        throw Mistake(reason: "'\(name)' in 'state' is an object, or a list of those")
      }
    }
  }

  /// The screen of a type that is nearest to the active one on the way from the root, that itself included.
  private func nearest(_ type: Int) -> Screen? {
    guard let window = session.windows.first else { return nil }
    var next: ScreenID? = window.active
    while let id = next, let place = window.place(of: id) {
      if place.type == type { return window.screen(id) }
      next = place.parent
    }
    return nil
  }

  /// The live screens of a type, in pre-order.
  private func all(_ type: Int) -> [Screen] {
    session.windows.flatMap { $0.subtree().map(\.screen).filter { $0.type == type } }
  }

  private mutating func compare(
    _ members: JSONObject, _ found: Screen?, of type: Int, _ place: Place
  ) throws(Mistake) {
    let definition = flow.screens[type]
    let observed = projection.screens.filter { $0.type == type }.flatMap(\.values)
    for (name, value) in members {
      let own: ProjectionDefinition.Value
      if let field = definition.state.names.index(of: name) {
        own = .field(field)
      } else if let computed = definition.computed.firstIndex(where: { $0.name == name }) {
        own = .computed(computed)
      } else {
        let names = definition.state.names.names + definition.computed.map(\.name)
        throw Self.unknown(name, among: names, "'\(definition.name)' has no state field or computed value")
      }
      guard observed.contains(own) else { continue }
      let place = place.member(name)
      guard let found else {
        note(place, nil, value)
        continue
      }
      compare(value, own, of: found, definition, place)
    }
  }

  private mutating func compare(
    _ value: JSONValue, _ own: ProjectionDefinition.Value, of found: Screen, _ definition: ScreenDefinition,
    _ place: Place
  ) {
    switch own {
    case .field(let index):
      let isSensitive = definition.state.fields[index].sensitive
      compare(value, found.state[index], place, isSensitive: isSensitive)
    case .computed(let index):
      let writer = StateWriter(session: session, view: StateView(sensitive: true))
      let result = try? writer.computedValue(index, of: found.id)
      compare(value, result, place, isSensitive: definition.computed[index].sensitive)
    }
  }

  // MARK: Values

  /// A place in what is seen.
  private struct Place {
    let name: String
    let kind: String

    init(_ name: String) { self.init(name: name, kind: name) }

    private init(name: String, kind: String) {
      self.name = name
      self.kind = kind
    }

    func member(_ key: String) -> Place { Place(name: "\(name).\(key)", kind: "\(kind).\(key)") }

    func item(_ index: Int) -> Place { Place(name: "\(name)[\(index)]", kind: kind) }
  }

  /// Recursion is bounded by the depth of what is seen.
  private mutating func compare(
    _ value: JSONValue, _ own: JSONValue?, _ place: Place, isSensitive: Bool = false
  ) {
    if value == own {
      count += 1
      return
    }
    switch (value, own) {
    case (.object(let members), .object(let found)?):
      for (key, value) in members { compare(value, found[key], place.member(key), isSensitive: isSensitive) }
    case (.array(let items), .array(let found)?) where items.count == found.count:
      for (index, (item, found)) in zip(items, found).enumerated() {
        compare(item, found, place.item(index), isSensitive: isSensitive)
      }
    default:
      if own == nil, value.isNull {
        count += 1
      } else {
        note(place, own, value, isSensitive: isSensitive)
      }
    }
  }

  private mutating func note(
    _ place: Place, _ flow: JSONValue?, _ app: JSONValue, isSensitive: Bool = false
  ) {
    count += 1
    differences.append(
      AppDifference(name: place.name, kind: place.kind, flow: flow, app: app, isSensitive: isSensitive))
  }
}
