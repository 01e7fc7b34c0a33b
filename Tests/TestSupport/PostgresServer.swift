import NavtreeSystem

/// A PostgreSQL server of the tests, in a temporary folder that goes with it.
///
/// It belongs to an unprivileged user, since PostgreSQL refuses to run as root. It listens on a port of the loopback
/// interface and on a socket in its folder, and trusts every connection.
package final class PostgresServer: @unchecked Sendable {
  package enum Failure: Error {
    case failed(String)
  }

  package let folder: String
  package let port: Int
  private let programs: String

  /// The server that all tests of a process share, each with a schema of its own; nil where PostgreSQL isn't installed.
  /// It stops when the process ends.
  package static let shared: PostgresServer? = {
    guard isInstalled else { return nil }
    let server = try? PostgresServer()
    stopped = server
    atexit { PostgresServer.stopped?.stop() }
    return server
  }()

  nonisolated(unsafe) private static var stopped: PostgresServer?

  /// The reason to skip its tests.
  package static let absence = "PostgreSQL isn't installed: .ci/setup test installs it"

  package static var isInstalled: Bool { programs != nil }

  /// The folder of initdb and pg_ctl of the latest installed version.
  private static let programs: String? = {
    let folders = (9...40).reversed().map { "/usr/lib/postgresql/\($0)/bin" }
    return (folders + ["/opt/homebrew/bin", "/usr/local/bin"]).first { access($0 + "/initdb", X_OK) == 0 }
  }()

  /// Makes a database cluster, and starts its server.
  ///
  /// - Parameters:
  ///   - parent: the folder that the server's folder is made in.
  ///   - settings: lines of postgresql.conf.
  package init(in parent: String = "/tmp", settings: [String] = []) throws {
    guard let programs = Self.programs else { throw Failure.failed(Self.absence) }
    self.programs = programs
    var name = Array((parent + "/navtree-postgres-XXXXXX").utf8CString)
    guard mkdtemp(&name) != nil else { throw Failure.failed("no folder could be made in \(parent)") }
    folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    port = try Self.freePort()
    if getuid() == 0 { try Self.run("chown \(Self.user) \(folder)") }
    do {
      try asUser("\(programs)/initdb -D \(folder)/data -U postgres -A trust -E UTF8 --locale C -N")
      let lines =
        ["listen_addresses = '127.0.0.1'", "port = \(port)", "unix_socket_directories = '\(folder)'"]
        + ["max_connections = 60", "shared_buffers = 16MB"] + settings
      for line in lines {
        try Self.run("printf '%s\\n' \(Self.quoted(line)) >> \(folder)/data/postgresql.conf")
      }
      try start()
    } catch {
      stop()
      throw error
    }
  }

  deinit { stop() }

  /// Its URL, with a schema for the store.
  package func url(schema: String = "navtree", query: String = "") -> String {
    "postgresql://postgres@127.0.0.1:\(port)/postgres?schema=\(schema)\(query)"
  }

  package func start() throws {
    try asUser("\(programs)/pg_ctl -D \(folder)/data -w -t 600 -l \(folder)/log start")
  }

  /// Stops it as a crash would: without a checkpoint, its connections cut.
  package func crash() throws {
    try asUser("\(programs)/pg_ctl -D \(folder)/data -m immediate -w stop")
  }

  /// Stops it, and removes its folder.
  package func stop() {
    _ = try? asUser("\(programs)/pg_ctl -D \(folder)/data -m immediate -w stop")
    _ = try? Self.run("rm -rf -- \(folder)")
  }

  /// Runs SQL in its database, and gives what psql prints of it: a line for each row, a bar between columns.
  @discardableResult
  package func run(_ sql: String) throws -> String {
    try Self.run(
      "\(programs)/psql -h 127.0.0.1 -p \(port) -U postgres -d postgres -X -q -A -t -v ON_ERROR_STOP=1 -c \(Self.quoted(sql))"
    )
  }

  /// Runs a program of PostgreSQL's, such as pg_basebackup, as its user.
  package func program(_ command: String) throws { try asUser("\(programs)/\(command)") }

  private func asUser(_ command: String) throws {
    // PostgreSQL can't work in a folder that its user may not enter.
    let command = "cd \(folder) && \(command)"
    try Self.run(
      getuid() == 0
        ? "setpriv --reuid \(Self.user) --regid \(Self.user) --clear-groups sh -c \(Self.quoted(command))"
        : command)
  }

  /// The user of the server: Debian's package makes `postgres`.
  private static let user: String = getpwnam("postgres") == nil ? "nobody" : "postgres"

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// A port of the loopback interface that nobody listens on, and that no connection is given by chance, as those
  /// above 32,768 are.
  private static func freePort() throws -> Int {
    for port in (0..<100).map({ _ in UInt16.random(in: 10_000..<32_000) }) {
      let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(socket) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      let isBound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      if isBound { return Int(port) }
    }
    throw Failure.failed("no port is free")
  }

  /// Runs a command of the shell, and gives its output.
  @discardableResult
  private static func run(_ command: String) throws -> String {
    var path = Array("/tmp/navtree-postgres-out-XXXXXX".utf8CString)
    let file = mkstemp(&path)
    guard file >= 0 else { throw Failure.failed("no file could be made") }
    let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer {
      close(file)
      unlink(name)
    }
    // A server that it starts must not inherit the descriptors of the tests.
    let script = "exec >>\(name) 2>&1 </dev/null; \(command)"
    var arguments: [UnsafeMutablePointer<CChar>?] =
      (["/bin/sh", "-c", script] as [String]).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var identifier: pid_t = 0
    guard posix_spawn(&identifier, "/bin/sh", nil, nil, &arguments, environ) == 0 else {
      throw Failure.failed("no shell could be started")
    }
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = read(file, &chunk, chunk.count)
      if count <= 0 { break }
      output += chunk[..<count]
    }
    let text = String(decoding: output, as: UTF8.self)
    guard status == 0 else { throw Failure.failed("\(command): \(text)") }
    return String(text.last == "\n" ? text.dropLast() : text[...])
  }
}
