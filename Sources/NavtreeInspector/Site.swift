#if Inspector
  import NIOCore

  /// The connections of a page, and the lines that they read.
  final class Site {
    let settings: InspectorServer.Settings
    /// Until the address is known, they admit nothing.
    private(set) var rules: RequestRules
    private(set) var log: EventLog
    private let inspected: any Inspected
    private var connections: [Connection] = []
    private(set) var isOver = false

    /// The connections at a time that don't read the lines, and those that do.
    private static let mostConnections = 8

    init(_ settings: InspectorServer.Settings, _ inspected: any Inspected) {
      self.settings = settings
      self.inspected = inspected
      rules = RequestRules(authority: "", token: settings.token)
      log = EventLog(most: settings.history)
    }

    func open(at authority: String) { rules = RequestRules(authority: authority, token: settings.token) }

    /// Admits a connection. Where there are too many, the oldest that hasn't shown the token goes; else this one.
    func add(_ connection: Connection) {
      connections.append(connection)
      guard connections.count(where: { !$0.isReading }) > Self.mostConnections else { return }
      connections.first(where: \.isStranger)?.close()
    }

    /// Whether one more connection may read the lines. Its owner's calls find a place beside all readers.
    var admitsReader: Bool { connections.count(where: \.isReading) < Self.mostConnections }

    func remove(_ connection: Connection) { connections.removeAll { $0 === connection } }

    func answer(_ request: [UInt8]) -> [UInt8] {
      defer { follow() }
      return inspected.answer(request)
    }

    /// Passes what has happened to the readers.
    ///
    /// - Returns: whether there is more at once.
    @discardableResult
    func follow() -> Bool {
      if isOver { return false }
      let progress = inspected.follow()
      if progress.startsOver { log.startOver() }
      log.append(progress.lines)
      if log.needsOpening { log.open(with: inspected.opening()) }
      for connection in connections { connection.pump() }
      // Without a reader nobody misses the rest.
      isOver = progress.hasEnded && !(progress.hasMore && connections.contains(where: \.isReading))
      return progress.hasMore
    }

    func sweep() {
      for connection in connections { connection.sweep() }
    }
  }
#endif
