import NavtreePersistence

/// The place where a session outlives its process.
public struct Store: Sendable, Hashable {
  /// The time at which a change reaches the disk.
  public enum Durability: String, Sendable, CaseIterable {
    /// Before the call that made it returns. Nothing is ever lost.
    case commit
    /// At most a tenth of a second later, as long as the session is used or awaited.
    case batch
    /// When the system decides. A killed process loses a tenth of a second at most, a crashed machine more.
    case off
  }

  let path: String
  let durability: Durability
  private(set) var places: [String: String]
  /// Those that the app keeps, by their names in the flow.
  private(set) var keepers: [String: FieldKeeper] = [:]

  /// A file of SQLite, which may hold many sessions by their names. A session is open in at most one process.
  ///
  /// - Parameters:
  ///   - path: The file. It is made if it isn't there.
  ///   - durability: The time at which a change reaches the disk.
  ///   - stores: The files of the stores that the flow names, such as one for secrets, by their names.
  public static func sqlite(
    _ path: String, durability: Durability = .commit, stores: [String: String] = [:]
  ) -> Store {
    Store(path: path, durability: durability, places: stores)
  }

  /// The same place, except that the app keeps the fields of a store that the flow names.
  ///
  /// ```swift
  /// let store = Store.sqlite("app.db").keeping("secrets", in: Keychain())
  /// ```
  public func keeping(_ name: String, in store: any FieldStore) -> Store {
    var copy = self
    copy.places[name] = nil
    copy.keepers[name] = FieldKeeper(store: store)
    return copy
  }

  /// A store in memory, which ends with its session.
  public static var memory: Store { Store(path: SessionStore.memory, durability: .commit, places: [:]) }
}

/// A store of the app, equal to itself alone.
struct FieldKeeper: Hashable, Sendable {
  let store: any FieldStore

  static func == (one: FieldKeeper, other: FieldKeeper) -> Bool { one.store === other.store }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(store)) }
}
