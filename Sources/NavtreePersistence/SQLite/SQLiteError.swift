/// An error that SQLite reported.
package struct SQLiteError: Error, Equatable {
  /// The errors that callers can act on.
  enum Kind: Equatable {
    /// Another process kept writing for longer than `patience`.
    case busy
    /// The disk, or the file's allowed size, is full.
    case full
    /// The file isn't a database, or its pages are inconsistent.
    case corrupt
    /// The file can't be opened, or the process may not write it.
    case cannotOpen
    /// The file was being created when its process ended.
    case unfinished
    /// The file was removed, renamed, replaced or truncated while it was open.
    case lost
    /// A row violates a constraint of its table.
    case constraint
    case other
  }

  let kind: Kind
  /// SQLite's extended result code.
  let code: Int32
  let message: String
}
