import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeText

/// The live screens as the list `screens` of an expression: an element is made when it is read.
final class ScreenListView: CELListView, @unchecked Sendable {
  /// A screen as far as expressions see it; its values aren't copied.
  fileprivate struct Entry {
    let id: ScreenID
    let type: Int
    let window: Int
    let depth: Int
    let isActive: Bool
    let params: [JSONValue]
    let state: [JSONValue]
  }

  fileprivate let flow: FlowDefinition
  fileprivate let windows: [String]
  fileprivate let sensitive: Bool
  private let entries: [Entry]

  /// - Complexity: O(number of screens).
  init(_ transaction: Transaction, sensitive: Bool) {
    flow = transaction.flow
    self.sensitive = sensitive
    windows = transaction.world.windows.map(\.window)
    var entries: [Entry] = []
    entries.reserveCapacity(transaction.screenCount)
    for (number, window) in transaction.world.windows.enumerated() {
      for (screen, place) in window.subtree() {
        entries.append(
          Entry(
            id: screen.id, type: screen.type, window: number, depth: place.depth,
            isActive: screen.id == window.active, params: screen.params, state: screen.state))
      }
    }
    self.entries = entries
  }

  override var count: Int { entries.count }

  override func element(at index: Int) -> CELValue { .map(CELMap(ScreenView(entries[index], of: self))) }
}

/// A live screen as an element of `screens`.
private final class ScreenView: CELMapView, @unchecked Sendable {
  private static let keys = ["id", "type", "window", "depth", "active", "params", "state"]

  private let entry: ScreenListView.Entry
  private let list: ScreenListView

  init(_ entry: ScreenListView.Entry, of list: ScreenListView) {
    self.entry = entry
    self.list = list
  }

  override var count: Int { Self.keys.count }

  override func key(at index: Int) -> String { Self.keys[index] }

  override func index(of key: String) -> Int? { Self.keys.firstIndex { $0.hasSameBytes(as: key) } }

  override func value(at index: Int) -> CELValue {
    let definition = list.flow.screens[entry.type]
    switch index {
    case 0: return .int(entry.id.number)
    case 1: return .string(definition.name)
    case 2: return .string(list.windows[entry.window])
    case 3: return .int(entry.depth)
    case 4: return .bool(entry.isActive)
    case 5: return .map(CELMap(RecordView(definition.params, entry.params, sensitive: list.sensitive)))
    default: return .map(CELMap(RecordView(definition.state, entry.state, sensitive: list.sensitive)))
    }
  }
}

/// Fields and their values, as a map.
final class RecordView: CELMapView, @unchecked Sendable {
  private let definition: RecordDefinition
  private let values: [JSONValue]
  private let sensitive: Bool

  /// - Parameter sensitive: whether the values of sensitive fields are shown.
  init(_ definition: RecordDefinition, _ values: [JSONValue], sensitive: Bool = true) {
    self.definition = definition
    self.values = values
    self.sensitive = sensitive
  }

  override var count: Int { min(definition.fields.count, values.count) }

  override func key(at index: Int) -> String { definition.fields[index].name }

  override func value(at index: Int) -> CELValue {
    CELValue(definition.fields[index].sensitive && !sensitive ? StateView.hidden : values[index])
  }

  override func index(of key: String) -> Int? {
    definition.names.index(of: key).flatMap { $0 < count ? $0 : nil }
  }
}
