import NavtreeTestSupport
import Testing

/// Arguments of `navtree serve` that would lose data.
@Suite struct ServeArgumentTests {
  private static let flow = """
    navtree: 1
    flow: safe
    start: home
    stores: { vault: { sensitive: true }, cache: {} }
    shared:
      token: { type: string, sensitive: true, persist: vault }
      user: string
      rows: { type: integer, minimum: 1, default: 5 }
      sizes: { type: array, items: integer, maxItems: 9 }
    screens: { home: {} }
    """

  private func serve(_ arguments: [String], in folder: TemporaryFolder) throws -> ChildProcess.Outcome {
    let flow = folder.path + "/safe.navtree.yaml"
    Files.write(Self.flow, to: flow)
    return try ChildProcess(["serve", flow] + arguments).finish()
  }

  @Test func aStoreThatNoFlowDeclaresIsAUsageError() throws {
    let folder = try TemporaryFolder()
    let outcome = try serve(
      ["--store", "sqlite:\(folder.path)/main.db", "--store", "valt=sqlite:\(folder.path)/vault.db"],
      in: folder)
    #expect(outcome.status == 64)
    #expect(
      outcome.errorText.contains(
        "--store valt=…: no flow of the command line has a store 'valt' (did you mean 'vault'?)"),
      "\(outcome.errorText)")
    #expect(Files.names(in: folder.path, endingIn: ".db") == [])
  }

  @Test func aDeclaredStoreIsTaken() throws {
    let folder = try TemporaryFolder()
    let outcome = try serve(
      ["--store", "sqlite:\(folder.path)/main.db", "--store", "vault=sqlite:\(folder.path)/vault.db"],
      in: folder)
    #expect(outcome.status == 0, "\(outcome.errorText)")
  }

  @Test func theSameHoldsForTheStoresOfAMigration() throws {
    let folder = try TemporaryFolder()
    #expect(try serve(["--store", "sqlite:\(folder.path)/main.db"], in: folder).status == 0)
    let outcome = try ChildProcess([
      "store", "migrate", "--check", "\(folder.path)/safe.navtree.yaml", "\(folder.path)/main.db",
      "--store", "valt=sqlite:\(folder.path)/vault.db",
    ]).finish()
    #expect(outcome.status == 64)
    #expect(outcome.errorText.contains("(did you mean 'vault'?)"), "\(outcome.errorText)")
  }

  @Test(arguments: [
    ("safe.jsonl", "no recording is overwritten: move it away, or name another file"),
    (
      "safe.jsonl.secrets",
      "the sensitive values of a former FOLDER/safe.jsonl: move both away, or name another file"
    ),
  ])
  func aRecordingThatIsThereIsntOverwritten(name: String, advice: String) throws {
    let folder = try TemporaryFolder()
    let advice = advice.replacing("FOLDER", with: folder.path)
    Files.write("precious", to: "\(folder.path)/\(name)")
    let outcome = try serve(["--record", folder.path + "/safe.jsonl"], in: folder)
    #expect(outcome.status == 74)
    #expect(outcome.errorText == "navtree: \(folder.path)/\(name): File exists (\(advice))\n")
    #expect(Files.text(of: "\(folder.path)/\(name)") == "precious")
    #expect(Files.names(in: folder.path, endingIn: "").count == 2)
  }

  @Test func nothingIsLeftOfARecordingThatNeverBegan() throws {
    let folder = try TemporaryFolder()
    let twice = folder.path + "/safe.navtree.yaml"
    #expect(try serve([twice, "--record", folder.path + "/safe.jsonl"], in: folder).status == 1)
    #expect(Files.names(in: folder.path, endingIn: ".jsonl") == [])
  }

  private static let wrong: [([String], String)] = [
    (["--shared", "usr=ada"], "no flow of the command line has a shared field 'usr' (did you mean 'user'?)"),
    (["--shared", "token=a"], "'token' is sensitive, and others can read a command line"),
    (["--shared", "rows=0"], "--shared rows=…: must be at least 1"),
    (["--shared", "rows=many"], "--shared rows=…: the value is no JSON"),
    (["--shared", "sizes=[1,true]"], "--shared sizes=…: '1' must be an integer, not a boolean"),
    (["--shared", "user=a", "--shared", "user=b"], "--shared user=… is given twice"),
    (["--shared", "user"], "The value 'user' is invalid for '--shared <name=value>'"),
  ]

  @Test(arguments: wrong)
  func aWrongSharedValueIsAUsageError(arguments: [String], message: String) throws {
    let outcome = try serve(arguments, in: TemporaryFolder())
    #expect(outcome.status == 64)
    #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
  }

  @Test(arguments: [("user=ada", #""ada""#), ("user=7", #""7""#), (#"user="7""#, #""7""#)])
  func aSharedValueIsJSONOrText(argument: String, value: String) throws {
    let folder = try TemporaryFolder()
    let flow = folder.path + "/safe.navtree.yaml"
    Files.write(Self.flow, to: flow)
    let outcome = try ChildProcess(["serve", flow, "--shared", argument]).finish(
      sending: #"{"jsonrpc":"2.0","id":1,"method":"snapshot.save"}"#.utf8)
    #expect(outcome.text.contains(#""shared":{"user":\#(value),"#), "\(outcome.text)")
  }
}
