public import Navtree
import NavtreeFlow

/// The state of a session that a test expects: its screens by address, and the shared state.
public struct ExpectedState {
  /// The shared fields.
  public var shared: ExpectedFields
  private var screens: [String: ExpectedScreen] = [:]
  /// The addresses that were asked for without a screen there, and those of screens that are expected to come.
  private var made: Set<String> = []

  init(_ session: Session) {
    shared = ExpectedFields(session.shared.object)
    for screen in session.tree.screens { screens[screen.address] = ExpectedScreen(screen) }
  }

  /// The screen at an address. If there is none, writing to it expects one to come, whichever it is.
  public subscript(address: String) -> ExpectedScreen {
    get { screens[address] ?? ExpectedScreen(screenName: nil) }
    set {
      if screens.updateValue(newValue, forKey: address) == nil { made.insert(address) }
    }
  }

  /// Expects a screen to come. Its fields have their defaults, as far as those are constant, unless the closure says
  /// otherwise.
  ///
  /// - Parameters:
  ///   - screen: The screen type's name.
  ///   - address: The path at which it comes.
  ///   - fields: Changes the fields that the screen comes with.
  public mutating func add(
    _ screen: String, at address: String, _ fields: (inout ExpectedScreen) -> Void = { _ in }
  ) {
    var expected = ExpectedScreen(screenName: screen)
    fields(&expected)
    screens[address] = expected
    made.insert(address)
  }

  /// Expects a screen to go, with all that it presents.
  public mutating func remove(_ address: String) {
    for key in screens.keys where key == address || key.hasPrefix(address + "/") { screens[key] = nil }
    made.remove(address)
  }

  /// A line for each difference of another state from this one.
  ///
  /// - Parameter before: The state before the change, which expected screens are made from.
  func differences(from actual: ExpectedState, before: ExpectedState, _ flow: Flow) -> [String] {
    var lines: [String] = []
    for address in Set(screens.keys).union(actual.screens.keys).sorted() {
      switch (screens[address], actual.screens[address]) {
      case (let expected?, let actual?):
        let isMade = made.contains(address)
        let isAnew = before.screens[address]?.id != actual.id
        if isAnew, !isMade {
          lines.append("  \(address): another \(actual.screenName ?? "screen") came in its place")
        } else if isMade, !isAnew {
          lines.append("  \(address): nothing came")
        } else {
          lines += expected.differences(from: actual, at: address, isMade ? flow : nil)
        }
      case (let expected?, nil):
        lines.append(
          "  \(address): \(expected.screenName ?? "a screen") \(made.contains(address) ? "didn't come" : "is gone")"
        )
      case (nil, let actual?):
        lines.append(
          "  \(address): \(actual.screenName ?? "a screen") \(before.screens[address] == nil ? "came" : "is still there")"
        )
      case (nil, nil): break
      }
    }
    return lines + shared.differences(from: actual.shared, at: "shared")
  }
}

/// A screen that a test expects. A field of its state is a member: `$0["/main"].count = 1`.
@dynamicMemberLookup
public struct ExpectedScreen {
  /// The screen type's name; nil for any.
  public var screenName: String?
  /// The params.
  public var params: ExpectedFields
  /// The state.
  public var state: ExpectedFields
  /// The selected tab, or the pane in focus.
  public var selectedSlot: String?
  let id: Screen.ID?

  init(screenName: String?) {
    self.screenName = screenName
    params = ExpectedFields([:])
    state = ExpectedFields([:])
    id = nil
  }

  init(_ screen: Screen) {
    screenName = screen.name
    params = ExpectedFields(screen.params.object)
    state = ExpectedFields(screen.state.object)
    selectedSlot = screen.selected
    id = screen.id
  }

  /// A field of the state.
  public subscript(dynamicMember field: String) -> JSONValue? {
    get { state[field] }
    set { state[field] = newValue }
  }

  /// - Parameter flow: The flow, if the screen is one that comes: what the test doesn't mention has its default.
  func differences(from actual: ExpectedScreen, at address: String, _ flow: Flow?) -> [String] {
    if let screenName, screenName != actual.screenName {
      return ["  \(address): \(actual.screenName ?? "") came instead of \(screenName)"]
    }
    var (params, state) = (params, state)
    var selectedSlot = selectedSlot
    if let flow, let definition = flow.definition.screens.first(where: { $0.name == actual.screenName }) {
      params.fill(from: definition.params, actual.params)
      state.fill(from: definition.state, actual.state)
      selectedSlot = selectedSlot ?? actual.selectedSlot
    }
    var lines = params.differences(from: actual.params, at: address + "/params")
    lines += state.differences(from: actual.state, at: address + "/state")
    if selectedSlot != actual.selectedSlot {
      lines.append(
        "  \(address): expected \(selectedSlot ?? "nothing") selected, not \(actual.selectedSlot ?? "nothing")"
      )
    }
    return lines
  }
}

/// Fields that a test expects, each as a member: `$0.shared.total = 1`.
@dynamicMemberLookup
public struct ExpectedFields {
  private var values: JSONObject
  var json: JSONValue { .object(values) }

  init(_ values: JSONObject) { self.values = values }

  /// A field.
  public subscript(name: String) -> JSONValue? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// A field.
  public subscript(dynamicMember name: String) -> JSONValue? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// Gives the fields that aren't mentioned their defaults; those whose default is computed have what came.
  mutating func fill(from record: RecordDefinition, _ actual: ExpectedFields) {
    for field in record.fields where values[field.name] == nil {
      values[field.name] = field.initial?.constant ?? (field.initial == nil ? nil : actual[field.name])
    }
  }

  func differences(from actual: ExpectedFields, at place: String) -> [String] {
    var names = Array(values.keys)
    for name in actual.values.keys where values[name] == nil { names.append(name) }
    return names.flatMap { name -> [String] in
      let (expected, came) = (values[name], actual.values[name])
      if expected == came { return [] }
      guard let came else { return ["  \(place)/\(name): there is no such field"] }
      return [
        "  \(place)/\(name)", "    - expected \(expected?.description ?? "nothing")",
        "    + actual   \(came)",
      ]
    }
  }
}
