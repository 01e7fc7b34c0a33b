import Navtree
import NavtreeTestSupport
import NavtreeTesting
import Testing
import NavtreeSystem

/// What packages outside see of the libraries.
@Suite struct PublicTests {
  /// The types of what calls return, as a program outside names them.
  @Test func eachTypeHasAName() throws {
    let flow: Flow = try Flows.counter()
    let session: Session = try Session(flow, clock: Clock.virtual(), limits: Limits())
    let changes: Updates<Change> = session.changes(at: "/main")
    let transitions: Updates<Transition> = session.transitions()
    let actions: Updates<Action> = session.actions
    let effects: Updates<EffectEvent> = session.effects
    let receipt: Receipt = try session.send("add")
    try session.push("counter")
    try session.send("load")
    let tree: ScreenTree = session.tree
    let screen: Screen? = session.active
    let state: Fields? = screen?.state
    let slots: [Screen.Slot]? = screen?.slots
    let history: [HistoryEntry] = session.history
    let row: Transition.Row? = transitions.poll()?.created.first
    let requests: [EffectRequest] = session.effectsInFlight
    let severity: Diagnostic.Severity? = flow.warnings.first?.severity
    #expect(receipt.seq == 1)
    #expect(tree.count == 2)
    #expect(state == screen?.state)
    #expect(slots?.count == 2)
    #expect(history.count == 4)
    #expect(row?.id == screen?.id)
    #expect(requests.count == 1)
    #expect(severity == .warning)
    #expect(changes.poll() != nil)
    #expect(actions.poll() != nil)
    #expect(effects.poll() != nil)
    #expect(Store.Durability.allCases == [.commit, .batch, .off])
  }

  @Test func eachTypeOfWhatIsAskedHasAName() throws {
    let session = try Session(Flows.counter(), clock: .virtual())
    let receipt: BroadcastReceipt = try session.broadcast("add", to: "counter")
    let handler: BroadcastReceipt.Handler? = receipt.handledBy.first
    let decliner: Decliner? = receipt.declined.first
    let reason: Decliner.Reason? = decliner?.reason
    let explanation: Explanation = try session.explain("add")
    let rule: Explanation.Rule? = explanation.rules.first
    let part: Explanation.Part? = rule?.parts.first
    let changed: Explanation.Changed? = explanation.changed.first
    let created: [Explanation.Row] = explanation.created
    let links: [WaitingLink] = session.waitingLinks
    #expect(handler?.address == changed?.address)
    #expect(reason == nil)
    #expect(part?.text == nil)
    #expect(created.isEmpty)
    #expect(links.isEmpty)
  }

  @Test func expectationsAreTypesToo() async throws {
    let store: TestStore = try TestStore(Flows.counter())
    await store.send("add") { (state: inout ExpectedState) in
      var screen: ExpectedScreen = state["/main"]
      screen.count = 1
      state["/main"] = screen
      let shared: ExpectedFields = state.shared
      #expect(screen.screenName == "counter")
      #expect(shared["total"] == 0)
    }
  }

  static let snippets = Files.names(in: Files.package + "/Snippets", endingIn: ".swift").map {
    String($0.dropLast(6))
  }

  @Test func thereAreSnippets() { #expect(Self.snippets.count >= 7) }

  @Test(arguments: snippets) func aSnippetRuns(_ name: String) throws {
    let (output, status) = try run("'\(Self.builds)/\(name)'")
    #expect(status == 0, "\(output)")
    let path = Files.package + "/Tests/Expected/Snippets/\(name).txt"
    if Files.isRecording { Files.write(output, to: path) }
    #expect(output == Files.text(of: path))
  }

  @Test func theReadmeHasTheFirstSnippet() {
    let readme = Files.text(of: Files.package + "/README.md") ?? ""
    let snippet = Files.text(of: Files.package + "/Snippets/Embed.swift") ?? ""
    #expect(!snippet.isEmpty)
    #expect(readme.contains("```swift\n\(snippet)```"))
  }

  @Test func eachPublicSymbolIsDocumentedAndUsed() throws {
    let (output, status) = try run("python3 .ci/public-symbols '\(Self.builds)'")
    #expect(status == 0, "\(output)")
  }

  /// The folder of what was built: where the tests' own binary lies, or above.
  private static let builds: String = {
    var path = CommandLine.arguments[0]
    for _ in 0..<6 {
      path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
      if access(path + "/Embed", X_OK) == 0 { return path }
    }
    return Files.package + "/.build/debug"
  }()

  private func run(_ command: String) throws -> (output: String, status: Int32) {
    let process = try #require(popen("cd '\(Files.package)' && \(command) 2>&1", "r"))
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while case let count = fread(&chunk, 1, chunk.count, process), count > 0 { output += chunk[..<count] }
    let status = pclose(process)
    return (String(decoding: output, as: UTF8.self), status)
  }
}
