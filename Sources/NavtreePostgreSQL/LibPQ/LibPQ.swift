internal import NavtreeSystem

/// The functions of libpq, PostgreSQL's client library, which is loaded when it is first used
/// (https://www.postgresql.org/docs/current/libpq.html).
struct LibPQ: @unchecked Sendable {
  typealias Connection = OpaquePointer
  typealias Result = OpaquePointer
  typealias Strings = UnsafePointer<UnsafePointer<CChar>?>?

  private let connectStartParams: @convention(c) (Strings, Strings, Int32) -> Connection?
  let connectPoll: @convention(c) (Connection?) -> Int32
  let status: @convention(c) (Connection?) -> Int32
  let socket: @convention(c) (Connection?) -> Int32
  let finish: @convention(c) (Connection?) -> Void
  let serverVersion: @convention(c) (Connection?) -> Int32
  let errorMessage: @convention(c) (Connection?) -> UnsafePointer<CChar>?
  let setNonblocking: @convention(c) (Connection?, Int32) -> Int32
  let enterPipelineMode: @convention(c) (Connection?) -> Int32
  let pipelineSync: @convention(c) (Connection?) -> Int32
  let sendQueryParams:
    @convention(c) (
      Connection?, UnsafePointer<CChar>?, Int32, UnsafePointer<UInt32>?, Strings, UnsafePointer<Int32>?,
      UnsafePointer<Int32>?, Int32
    ) -> Int32
  let flush: @convention(c) (Connection?) -> Int32
  let consumeInput: @convention(c) (Connection?) -> Int32
  let isBusy: @convention(c) (Connection?) -> Int32
  let getResult: @convention(c) (Connection?) -> Result?
  private let setErrorVerbosity: @convention(c) (Connection?, Int32) -> Int32
  private let setNoticeReceiver:
    @convention(c) (
      Connection?, (@convention(c) (UnsafeMutableRawPointer?, Result?) -> Void)?, UnsafeMutableRawPointer?
    ) -> UnsafeRawPointer?

  let resultStatus: @convention(c) (Result?) -> Int32
  let resultErrorField: @convention(c) (Result?, Int32) -> UnsafePointer<CChar>?
  let rowCount: @convention(c) (Result?) -> Int32
  let value: @convention(c) (Result?, Int32, Int32) -> UnsafePointer<CChar>?
  let length: @convention(c) (Result?, Int32, Int32) -> Int32
  let isNull: @convention(c) (Result?, Int32, Int32) -> Int32
  let clear: @convention(c) (Result?) -> Void

  /// The library; nil where it isn't installed, or too old.
  static let loaded = LibPQ()

  #if canImport(Darwin)
    private static let files = [
      "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "/usr/local/opt/libpq/lib/libpq.5.dylib",
    ]
  #else
    private static let files = ["libpq.so.5"]
  #endif

  private init?() {
    let library = Self.files.lazy.compactMap { dlopen($0, RTLD_NOW | RTLD_LOCAL) }.first
    guard let library,
      let connectStartParams = dlsym(library, "PQconnectStartParams"),
      let connectPoll = dlsym(library, "PQconnectPoll"), let status = dlsym(library, "PQstatus"),
      let socket = dlsym(library, "PQsocket"), let finish = dlsym(library, "PQfinish"),
      let serverVersion = dlsym(library, "PQserverVersion"),
      let errorMessage = dlsym(library, "PQerrorMessage"),
      let setNonblocking = dlsym(library, "PQsetnonblocking"),
      // Since version 14.
      let enterPipelineMode = dlsym(library, "PQenterPipelineMode"),
      let pipelineSync = dlsym(library, "PQpipelineSync"),
      let sendQueryParams = dlsym(library, "PQsendQueryParams"), let flush = dlsym(library, "PQflush"),
      let consumeInput = dlsym(library, "PQconsumeInput"), let isBusy = dlsym(library, "PQisBusy"),
      let getResult = dlsym(library, "PQgetResult"),
      let setErrorVerbosity = dlsym(library, "PQsetErrorVerbosity"),
      let setNoticeReceiver = dlsym(library, "PQsetNoticeReceiver"),
      let resultStatus = dlsym(library, "PQresultStatus"),
      let resultErrorField = dlsym(library, "PQresultErrorField"), let rowCount = dlsym(library, "PQntuples"),
      let value = dlsym(library, "PQgetvalue"), let length = dlsym(library, "PQgetlength"),
      let isNull = dlsym(library, "PQgetisnull"), let clear = dlsym(library, "PQclear")
    else { return nil }
    func function<Function>(_ symbol: UnsafeMutableRawPointer) -> Function {
      unsafeBitCast(symbol, to: Function.self)
    }
    self.connectStartParams = function(connectStartParams)
    self.connectPoll = function(connectPoll)
    self.status = function(status)
    self.socket = function(socket)
    self.finish = function(finish)
    self.serverVersion = function(serverVersion)
    self.errorMessage = function(errorMessage)
    self.setNonblocking = function(setNonblocking)
    self.enterPipelineMode = function(enterPipelineMode)
    self.pipelineSync = function(pipelineSync)
    self.sendQueryParams = function(sendQueryParams)
    self.flush = function(flush)
    self.consumeInput = function(consumeInput)
    self.isBusy = function(isBusy)
    self.getResult = function(getResult)
    self.setErrorVerbosity = function(setErrorVerbosity)
    self.setNoticeReceiver = function(setNoticeReceiver)
    self.resultStatus = function(resultStatus)
    self.resultErrorField = function(resultErrorField)
    self.rowCount = function(rowCount)
    self.value = function(value)
    self.length = function(length)
    self.isNull = function(isNull)
    self.clear = function(clear)
  }

  /// Begins to connect, without waiting.
  ///
  /// - Parameter options: libpq's keywords with their values. The value of `dbname` may be a URL; a later option wins
  ///   over it, it wins over an earlier one.
  func connect(_ options: KeyValuePairs<String, String>) -> Connection? {
    let keywords = options.map { strdup($0.key) } + [nil]
    let values = options.map { strdup($0.value) } + [nil]
    defer {
      // The values may hold a password.
      for value in values { if let value { memset(value, 0, strlen(value)) } }
      for string in keywords + values { free(string) }
    }
    return keywords.map { UnsafePointer($0) }.withUnsafeBufferPointer { keywords in
      values.map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
        connectStartParams(keywords.baseAddress, values.baseAddress, 1)
      }
    }
  }

  /// Keeps the server's notices from standard error, where libpq writes them.
  func ignoreNotices(_ connection: Connection) {
    _ = setNoticeReceiver(connection, { _, _ in }, nil)
  }

  /// Lets `errorMessage` have SQLSTATEs in place of the server's text, which may be in any language.
  func hideServerText(_ connection: Connection) {
    let sqlstate: Int32 = 3
    _ = setErrorVerbosity(connection, sqlstate)
  }
}

/// Numbers of libpq-fe.h and postgres_ext.h, which programs are built with.
extension LibPQ {
  /// `ConnStatusType`.
  static let connectionOK: Int32 = 0

  /// `PostgresPollingStatusType`.
  enum Polling {
    static let failed: Int32 = 0
    static let reading: Int32 = 1
    static let writing: Int32 = 2
    static let ok: Int32 = 3
  }

  /// `ExecStatusType`.
  enum Status {
    static let commandOK: Int32 = 1
    static let rowsOK: Int32 = 2
    static let sync: Int32 = 10
    static let aborted: Int32 = 11
  }

  /// `PG_DIAG_SQLSTATE` and `PG_DIAG_MESSAGE_PRIMARY`.
  enum Field {
    static let state = Int32(UInt8(ascii: "C"))
    static let message = Int32(UInt8(ascii: "M"))
  }
}
