import JSON
import OrderedCollections
import TestSupport
import Testing

/// Sensitive values stand nowhere but where the host needs them or somebody has asked for them.
@Suite struct PlantedSecretTests {
  @Test(arguments: PlantedCase.all)
  func nothingThatIsWrittenHoldsASecret(_ example: PlantedCase) throws {
    var run = try PlantedRun(example.asks)
    #expect(run.refusals == example.asks.map(\.refusal))
    try run.restart()
    #expect(run.places == [])
  }

  @Test(arguments: PlantedCase.malformed)
  func aLineThatIsNoRequestIsRefusedWithoutItsSecret(line: String) throws {
    #expect(try PlantedRun(lines: [line]).places == [])
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

  /// That the search finds what is there.
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
