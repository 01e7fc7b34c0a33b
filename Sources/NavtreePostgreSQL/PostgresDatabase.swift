import NavtreeEngine
import NavtreePersistence

/// A database with the tables of a store, and the connection to it, which is made again when it is lost.
///
/// Every transaction sets what it needs by itself, so that a pooler may give each one another connection.
package final class PostgresDatabase {
  let url: PostgresURL
  /// The time that a process owns a session without renewal, in milliseconds.
  let lease: Int
  var durability: Durability
  private var connection: PostgresConnection?
  /// The instant at which the last connection was made.
  private var made = Instant(milliseconds: .min)
  /// The milliseconds to wait after the last failed attempt to connect.
  private var backoff = 0
  private var retryInstant = Instant(milliseconds: .min)

  init(_ url: PostgresURL, lease: Int, _ durability: Durability) {
    self.url = url
    self.lease = lease
    self.durability = durability
  }

  // MARK: Connecting

  private static let shortestBackoff = 10

  /// A connection that is lost within so many milliseconds counts as a failed attempt.
  private static let shortestLife = 100

  /// The connection, which is made if necessary; attempts follow each other until the deadline.
  private func connected(until deadline: Instant) throws(PostgresError) -> PostgresConnection {
    if let connection {
      if connection.isGood { return connection }
      // A server may accept connections and refuse to write, as a standby does.
      if .now < made + Self.shortestLife { pause() } else { backoff = 0 }
    }
    connection = nil
    while true {
      Instant.sleep(min(retryInstant.distance, deadline.distance))
      do throws(PostgresError) {
        let attempt = min(deadline, .now + max(lease / 2, 1_000))
        let connection = try PostgresConnection(url, patience: lease, until: attempt)
        self.connection = connection
        made = .now
        return connection
      } catch {
        pause()
        guard error.kind == .lost, retryInstant < deadline else { throw error }
      }
    }
  }

  /// Puts the next attempt off, twice as long as the last one.
  private func pause() {
    backoff = min(max(backoff * 2, Self.shortestBackoff), max(lease / 4, Self.shortestBackoff))
    retryInstant = .now + backoff
  }

  // MARK: Statements

  /// Runs statements in one pipeline, each in a transaction of its own.
  func run(_ statements: [PostgresStatement], until deadline: Instant) throws(PostgresError) -> [PostgresRows]
  {
    try connected(until: deadline).run(statements, until: deadline)
  }

  /// Runs a statement that is a transaction of its own, and sets what it needs.
  package func transaction(_ statement: PostgresStatement, until deadline: Instant) throws(PostgresError) {
    _ = try connected(until: deadline).run([statement], until: attempt(until: deadline))
  }

  /// The deadline of one attempt to commit.
  private func attempt(until deadline: Instant) -> Instant { min(deadline, .now + max(lease / 2, 100)) }

  /// Runs statements as one transaction, which is sent whole.
  func transaction(
    _ statements: [PostgresStatement], until deadline: Instant
  ) throws(PostgresError) -> [PostgresRows] {
    let connection = try connected(until: deadline)
    let attempt = attempt(until: deadline)
    do throws(PostgresError) {
      let all = [Self.begin, settings(for: connection)] + statements + [Self.commit]
      return Array(try connection.run(all, until: attempt).dropFirst(2).dropLast())
    } catch {
      if connection.isGood { _ = try? connection.run([Self.rollback], until: attempt) }
      throw error
    }
  }

  /// Runs statements as one transaction, and then those that depend on their results; gives the results of both.
  func transaction(
    _ statements: [PostgresStatement], until deadline: Instant,
    then rest: ([PostgresRows]) -> [PostgresStatement]
  ) throws(PostgresError) -> [PostgresRows] {
    let connection = try connected(until: deadline)
    do throws(PostgresError) {
      let first = try connection.run(
        [Self.begin, settings(for: connection)] + statements, until: deadline)
      let results = Array(first.dropFirst(2))
      return results + (try connection.run(rest(results) + [Self.commit], until: deadline)).dropLast()
    } catch {
      if connection.isGood { _ = try? connection.run([Self.rollback], until: deadline) }
      throw error
    }
  }

  /// Runs a closure again as long as the connection is lost, until the deadline; it may have taken effect before.
  func persisting<Result>(
    until deadline: Instant, _ body: () throws(PostgresError) -> Result
  ) throws(PostgresError) -> Result {
    while true {
      do {
        return try body()
      } catch {
        guard error.kind == .lost, Instant.now < deadline else { throw error }
      }
    }
  }

  /// The deadline of what isn't bound to a session's lease.
  var deadline: Instant { .now + max(lease, 5_000) }

  /// A number for a commit; never 0, that of a row that no commit has changed.
  static func makeCommitNumber() -> Int { .random(in: 1 ... .max) }

  static let begin = PostgresStatement("BEGIN ISOLATION LEVEL READ COMMITTED")
  static let beginReading = PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
  static let commit = PostgresStatement("COMMIT")
  static let rollback = PostgresStatement("ROLLBACK")

  /// The settings of a transaction: a process that stops within one doesn't hold its locks for longer than the lease.
  private func settings(for connection: PostgresConnection) -> PostgresStatement {
    // Since version 17 this covers a process that stops before it has sent the whole pipeline.
    let whole = connection.serverVersion >= 170_000 ? ", set_config('transaction_timeout', $2, true)" : ""
    return PostgresStatement(
      """
      SELECT set_config('lock_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $2, true),
        set_config('synchronous_commit', CASE WHEN $3 <> '' THEN $3
          WHEN current_setting('synchronous_commit') = 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)\(whole)
      """, .text("\(max(lease / 2, 1))"), .text("\(lease)"), .text(durability == .off ? "off" : ""))
  }

  // MARK: Errors

  /// The failure of the store with an error.
  func failure(_ error: PostgresError) -> Failure {
    let message = error.message
    func failed(_ reason: String, _ hint: String? = nil) -> Failure { .store(url.shown, reason, hint: hint) }
    switch error.kind {
    case .noLibrary: return failed(message, "apt install libpq5")
    case .lost: return failed("there is no connection (\(message))", "send it again").passing()
    case .refused: return failed("the server refuses the connection (\(message))").passing()
    case .unread: return failed(message, PostgresURL.form)
    case .full:
      return failed("there is no room to write (\(message))", "make room, and send it again").passing()
    case .busy: return failed("another process is writing (\(message))", "send it again").passing()
    case .denied:
      return failed("the role may not do this (\(message))", "Docs/guides/scale.md lists the rights it needs")
    case .corrupt:
      return failed(
        "the database is damaged (\(message))", "navtree store verify says what can still be read")
    case .missing, .other, .constraint, .fenced: return failed(message)
    }
  }

  /// Runs a closure, and turns errors into failures of the store.
  func orFail<Result>(_ body: () throws(PostgresError) -> Result) throws(Failure) -> Result {
    do {
      return try body()
    } catch {
      throw failure(error)
    }
  }
}
