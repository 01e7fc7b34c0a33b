import NavtreeJSON
import OrderedCollections
import NavtreeTestSupport
import Testing

/// Sensitive values occur only where the host needs them or a request asked for them.
@Suite struct PlantedSecretTests {
  @Test(arguments: PlantedCase.all)
  func nothingThatIsWrittenHoldsASecret(_ example: PlantedCase) throws {
    var run = try PlantedRun(example.asks)
    #expect(run.refusals == example.asks.map(\.refusal))
    #expect(try run.report() == 0)
    try run.restart()
    #expect(run.places == [])
  }

  /// NAVTREE_SEEDS is the number of orders.
  @Test(
    arguments:
      1...UInt64(rounds(3, inDebug: 1, unless: "NAVTREE_SEEDS")))
  func inWhateverOrderItIsAsked(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // A host's failure is sensitive only if an action takes it so.
    let asks = PlantedCase.all.flatMap(\.asks).filter { $0.method != "effect.fail" }
      .map { $0.of("vault") }.shuffled(using: &random)
    for store in [nil, "secrets.db"] {
      var run = try PlantedRun(asks, secretsIn: store)
      #expect(run.refusals.count { $0 == nil } > 60)
      try run.restart()
      #expect(run.places == [])
    }
  }

  @Test(arguments: PlantedCase.malformed)
  func aLineThatIsNoRequestIsRefusedWithoutItsSecret(line: String) throws {
    #expect(try PlantedRun(lines: [line]).places == [])
  }

  @Test func noConditionGuessesASecret() throws {
    let server = try Conversation(flow: PlantedFlow.yaml)
    try server.call("dispatch", .object(PlantedCase.Ask.plant.params))
    for condition in [
      "state.password.startsWith('Zq7')", "shared.token.size() > 3", "computed.header != '***'",
    ] {
      #expect(try server.call("state.query", ["screen": "home", "where": .string(condition)]) == [])
      let told = try server.call(
        "broadcast", ["screen": "home", "where": .string(condition), "action": ["type": "dropMember"]])
      #expect(told["receipts"]?.array ?? [] == [])
    }
    #expect(
      try server.call("state.query", ["expr": "screens.exists(s, s.state.password.startsWith('Z'))"]) == false
    )
    #expect(try server.call("state.query", ["expr": "shared.token"]) == "***")
  }

  @Test func theCommandsThatReadFilesTellNoSecret() throws {
    let cases = [PlantedCase.fields, PlantedCase.screens, PlantedCase.effects, PlantedCase.links]
    var run = try PlantedRun(cases.flatMap { $0 }.flatMap(\.asks))
    try run.readBack()
    #expect(run.places == [])
  }

  @Test(arguments: [
    ["dispatch", "action.type=addKey", "action.key=\(Planted.key)"],
    ["dispatch", "action.type=addKey", "action.key=\(Planted.integer)"],
    ["dispatch", "action.type=addKey", "action.kye=\(Planted.key)"],
    ["explain", "action.type=addKey", "action.key=\(Planted.key)"],
    ["explain", "action.type=signIn", "action.password=\(Planted.key)"],
    ["dispatch", "action.type=setCode", "action.code=\(Planted.key)"],
    ["push", "screen=letter", "params.secret=\(Planted.key)"],
    ["link.open", "url=/letters/\(Planted.url)"], ["link.open", "url=/leters/\(Planted.url)"],
    ["link.resolve", "url=/reset?token=\(Planted.url)"],
  ])
  func aRequestOfTheCommandLineIsAnsweredWithoutItsSecret(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    Files.write(PlantedFlow.yaml, to: folder.path + "/flow")
    for options in [[], ["--json"]] {
      let outcome = try ChildProcess(["call"] + options + [folder.path + "/flow"] + arguments).finish()
      let lines = outcome.text.split(separator: "\n").filter { !$0.contains("effect.requested") }
      #expect(Planted.places(in: lines.joined(separator: "\n").utf8, of: "the output") == [])
      #expect(Planted.places(in: outcome.error, of: "standard error") == [])
    }
  }

  /// Checks that the search finds planted values.
  @Test(
    arguments: [
      ("a state", "state.get", ["sensitive": true]), ("a snapshot", "snapshot.save", ["sensitive": true]),
      ("a query", "state.query", ["expr": "screens[0].state", "sensitive": true]),
      ("a pointer", "state.get", ["pointer": "/state/password", "sensitive": true]),
      ("computed values", "state.get", ["pointer": "/computed/header", "computed": true, "sensitive": true]),
    ] as [(String, String, JSONObject)])
  func whoAsksForSecretsGetsThem(name: String, method: String, params: JSONObject) throws {
    let run = try PlantedRun([.plant, PlantedCase.Ask(method, params)])
    #expect(run.refusals == [nil, nil])
    #expect(!run.places.isEmpty)
  }

  @Test func theSecretsOfARecordingStandInAFileOfTheirOwn() throws {
    let run = try PlantedRun([.plant])
    let secrets = try #require(Files.bytes(of: run.folder.path + "/tape.secrets"))
    #expect(!Planted.places(in: secrets, of: "tape.secrets").isEmpty)
    #expect(Files.mode(of: run.folder.path + "/tape.secrets") == 0o600)
  }
}
