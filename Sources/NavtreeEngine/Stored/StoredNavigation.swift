import NavtreeFlow
import NavtreeJSON
import NavtreeText
import NavtreeYAML

/// The stored form of a later navigation: `{NAME: PARAMS}`, all by name, without those that have their defaults.
struct StoredNavigation {
  let flow: FlowDefinition
  /// Hides secrets in what is written; nil for the stored form itself.
  var mask: NavigationMask?

  // MARK: Writing

  func json(_ request: NavigationRequest) -> JSONValue {
    var request = request
    var fields = StoredFieldWriter(form: self)
    request.walk(&fields)
    return .object(["\(request.name)": .object(fields.params)])
  }

  func json(_ request: ScreenRequest) -> JSONObject {
    var object: JSONObject = ["screen": .string(flow.screens[request.type].name)]
    if let params = request.params {
      object["params"] = .object(
        mask == nil ? params : NavigationMask.shown(params, by: [flow.screens[request.type].params]))
    }
    if let awaiting = request.awaiting { object["awaiting"] = .object(json(awaiting)) }
    return object
  }

  /// Recursion is bounded by the depth of YAML and of JSON, which trees come in.
  func json(_ tree: TreeRequest) -> JSONValue {
    switch tree {
    case .chain(let nodes): .array(nodes.map { .object(json($0)) })
    case .node(let node): .object(json(node).with("slots", .object(slots(of: node))))
    }
  }

  private func json(_ node: TreeRequest.Node) -> JSONObject {
    let record = flow.screens[node.screen.type].state
    return json(node.screen).with(
      "state", node.state.map { .object(mask == nil ? $0 : NavigationMask.shown($0, by: [record])) }
    )
    .with("selected", node.selected)
    .with("slots", node.slots.isEmpty ? nil : .object(slots(of: node)))
  }

  private func slots(of node: TreeRequest.Node) -> JSONObject {
    var filled: JSONObject = [:]
    for slot in node.slots { filled[slot.name] = json(slot.tree) }
    return filled
  }

  func json(_ awaiting: Awaiting) -> JSONObject {
    JSONObject().with("then", awaiting.then.map { flow.actionNames[$0] })
      .with("otherwise", awaiting.otherwise.map { flow.actionNames[$0] })
      .with("at", awaiting.location.map(Self.json))
  }

  static func json(_ location: SourceLocation) -> JSONValue {
    let numbers: [JSONValue] = [
      .integer(location.line), .integer(location.column), .integer(location.endColumn),
    ]
    return .array(location.file == 0 ? numbers : numbers + [.integer(Int(location.file))])
  }

  /// The params and states in a written navigation, each by its pointer, with the records that may declare it.
  ///
  /// - Parameter pointer: the place of the navigation.
  func fields(of navigation: JSONValue, at pointer: JSONPointer)
    -> [(pointer: JSONPointer, name: String, records: [RecordDefinition])]
  {
    var found: [(pointer: JSONPointer, name: String, records: [RecordDefinition])] = []
    var pending = [(pointer: pointer, value: navigation)]
    while let (pointer, value) = pending.popLast() {
      if case .array(let elements) = value {
        pending += elements.enumerated().map { (pointer.appending($0), $1) }
      }
      guard case .object(let object) = value else { continue }
      // The screen of `select` and `setParams` is known only when they run.
      let type = object["screen"]?.string.flatMap { flow.screenNames.index(of: $0) }
      let screens = type.map { [flow.screens[$0]] } ?? flow.screens
      for (key, member) in object {
        let place = pointer.appending(key)
        switch key {
        case "params", "state":
          let records = screens.map { key == "params" ? $0.params : $0.state }
          for (name, _) in member.object ?? [:] {
            found.append((place.appending(name), name, records))
          }
        case "identity", "result": continue
        default: pending.append((place, member))
        }
      }
    }
    return found
  }

  // MARK: Reading

  func request(_ reader: StoredReader) throws(StoredFault) -> NavigationRequest {
    guard let name = try reader.object().keys.first else { throw reader.fault("names no navigation") }
    let params = try reader.member(name)
    guard var request = NavigationRequest(named: name) else {
      throw reader.fault("names '\(name)', which is no navigation")
    }
    var fields = StoredFieldReader(form: self, params: params)
    try request.walk(&fields)
    return request
  }

  func screen(_ reader: StoredReader) throws(StoredFault) -> ScreenRequest {
    let name = try reader.member("screen")
    guard let type = flow.screenNames.index(of: try name.string()) else {
      throw name.fault("is no screen of the flow")
    }
    return ScreenRequest(
      type: type, params: try reader.ifAny("params") { (it) throws(StoredFault) in try it.object() },
      awaiting: try reader.ifAny("awaiting") { (it) throws(StoredFault) in try awaiting(it) })
  }

  /// Recursion is bounded by the depth of the JSON.
  func tree(_ reader: StoredReader) throws(StoredFault) -> TreeRequest {
    if case .array = reader.value {
      return .chain(try reader.elements().map { (it) throws(StoredFault) in try node(it) })
    }
    return .node(try node(reader))
  }

  private func node(_ reader: StoredReader) throws(StoredFault) -> TreeRequest.Node {
    var slots: [TreeRequest.Slot] = []
    if let filled = reader["slots"] {
      for name in try filled.object().keys {
        slots.append(TreeRequest.Slot(name: name, tree: try tree(filled.member(name))))
      }
    }
    return TreeRequest.Node(
      try screen(reader), state: try reader.ifAny("state") { (it) throws(StoredFault) in try it.object() },
      selected: try reader.text("selected"), slots: slots)
  }

  func awaiting(_ reader: StoredReader) throws(StoredFault) -> Awaiting {
    Awaiting(
      then: try action("then", of: reader), otherwise: try action("otherwise", of: reader),
      location: try reader.ifAny("at") { (it) throws(StoredFault) in try Self.location(it) })
  }

  /// The action that a member names; nil without such a member.
  func action(_ key: String, of reader: StoredReader) throws(StoredFault) -> Int? {
    try reader.ifAny(key) { (name) throws(StoredFault) in
      guard let action = flow.actionNames.index(of: try name.string()) else {
        throw name.fault("is no action of the flow")
      }
      return action
    }
  }

  static func location(_ reader: StoredReader) throws(StoredFault) -> SourceLocation {
    let numbers = try reader.elements().map { (it) throws(StoredFault) in try it.id() }
    guard (3...4).contains(numbers.count) else { throw reader.fault("must be line, column and end") }
    return SourceLocation(
      line: numbers[0], column: numbers[1], endColumn: numbers[2],
      file: numbers.count == 4 ? Int32(clamping: numbers[3]) : 0)
  }
}

extension JSONObject {
  /// The same with one more member, unless it is nil.
  func with(_ key: String, _ value: JSONValue?) -> JSONObject {
    guard let value else { return self }
    var object = self
    object[key] = value
    return object
  }

  func with(_ key: String, _ text: String?) -> JSONObject { with(key, text.map { .string($0) }) }
}

extension FlowDefinition {
  /// The records that declare the payload of an action, whose recipient is known only when it is sent.
  func payloads(of action: Int) -> [RecordDefinition] {
    screens.compactMap { $0.actions[action]?.payload } + [actions[action]?.payload].compactMap(\.self)
  }
}

/// Hides the secrets of a navigation as its fields are written.
struct NavigationMask {
  let screens: [ScreenDefinition]
  let hidesResults: Bool
  let hidesIdentities: Bool
  /// Gives a URL as people may see it.
  let url: (String) -> String

  /// The identity of a screen, or a result.
  func shown(_ value: JSONValue, as key: Key) -> JSONValue {
    (key == .identity ? hidesIdentities : hidesResults) ? StateView.hidden : value
  }

  /// The params of a screen that is known only when the navigation runs.
  func shown(_ params: JSONObject) -> JSONObject { Self.shown(params, by: screens.map(\.params)) }

  /// An object with `***` in place of what any record calls sensitive, and of what none declares.
  static func shown(_ fields: JSONObject, by records: [RecordDefinition]) -> JSONObject {
    var shown = fields
    for (name, value) in fields { shown[name] = Self.shown(value, name, by: records) }
    return shown
  }

  static func shown(_ value: JSONValue, _ name: String, by records: [RecordDefinition]) -> JSONValue {
    let declared = records.compactMap { record in record.names.index(of: name).map { record.fields[$0] } }
    return declared.isEmpty ? StateView.hidden : declared.reduce(value) { $1.shown($0) }
  }
}
