import NavigationTree
import NavtreeEngine
import NavtreeFlow

/// A screen of a session, as it is whenever it is read.
///
/// It holds the session and an id, so it may outlive the screen: see ``isAlive``. A removed screen has no fields and
/// presents nothing.
public struct Screen: Identifiable {
  /// The identity of a screen. No other screen of its session, past or future, has it.
  public struct ID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The number, from 1 on.
    public let number: Int

    /// An id by its number.
    public init(_ number: Int) { self.number = number }

    /// Whether the first one was made before the second one.
    public static func < (one: ID, other: ID) -> Bool { one.number < other.number }

    /// An address, such as `#3`.
    public var description: String { "#\(number)" }
  }

  /// The style of a slot: the way a host shows what is presented there.
  public enum Style: String, Sendable, CaseIterable {
    /// On top of the chain.
    case push
    /// Modally.
    case sheet, popover, cover
    /// One of several trees of which one is selected.
    case tab
    /// One of several trees that are shown together.
    case pane
  }

  /// A place where a screen may present another one.
  public struct Slot {
    /// The name.
    public let name: String
    /// The style.
    public let style: Style
    /// The screen that is presented there, if any.
    public let screen: Screen?
  }

  let engine: NavtreeEngine.Session
  private let screenID: ScreenID

  init(engine: NavtreeEngine.Session, number: ScreenID) {
    self.engine = engine
    screenID = number
  }

  /// The id.
  public var id: ID { ID(screenID.number) }

  /// Whether the screen is still there.
  public var isAlive: Bool { engine.windows.contains(screenID) }

  /// The screen type's name in the flow; empty once the screen is gone.
  public var name: String { definition?.name ?? "" }

  /// The path, such as `/main/detail`, or the id if the path would be longer than 4,096 bytes; the id once the screen is
  /// gone.
  ///
  /// - Complexity: O(depth).
  public var address: String { engine.windows.address(of: screenID) ?? id.description }

  /// The name of the window; empty once the screen is gone.
  public var window: String { engine.windows.name(ofWindowHolding: screenID) }

  /// Whether it is the active screen of its window.
  public var isActive: Bool {
    engine.windows.index(holding: screenID).map { engine.windows[$0].active == screenID } ?? false
  }

  /// The params.
  ///
  /// - Complexity: O(distance from the last used screen).
  public var params: Fields {
    guard let definition, let screen = engine.screen(screenID) else { return .none }
    return Fields(record: definition.params, values: screen.params)
  }

  /// The state, sensitive fields too.
  ///
  /// - Complexity: O(distance from the last used screen).
  public var state: Fields {
    guard let definition, let screen = engine.screen(screenID) else { return .none }
    return Fields(record: definition.state, values: screen.state)
  }

  /// A computed value; nil if the screen computes none of that name.
  ///
  /// - Throws: ``NavtreeError/Kind/expressionFailed`` or ``NavtreeError/Kind/costExceeded``.
  /// - Complexity: The cost of its expression.
  public func computed(_ name: String) throws(NavtreeError) -> JSONValue? {
    guard let number = definition?.computed.firstIndex(where: { $0.name == name }) else { return nil }
    do throws(Failure) {
      let writer = StateWriter(session: engine, view: StateView(sensitive: true))
      return try writer.computedValue(number, of: screenID)
    } catch {
      throw NavtreeError(error)
    }
  }

  /// The name of the selected tab or of the pane in focus; nil for other kinds of screens.
  public var selected: String? {
    guard let definition, let screen = engine.screen(screenID), definition.kind.selectionKey != nil else {
      return nil
    }
    return definition.slots[screen.selection].name
  }

  /// The screen that presents this one; nil for the root of a window.
  public var presenter: Screen? {
    engine.windows.place(of: screenID)?.parent.map { Screen(engine: engine, number: $0) }
  }

  /// The name of the slot of the presenter; nil for the root of a window.
  public var slot: String? {
    engine.windows.holder(of: screenID).map { engine.flow.screens[$0.type].slots[$0.slot].name }
  }

  /// The slots in declared order, with what they hold.
  public var slots: [Slot] {
    (definition?.slots ?? []).enumerated().map { index, slot in
      Slot(name: slot.name, style: Style(rawValue: slot.style.rawValue) ?? .push, screen: child(in: index))
    }
  }

  /// The screen that a slot holds; nil if it holds none, or there is no such slot.
  public subscript(slot: String) -> Screen? {
    definition?.slots.firstIndex { $0.name == slot }.flatMap(child)
  }

  /// The content for a type of the program; nil if the screen is gone, or its flow has another hash. It isn't observed.
  ///
  /// - Complexity: O(number of slots + distance from the last used screen).
  public func content(ofFlow hash: String) -> ScreenContent? {
    guard engine.flowHash == hash else { return nil }
    return ScreenSnapshot(of: screenID, in: engine).map { ScreenContent($0, nil) }
  }

  private func child(in slot: Int) -> Screen? {
    engine.windows.child(of: screenID, in: slot).map { Screen(engine: engine, number: $0.id) }
  }

  private var definition: ScreenDefinition? {
    engine.windows.place(of: screenID).map { engine.flow.screens[$0.type] }
  }
}

extension Screen: Equatable {
  /// Whether both are one screen of one session.
  public static func == (one: Screen, other: Screen) -> Bool {
    one.engine === other.engine && one.screenID == other.screenID
  }
}
