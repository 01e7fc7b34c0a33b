/// An error that PostgreSQL or libpq reported.
package struct PostgresError: Error, Equatable {
  /// The errors that callers can act on.
  package enum Kind: Equatable {
    /// libpq isn't installed.
    case noLibrary
    /// There is no connection, or it was lost: whether the statements took effect isn't known.
    case lost
    /// The server refused the connection for good: the role, its password or the database.
    case refused
    /// The URL, or another setting, isn't one that libpq can read.
    case unread
    /// The disk of the server is full.
    case full
    /// Others held locks for longer than `lock_timeout`, or a deadlock was broken.
    case busy
    /// The role may not do it.
    case denied
    /// The fence at the end of a transaction failed.
    case fenced
    /// A row violates a constraint of its table, or a schema or a table of that name is there already.
    case constraint
    /// A table, its schema or a column isn't there.
    case missing
    /// A page of the database is damaged.
    case corrupt
    case other
  }

  package let kind: Kind
  package let message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// - Parameter state: the SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html).
  package init(state: String, message: String) {
    self.message = message
    kind =
      switch state {
      case "53100": .full
      case "55P03", "40P01", "40001": .busy
      case "42501": .denied
      // A division by zero, which only a fence makes.
      case "22012": .fenced
      case "42P06", "42P07": .constraint
      case "42P01", "42703", "3F000": .missing
      case "XX001", "XX002": .corrupt
      // The server shuts down, or it is a standby, which a promoted one may take the place of.
      case "57P01", "57P02", "57P03", "25006", "25P03": .lost
      case "53300": .lost
      default:
        if state.hasPrefix("08") { .lost } else if state.hasPrefix("23") { .constraint } else { .other }
      }
  }
}
