internal import NavtreeCSQLite
internal import NavtreeSystem

/// The only owner of an open database file, which it closes.
///
/// Failures are thrown as `SQLiteError`; no type of SQLite's own leaves this file.
package struct SQLiteDatabase: ~Copyable {
  private let handle: OpaquePointer
  /// Nil in memory, and where nothing is written.
  private let file: StoreFile?
  private let brackets: Brackets

  /// The statements around a transaction, which are prepared once.
  private final class Brackets {
    let begin: SQLiteStatement
    let commit: SQLiteStatement

    init(_ handle: OpaquePointer) throws(SQLiteError) {
      begin = try SQLiteDatabase.prepare("BEGIN IMMEDIATE", handle, isKept: true)
      commit = try SQLiteDatabase.prepare("COMMIT", handle, isKept: true)
    }
  }

  package enum Access {
    case readOnly
    /// The file must exist.
    case readWrite
    /// The file is created if necessary, readable by its owner alone.
    case create
  }

  /// The time to wait for another process that writes, in milliseconds.
  static let patience: Int32 = 5_000

  package init(path: String, _ access: Access) throws(SQLiteError) {
    let flags =
      switch access {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    let isFile = path != Self.memory
    // SQLite reads some relative paths as URIs, or as names of its own.
    let path = isFile && !path.hasPrefix("/") ? "./" + path : path
    if isFile, let fault = StoreFile.fault(of: path) {
      throw SQLiteError(kind: .cannotOpen, code: SQLITE_CANTOPEN, message: fault)
    }
    if isFile, access == .create { Self.makeFile(path) }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened else {
      let error = Self.error(code, opened)
      sqlite3_close_v2(opened)
      throw error
    }
    do {
      brackets = try Brackets(opened)
    } catch {
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    file = isFile && access != .readOnly ? StoreFile(path: path) : nil
    sqlite3_busy_timeout(opened, Self.patience)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Creates an empty file, which is an empty database. SQLite gives its mode to its companion files.
  ///
  /// An existing file is never opened here: closing it would release the locks that the process holds on it.
  private static func makeFile(_ path: String) {
    // SQLite will report why it can't be made.
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if file >= 0 { close(file) }
  }

  /// The path of a database in memory.
  static let memory = ":memory:"

  /// Runs SQL without parameters and without results: one or several statements.
  package borrowing func run(_ sql: String) throws(SQLiteError) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Runs one statement with parameters and without results.
  package borrowing func run(_ sql: String, _ values: any SQLiteValue...) throws(SQLiteError) {
    let statement = try prepare(sql)
    try statement.bind(values)
    try statement.run()
  }

  /// A statement with its parameters, whose rows are then read.
  borrowing func query(_ sql: String, _ values: any SQLiteValue...) throws(SQLiteError) -> SQLiteStatement {
    let statement = try prepare(sql)
    try statement.bind(values)
    return statement
  }

  /// - Parameter isKept: whether it is used repeatedly, a hint to SQLite.
  package borrowing func prepare(_ sql: String, isKept: Bool = false) throws(SQLiteError) -> SQLiteStatement {
    try Self.prepare(sql, handle, isKept: isKept)
  }

  private static func prepare(
    _ sql: String, _ handle: OpaquePointer, isKept: Bool
  ) throws(SQLiteError) -> SQLiteStatement {
    var statement: OpaquePointer?
    let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let code = sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil)
    guard code == SQLITE_OK else { throw error(code, handle) }
    guard let statement else {
      throw SQLiteError(kind: .other, code: SQLITE_MISUSE, message: "an empty statement")
    }
    return SQLiteStatement(statement, of: handle)
  }

  /// The first column of the first row; nil without a row.
  package borrowing func integer(_ sql: String) throws(SQLiteError) -> Int? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.integer(0) : nil
  }

  /// Runs a closure as one transaction, which is rolled back if it throws.
  ///
  /// It throws too where the file has gone meanwhile, since nobody would find what was written.
  borrowing func transaction<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try brackets.begin.run()
    do {
      try checkFile(isLocked: true)
      let result = try body()
      try brackets.commit.run()
      try checkFile(isLocked: false)
      return result
    } catch {
      // A failure such as a full disk has rolled back by itself already.
      if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
      throw error
    }
  }

  /// - Parameter isLocked: whether no other process writes.
  private borrowing func checkFile(isLocked: Bool) throws(SQLiteError) {
    guard let file else { return }
    let fault = try file.fault {
      isLocked ? Int(csqlite_log_size(handle)) : nil
    } pages: { () throws(SQLiteError) in
      try (integer("PRAGMA page_count") ?? 0) * (integer("PRAGMA page_size") ?? 0)
    }
    if let fault { throw SQLiteError(kind: .lost, code: SQLITE_IOERR, message: fault) }
  }

  var lastInsertedID: Int { Int(sqlite3_last_insert_rowid(handle)) }

  private borrowing func check(_ code: Int32) throws(SQLiteError) {
    if code != SQLITE_OK { throw Self.error(code, handle) }
  }

  fileprivate static func error(_ code: Int32, _ handle: OpaquePointer?) -> SQLiteError {
    let text = handle.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    let kind: SQLiteError.Kind =
      switch code & 0xFF {
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_FULL: .full
      // Macros beyond Swift: a limit of the file's size is reported as SQLITE_IOERR_WRITE, a full disk where the log's
      // index grows as SQLITE_IOERR_SHMSIZE.
      case SQLITE_IOERR: [3, 19].contains(code >> 8) ? .full : .other
      // SQLITE_READONLY_ROLLBACK: a store has a journal only while it is created.
      case SQLITE_READONLY where code >> 8 == 3: .unfinished
      case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
      case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY: .cannotOpen
      case SQLITE_CONSTRAINT: .constraint
      default: .other
      }
    return SQLiteError(kind: kind, code: code, message: text.map { String(cString: $0) } ?? "error \(code)")
  }
}

/// The only owner of a prepared statement.
///
/// Its columns are those of the row that `step` moved to. SQLite closes a database when its last statement is gone.
package struct SQLiteStatement: ~Copyable {
  private let handle: OpaquePointer
  private let database: OpaquePointer

  fileprivate init(_ handle: OpaquePointer, of database: OpaquePointer) {
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  /// Moves to the next row; false after the last.
  package borrowing func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw SQLiteDatabase.error(code, database)
    }
  }

  /// Runs a statement without rows, and resets it.
  borrowing func run(_ values: any SQLiteValue...) throws(SQLiteError) {
    defer { reset() }
    try bind(values)
    while try step() {}
  }

  /// The first column of the first row of a statement that is then reset; nil without a row.
  borrowing func firstInteger(_ values: any SQLiteValue...) throws(SQLiteError) -> Int? {
    defer { reset() }
    try bind(values)
    return try step() ? integer(0) : nil
  }

  /// Prepares it for its next use, without parameters.
  borrowing func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  /// Binds all parameters. Bytes must stay valid until the statement is reset.
  borrowing func bind(_ values: [any SQLiteValue]) throws(SQLiteError) {
    for (index, value) in values.enumerated() {
      let code = value.bind(to: handle, at: Int32(index + 1))
      if code != SQLITE_OK { throw SQLiteDatabase.error(code, database) }
    }
  }

  // MARK: Columns, from 0

  package borrowing func integer(_ column: Int32) -> Int {
    Int(truncatingIfNeeded: sqlite3_column_int64(handle, column))
  }

  package borrowing func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    return String(
      decoding: UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))),
      as: UTF8.self)
  }

  /// - Complexity: O(*n*), it copies.
  borrowing func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }
}

/// A parameter of a statement.
package protocol SQLiteValue {
  /// - Returns: SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int: SQLiteValue {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, Int64(self))
  }
}

extension String: SQLiteValue {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        csqlite_bind_text(statement, index, $0.baseAddress, Int32(clamping: $0.count))
      }
    }
  }
}

extension UnsafeRawBufferPointer: SQLiteValue {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    isEmpty
      ? sqlite3_bind_zeroblob(statement, index, 0)
      : sqlite3_bind_blob64(statement, index, baseAddress, UInt64(count), nil)
  }
}
