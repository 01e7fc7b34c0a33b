/// What SQLite answered instead of doing what it was asked.
struct SQLiteError: Error, Equatable {
  /// What a caller can do something about.
  enum Kind: Equatable {
    /// Another process is writing, and was for longer than is waited for.
    case busy
    /// No room is left, or none is allowed.
    case full
    /// The file is no database, or its pages don't fit together.
    case corrupt
    /// The file can't be opened, or the process may not write it.
    case cannotOpen
    /// A value of a table broke a rule of the table.
    case constraint
    case other
  }

  let kind: Kind
  /// SQLite's extended result code.
  let code: Int32
  let message: String
}
