internal import NavtreeSystem

/// The only owner of a connection, which it closes. It is never idle within a transaction.
///
/// Nothing waits beyond a deadline. A connection whose answer is overdue counts as lost.
package final class PostgresConnection {
  private let library: LibPQ
  private let connection: LibPQ.Connection
  /// Whether it still works.
  package private(set) var isGood = true

  /// Connects.
  ///
  /// - Parameters:
  ///   - url: what it leaves open comes from the environment, a service file and the password file.
  ///   - patience: the time after which unacknowledged data closes the connection, in milliseconds.
  package init(_ url: PostgresURL, patience: Int, until deadline: Instant) throws(PostgresError) {
    guard let library = LibPQ.loaded else {
      throw PostgresError(
        .noLibrary, "libpq, PostgreSQL's client library of version 14 or later, isn't installed")
    }
    if let path = url.passwordFile, !Self.isPasswordFile(path) { throw .openPasswordFile }
    self.library = library
    let options: KeyValuePairs = [
      "fallback_application_name": "navtree", "dbname": url.connection, "client_encoding": "UTF8",
      "tcp_user_timeout": "\(patience)",
    ]
    guard let connection = library.connect(options) else { throw PostgresError(.other, "there is no memory") }
    self.connection = connection
    library.ignoreNotices(connection)
    library.hideServerText(connection)
    try waitForConnection(until: deadline)
    guard library.setNonblocking(connection, 1) == 0, library.enterPipelineMode(connection) == 1 else {
      throw fault(or: .unexplained)
    }
  }

  deinit { library.finish(connection) }

  /// Whether libpq reads a password file without a warning on standard error; it passes over one that isn't there.
  private static func isPasswordFile(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return true }
    return status.st_mode & S_IFMT == S_IFREG && status.st_mode & (S_IRWXG | S_IRWXO) == 0
  }

  /// The server's version: 150003 is 15.3.
  var serverVersion: Int { Int(library.serverVersion(connection)) }

  private func waitForConnection(until deadline: Instant) throws(PostgresError) {
    guard library.status(connection) != 1 else { throw fault(or: .unread) }
    var polling = LibPQ.Polling.writing
    while true {
      switch polling {
      case LibPQ.Polling.ok: return
      case LibPQ.Polling.reading: try wait(for: POLLIN, until: deadline)
      case LibPQ.Polling.writing: try wait(for: POLLOUT, until: deadline)
      default: throw fault(or: .unexplained)
      }
      polling = library.connectPoll(connection)
    }
  }

  /// Runs statements in one pipeline, and gives the result of each.
  ///
  /// - Throws: the first error. If the connection is lost, any of the statements may have taken effect.
  package func run(_ statements: [PostgresStatement], until deadline: Instant) throws(PostgresError)
    -> [PostgresRows]
  {
    do throws(PostgresError) {
      for statement in statements { try send(statement) }
      guard library.pipelineSync(connection) == 1 else { throw lost() }
      try flush(until: deadline)
      return try results(of: statements.count, until: deadline)
    } catch {
      if error.kind == .lost { isGood = false }
      throw error
    }
  }

  private func send(_ statement: PostgresStatement) throws(PostgresError) {
    let parameters = PostgresParameters(statement.values)
    let isSent = parameters.withPointers { values in
      library.sendQueryParams(
        connection, statement.sql, Int32(statement.values.count), parameters.types, values,
        parameters.lengths,
        parameters.formats, 1)
    }
    if isSent != 1 { throw lost() }
  }

  /// Writes what waits, and reads meanwhile, since the server may wait for that.
  private func flush(until deadline: Instant) throws(PostgresError) {
    while true {
      switch library.flush(connection) {
      case 0: return
      case 1:
        let events = try wait(for: POLLIN | POLLOUT, until: deadline)
        if events & POLLIN != 0, library.consumeInput(connection) != 1 { throw lost() }
      default: throw lost()
      }
    }
  }

  private func results(of count: Int, until deadline: Instant) throws(PostgresError) -> [PostgresRows] {
    var rows: [PostgresRows] = []
    var failure: PostgresError?
    while true {
      // A null pointer stands between the results of two statements.
      guard let result = try next(until: deadline) else { continue }
      switch library.resultStatus(result) {
      case LibPQ.Status.sync:
        library.clear(result)
        if let failure { throw failure }
        guard rows.count == count else { throw lost() }
        return rows
      case LibPQ.Status.commandOK, LibPQ.Status.rowsOK: rows.append(PostgresRows(result, library))
      case LibPQ.Status.aborted: library.clear(result)
      default:
        let error = error(of: result)
        library.clear(result)
        failure = failure ?? error
        // No sync follows the end of a connection.
        if library.status(connection) != LibPQ.connectionOK { throw lost(error.message) }
      }
    }
  }

  private func next(until deadline: Instant) throws(PostgresError) -> LibPQ.Result? {
    while library.isBusy(connection) != 0 {
      try wait(for: POLLIN, until: deadline)
      guard library.consumeInput(connection) == 1 else { throw lost() }
    }
    let result = library.getResult(connection)
    if result == nil, library.status(connection) != LibPQ.connectionOK { throw lost() }
    return result
  }

  private func error(of result: LibPQ.Result) -> PostgresError {
    func field(_ field: Int32) -> String? {
      library.resultErrorField(result, field).map { String(cString: $0) }
    }
    guard let state = field(LibPQ.Field.state) else { return lost() }
    return PostgresError(state: state, message: field(LibPQ.Field.message) ?? state)
  }

  @discardableResult
  private func wait(for events: Int32, until deadline: Instant) throws(PostgresError) -> Int32 {
    while true {
      var descriptor = pollfd(fd: library.socket(connection), events: Int16(events), revents: 0)
      let count = poll(&descriptor, 1, Int32(clamping: deadline.distance))
      if count > 0 { return Int32(descriptor.revents) }
      if count < 0, errno == EINTR { continue }
      throw lost("the server doesn't answer")
    }
  }

  private func lost(_ message: String? = nil) -> PostgresError {
    isGood = false
    return PostgresError(.lost, message ?? fault(or: .ended).message)
  }

  /// The reason why there is no connection.
  ///
  /// - Parameter unknown: the error where libpq's text says nothing that is known.
  private func fault(or unknown: PostgresError) -> PostgresError {
    isGood = false
    let text = library.errorMessage(connection).map { String(cString: $0) } ?? ""
    return PostgresError(libpq: text) ?? unknown
  }
}
