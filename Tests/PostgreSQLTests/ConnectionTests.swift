import NavtreeTestSupport
import Testing
import NavtreePostgreSQL

@Suite("A connection to PostgreSQL", .enabled(if: PostgresServer.isInstalled, "PostgreSQL isn't installed"))
struct ConnectionTests {
  private let server: PostgresServer

  init() throws { server = try #require(PostgresServer.shared) }

  private func connect(_ patience: Int = 600_000) throws -> PostgresConnection {
    let url = try #require(PostgresURL(server.url()))
    return try PostgresConnection(url, patience: patience, until: .now + patience)
  }

  @Test func valuesComeBackAsTheyWere() throws {
    let rows = try connect().run(
      [
        PostgresStatement(
          "SELECT $1, $2, $3, $4, $5::text::bigint[] = '{1,-2}'", .integer(.min), .text("é\u{1F600}"),
          .bytes([0, 255, 39, 92]), .null, .list([1, -2])),
        PostgresStatement("SELECT $1, $2, $3", .integer(.max), .text(""), .bytes([])),
      ], until: .now + 600_000)
    #expect(rows.map(\.count) == [1, 1])
    #expect(rows[0].integer(0, 0) == .min && rows[0].text(0, 1) == "é\u{1F600}")
    #expect(rows[0].bytes(0, 2) == [0, 255, 39, 92] && rows[0].isNull(0, 3) && rows[0].integer(0, 4) == 1)
    #expect(rows[1].integer(0, 0) == .max && rows[1].text(0, 1).isEmpty && rows[1].bytes(0, 2).isEmpty)
    #expect(!rows[1].isNull(0, 1) && !rows[1].isNull(0, 2))
  }

  @Test func anErrorLeavesTheConnectionUsable() throws {
    let connection = try connect()
    #expect(throws: PostgresError(state: "22012", message: "division by zero")) {
      try connection.run(
        [PostgresStatement("SELECT 1/0"), PostgresStatement("SELECT 1")], until: .now + 600_000)
    }
    #expect(
      try connection.run([PostgresStatement("SELECT 7::bigint")], until: .now + 600_000)[0].integer(0, 0) == 7
    )
  }

  @Test func anOverdueAnswerCountsAsLost() throws {
    let connection = try connect()
    #expect(throws: PostgresError(.lost, "the server doesn't answer")) {
      try connection.run([PostgresStatement("SELECT pg_sleep(60)")], until: .now + 50)
    }
    #expect(!connection.isGood)
  }

  @Test func aTerminatedConnectionCountsAsLost() throws {
    let connection = try connect()
    let error = #expect(throws: PostgresError.self) {
      try connection.run(
        [PostgresStatement("SELECT pg_terminate_backend(pg_backend_pid())")], until: .now + 600_000)
    }
    #expect(error?.kind == .lost && !connection.isGood)
  }

  /// The errors don't quote what the URL contains, since it may be written wrongly.
  @Test(arguments: [
    ("/secret", "", PostgresError(.refused, "the database isn't there")),
    ("/postgres", "secret", PostgresError(.refused, "the role may not connect, or isn't there")),
    ("/postgres?options=-c%20secret%3D1", "", PostgresError(.refused, "SQLSTATE 42704")),
    ("/postgres?sslmode=require", "", PostgresError(.refused, "the server has no TLS")),
    ("/postgres?passfile=/tmp", "", .openPasswordFile),
    ("/postgres?sslmode=secret", "", .unread),
    ("/postgres?port=1", "", PostgresError(.lost, "Connection refused")),
    ("/postgres?host=unknown.invalid", "", PostgresError(.lost, "the host's name isn't known")),
    ("/postgres?host=/tmp/missing", "", PostgresError(.lost, "No such file or directory")),
  ])
  func refusalsAreTold(_ path: String, _ role: String, _ expected: PostgresError) throws {
    let role = role.isEmpty ? "postgres" : role
    let url = try #require(PostgresURL("postgresql://\(role)@127.0.0.1:\(server.port)\(path)"))
    #expect(throws: expected) { try PostgresConnection(url, patience: 600_000, until: .now + 600_000) }
  }

  @Test func aWrongPasswordIsTold() throws {
    let server = try PostgresServer()
    try server.run("CREATE ROLE guarded LOGIN PASSWORD 'right'")
    let lines = ["local all all trust", "host all guarded all scram-sha-256", "host all all all trust"]
    try server.run(
      "COPY (VALUES \(lines.map { "('\($0)')" }.joined(separator: ", "))) TO '\(server.folder)/data/pg_hba.conf'; SELECT pg_reload_conf()"
    )
    func refusal(_ user: String) throws -> PostgresError? {
      let url = try #require(PostgresURL("postgresql://\(user)@127.0.0.1:\(server.port)/postgres"))
      return #expect(throws: PostgresError.self) {
        try PostgresConnection(url, patience: 600_000, until: .now + 600_000)
      }
    }
    #expect(try refusal("guarded:wrong") == PostgresError(.refused, "the role or its password is wrong"))
    let missing = PostgresError(.refused, "the server asks for a password, and none is given")
    #expect(try refusal("guarded") == missing)
  }

  @Test func muchIsSentAndReceivedAtOnce() throws {
    let body = [UInt8](repeating: 7, count: 8 << 20)
    let statements = (0..<4).map { _ in PostgresStatement("SELECT $1", .bytes(body)) }
    let rows = try connect().run(statements, until: .now + 600_000)
    #expect(rows.allSatisfy { $0.bytes(0, 0) == body })
  }
}

@Suite("The URL of a store in PostgreSQL")
struct PostgresURLTests {
  @Test(arguments: [
    ("postgresql:", "postgresql://", "navtree", "postgresql://", false),
    ("postgresql://", "postgresql://", "navtree", "postgresql://", false),
    ("postgres://db/shop?schema=one", "postgres://db/shop", "one", "postgres://db/shop", false),
    (
      "postgresql://ann@db:5433/shop?sslmode=require&schema=a_1&service=x",
      "postgresql://ann@db:5433/shop?sslmode=require&service=x", "a_1", "postgresql://db:5433/shop", false
    ),
    ("postgresql://ann:pw@db/shop", "postgresql://ann:pw@db/shop", "navtree", "postgresql://db/shop", true),
    (
      "postgresql://ann:p[:w@[::1%25eth0]:1,db:/s", "postgresql://ann:p[:w@[::1%25eth0]:1,db:/s", "navtree",
      "postgresql://[::1%25eth0]:1,db:/s", true
    ),
    ("postgresql://ann:p?w@db/s", "postgresql://ann:p?w@db/s", "navtree", "postgresql://db/s", true),
    ("postgresql://db/s?password=x", "postgresql://db/s?password=x", "navtree", "postgresql://db/s", true),
    (
      "postgresql://db/s?p%61ssword=x", "postgresql://db/s?p%61ssword=x", "navtree", "postgresql://db/s", true
    ),
  ])
  func partsAreTold(_ text: String, connection: String, schema: String, shown: String, hasPassword: Bool)
    throws
  {
    let url = try #require(PostgresURL(text))
    #expect(url.connection == connection && url.schema == schema)
    #expect(url.shown == shown && url.hasPassword == hasPassword)
  }

  @Test(arguments: [
    "sqlite:x", "postgresql", "postgresql:x", "postgresql://db/s?schema=", "postgresql://db/s?schema=a%20b",
    "postgresql://db/s?schema=a\"b", "postgresql://db?schema=" + String(repeating: "a", count: 64),
    "postgresql://ann:p@w@db/s", "postgresql://ann:p/w@db/s", "postgresql://ann:p/w?x=y@db/s",
    "postgresql://ann:pw",
    "postgresql://ann:pw@db:0/s", "postgresql://ann:pw@db:+1/s", "postgresql://ann:pw@db:65536/s",
    "postgresql://[::1/s",
    "postgresql://[::1]x/s", "postgresql://[pw]/s", "postgresql://[::1%25]:1x/s",
    "postgresql://ann:p%00w@db/s",
    "postgresql://ann:p%w@db/s", "postgresql://ann:p w@db/s", "postgresql://db/s\n", "postgresql://db/s?x",
    "postgresql://db/s?password=a=b",
  ])
  func othersAreRefused(_ text: String) { #expect(PostgresURL(text) == nil) }
}
