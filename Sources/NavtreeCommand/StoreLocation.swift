import NavtreeEngine
import NavtreeJSON
import NavtreePersistence

#if PostgreSQL
  import NavtreePostgreSQL
#endif
import NavtreeSystem
import NavtreeText

/// Where a store is kept.
enum StoreLocation: Equatable, CustomStringConvertible {
  case memory
  case file(String)
  /// The host of `navtree serve`.
  case host
  #if PostgreSQL
    case database(PostgresURL)
  #else
    case database
  #endif

  /// The reason why a URL is refused, with a hint.
  struct Refusal: Error {
    /// The URL as messages may show it; nil if they may not.
    let shown: String?
    let message: String

    /// - Parameter argument: how the command line calls what has the URL.
    func sentence(about argument: String, _ name: String? = nil) -> String {
      let name = name.map { "\($0)=" } ?? ""
      return "\(argument)\(shown.map { " \(name)\($0)" } ?? ""): \(message)"
    }
  }

  /// The place that a URL names; nil if it is no URL of a store.
  static func reading(_ url: String) -> Result<StoreLocation, Refusal>? {
    if url.hasPrefix("env:") {
      let variable = String(url.dropFirst(4))
      guard let value = getenv(variable).map({ String(cString: $0) }) else {
        return .failure(Refusal(shown: url, message: "the environment has no variable '\(variable)'"))
      }
      let place = value.hasPrefix("env:") ? nil : reading(value, from: url)
      return place ?? .failure(Refusal(shown: url, message: "the variable's value is no URL of a store"))
    }
    return reading(url, from: nil)
  }

  /// - Parameter variable: the argument with the variable that has the URL. It may contain a password, and messages name
  ///   it by the variable.
  private static func reading(_ url: String, from variable: String?) -> Result<StoreLocation, Refusal>? {
    if url == "memory:" { return .success(.memory) }
    if url == "host" { return .success(.host) }
    if url.hasPrefix("sqlite:"), url.utf8.count > 7 { return file(String(url.dropFirst(7)), shown: url) }
    guard url.hasPrefix("postgresql:") || url.hasPrefix("postgres:") else { return nil }
    #if PostgreSQL
      guard var place = PostgresURL(url) else {
        let value = variable == nil ? "this" : "the variable's value"
        return .failure(
          Refusal(
            shown: variable, message: "\(value) is no URL of a store in PostgreSQL: \(PostgresURL.form)"))
      }
      if let variable {
        place.shown = variable
      } else if place.hasPassword {
        return .failure(
          Refusal(
            shown: place.shown,
            message:
              "a password on the command line is seen by others: put it in PGPASSFILE, in PGPASSWORD or in a service file, or the URL in a variable, --store env:VARIABLE"
          ))
      }
      return .success(.database(place))
    #else
      return .success(.database)
    #endif
  }

  /// A store at a path and nothing else: SQLite's own names for other things would make files of these names.
  static func file(_ path: String, shown: String) -> Result<StoreLocation, Refusal> {
    if path == SessionStore.memory {
      return .failure(Refusal(shown: shown, message: "a store in memory is written 'memory:'"))
    }
    let parameters = ["vfs", "mode", "cache", "psow", "nolock", "immutable"].map { "?\($0)=" }
    if path.hasPrefix("file:") || parameters.contains(where: path.mentions) {
      return .failure(
        Refusal(shown: shown, message: "a store is a path, without 'file:' and without parameters"))
    }
    return .success(.file(path))
  }

  /// The path or the URL, as messages show it.
  var description: String {
    switch self {
    case .memory: SessionStore.memory
    case .file(let path): path
    case .host: "host"
    #if PostgreSQL
      case .database(let url): url.shown
    #else
      case .database: "postgresql:"
    #endif
    }
  }

  /// Whether processes of several machines share it.
  var isDatabase: Bool {
    if case .database = self { true } else { false }
  }

  private static let noHost = Failure.store("host", "navtree serve alone has a host to ask")

  #if !PostgreSQL
    private static var absence: Failure {
      Failure(
        .storage, "this navtree can't use PostgreSQL",
        ["hint": "it is built without it; the package for Debian and a build of one's own have it"])
    }
  #endif
}

/// Opening.
extension StoreLocation {
  /// The time that commands own the sessions that they change, in milliseconds.
  private static let usualLease = 5_000

  /// Opens the store of sessions, and creates it if necessary.
  ///
  /// - Parameters:
  ///   - stores: the places of flows' stores, by name.
  ///   - host: whoever keeps those that the host keeps.
  ///   - complain: takes warnings about the server's settings.
  func openSessions(
    _ durability: Durability, _ stores: [String: StoreLocation] = [:], lease: Int = usualLease,
    advertised: String? = nil, host: (any TextKeeper)? = nil, complain: (String) -> Void = { _ in }
  ) throws(Failure) -> SessionStore {
    var fields: [String: any FieldStore] = [:]
    for (name, place) in stores {
      fields[name] =
        if place == .host, let host { HostFieldStore(name, keeper: host) } else {
          try place.openFields(durability)
        }
    }
    let stores = try FieldStores(fields)
    switch self {
    case .memory: return try SessionStore(path: SessionStore.memory, durability: durability, stores)
    case .file(let path): return try SessionStore(path: path, durability: durability, stores)
    case .host: throw Self.noHost
    #if PostgreSQL
      case .database(let url):
        let tables = try PostgresSessionTables(
          url, durability: durability, lease: lease, advertised: advertised)
        for warning in tables.warnings { complain(warning) }
        return SessionStore(tables, durability: durability, stores)
    #else
      case .database: throw Self.absence
    #endif
    }
  }

  /// Opens an existing store of sessions for reading.
  func readSessions(_ stores: [String: StoreLocation] = [:]) throws(Failure) -> SessionStore {
    var fields: [String: any FieldStore] = [:]
    for (name, place) in stores { fields[name] = try place.readFields() }
    let stores = try FieldStores(fields)
    switch self {
    case .memory: return try SessionStore(reading: SessionStore.memory, stores)
    case .file(let path): return try SessionStore(reading: path, stores)
    case .host: throw Self.noHost
    #if PostgreSQL
      case .database(let url):
        let tables = try PostgresSessionTables(
          url, durability: .off, lease: Self.usualLease, isReadOnly: true)
        return SessionStore(tables, durability: .off, stores, isReadOnly: true)
    #else
      case .database: throw Self.absence
    #endif
    }
  }

  /// Opens a flow's own store, and creates it if necessary.
  func openFields(_ durability: Durability) throws(Failure) -> any FieldStore {
    switch self {
    case .memory: return try SQLiteFieldStore(path: SessionStore.memory, durability: durability)
    case .file(let path): return try SQLiteFieldStore(path: path, durability: durability)
    case .host: throw Self.noHost
    #if PostgreSQL
      case .database(let url): return try PostgresFieldStore(url, durability: durability)
    #else
      case .database: throw Self.absence
    #endif
    }
  }

  /// Opens a flow's own store for reading.
  func readFields() throws(Failure) -> any FieldStore {
    switch self {
    case .memory: return try openFields(.off)
    case .file(let path): return try SQLiteFieldStore(reading: path)
    case .host: throw Self.noHost
    #if PostgreSQL
      case .database(let url): return try PostgresFieldStore(url, durability: .off, isReadOnly: true)
    #else
      case .database: throw Self.absence
    #endif
    }
  }
}
