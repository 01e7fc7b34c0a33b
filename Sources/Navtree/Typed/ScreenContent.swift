import NavtreeEngine
import NavtreeFlow
import NavigationTree

/// The content of a screen that has a type of the program: as it was when it was read, or as it was made.
///
/// Reading a part of it is observed: whoever tracks that, and whoever asked for the screen, is told when it changes.
public final class ScreenContent: Sendable {
  /// The screen's id.
  public let id: Screen.ID
  /// The name of the screen type.
  public let type: String
  private let source: Source
  private let observed: Observed?
  /// The places that were read of it, if it was asked for while that was tracked.
  private let reading: Reading?

  private enum Source: Sendable {
    case snapshot(ScreenSnapshot)
    case made(Made)
  }

  /// A screen that no session has.
  private struct Made: Sendable {
    let at: String?
    let selected: String?
    /// By ``Part``; nil for computed values that aren't known.
    let parts: [[JSONValue]?]
  }

  /// The parts of a screen that are records.
  enum Part: Int, Sendable {
    case params, state, computed, slots
  }

  init(_ snapshot: ScreenSnapshot, _ observed: Observed?, _ reading: Reading? = nil) {
    id = Screen.ID(snapshot.id.number)
    type = snapshot.flow.screens[snapshot.type].name
    source = .snapshot(snapshot)
    self.observed = observed
    self.reading = reading
  }

  /// The content of a screen that no session has.
  ///
  /// - Complexity: O(number of fields).
  public init(
    type: String, id: Screen.ID, at: String?, params: some TypedRecord, state: some TypedRecord,
    computed: (any TypedRecord)? = nil, selected: String? = nil, slots: (any TypedRecord)? = nil
  ) {
    self.id = id
    self.type = type
    source = .made(
      Made(
        at: at, selected: selected,
        parts: [params._fields.values, state._fields.values, computed?._fields.values, slots?._fields.values]
      ))
    observed = nil
    reading = nil
  }

  /// The address; nil if it isn't known.
  public var at: String? {
    switch source {
    case .snapshot(let snapshot):
      read(Touch(.place, of: snapshot.id))
      return snapshot.address
    case .made(let made): return made.at
    }
  }

  /// The name of the selected tab or of the pane in focus; nil for other kinds of screens.
  public var selected: String? {
    switch source {
    case .snapshot(let snapshot):
      read(Touch(.selection, of: snapshot.id))
      let definition = snapshot.flow.screens[snapshot.type]
      return definition.kind.selectionKey == nil ? nil : definition.slots[snapshot.selection].name
    case .made(let made): return made.selected
    }
  }

  /// The params.
  public var params: RecordFields { RecordFields(of: self, .params) }
  /// The state.
  public var state: RecordFields { RecordFields(of: self, .state) }
  /// The screens that it presents, cut.
  public var slots: RecordFields { RecordFields(of: self, .slots) }
  /// The computed values; nil if they aren't known.
  public var computed: RecordFields? {
    if case .made(let made) = source, made.parts[Part.computed.rawValue] == nil { return nil }
    return RecordFields(of: self, .computed)
  }

  /// One value of a part.
  func value(_ number: Int, of part: Part) -> JSONValue {
    guard case .snapshot(let snapshot) = source else { return values(of: part)[number] }
    switch part {
    case .params:
      read(Touch(.params, of: snapshot.id, number))
      return snapshot.params[number]
    case .state:
      read(Touch(.state, of: snapshot.id, number))
      return snapshot.state[number]
    case .computed:
      for touch in snapshot.reads(ofComputed: number) { read(touch) }
      return snapshot.computed(number) ?? .null
    case .slots:
      read(Touch(.slot, of: snapshot.id, number))
      return snapshot.children[number].map {
        ["id": .integer($0.id.number), "screen": .string(snapshot.flow.screens[$0.type].name)]
      } ?? .null
    }
  }

  /// All values of a part.
  func values(of part: Part) -> [JSONValue] {
    switch source {
    case .made(let made): return made.parts[part.rawValue] ?? []
    case .snapshot(let snapshot):
      let definition = snapshot.flow.screens[snapshot.type]
      switch part {
      case .params:
        read(Touch(.params, of: snapshot.id))
        return snapshot.params
      case .state:
        read(Touch(.state, of: snapshot.id))
        return snapshot.state
      case .computed: return definition.computed.indices.map { value($0, of: part) }
      case .slots: return definition.slots.indices.map { value($0, of: part) }
      }
    }
  }

  private func read(_ touch: Touch) { observed?.read(touch, in: reading) }
}

extension ScreenContent: Equatable {
  /// Whether both are of one screen and have the same values.
  public static func == (one: ScreenContent, other: ScreenContent) -> Bool {
    if one === other { return true }
    guard one.id == other.id, one.type == other.type, one.at == other.at, one.selected == other.selected
    else {
      return false
    }
    return [.params, .state, .slots].allSatisfy { one.values(of: $0) == other.values(of: $0) }
      && one.computed == other.computed
  }
}
