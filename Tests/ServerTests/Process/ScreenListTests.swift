import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import OrderedCollections
import Testing

/// Expressions over `screens`, which are read in place.
@Suite struct ScreenListTests {
  private static let flow = """
    navtree: 1
    flow: chain
    start: page
    screens:
      page:
        params: { name: { type: string, default: none } }
        state: { text: string, pin: { type: string, sensitive: true } }
        slots: { next: { presents: [page], style: push } }
        actions:
          write: { payload: { text: string }, set: { text: '${action.text}' } }
    """

  @Test func expressionsOverScreensCopyNoScreens() throws {
    let folder = try TemporaryFolder()
    Files.write(Self.flow, to: "\(folder.path)/chain.navtree.yaml")
    let child = try ChildProcess(["serve", "\(folder.path)/chain.navtree.yaml"])
    let pushes = String(
      repeating: #"{"jsonrpc":"2.0","method":"push","params":{"screen":"page"}}"# + "\n", count: 999)
    #expect(child.send(pushes.utf8) == pushes.utf8.count)
    func query(_ expression: String) throws -> JSONValue {
      let line =
        #"{"jsonrpc":"2.0","id":1,"method":"state.query","params":{"expr":"\#(expression)"}}"# + "\n"
      #expect(child.send(line.utf8) == line.utf8.count)
      return try JSONValue(parsing: try child.line())
    }
    for (expression, expected) in [
      ("screens.map(a, screens).size()", 1000),
      ("screens.map(a, screens).map(b, b.size()).sum()", 1_000_000),
      ("screens.filter(a, a == screens[a.depth]).size()", 1000),
      ("screens.sortBy(a, -a.depth)[0].id", 1000),
      ("screens.slice(3, 5)[1].depth", 4),
      ("screens.filter(a, 'state' in a && a.state.pin == '***').size()", 1000),
    ] as [(String, Int)] {
      #expect(try query(expression)["result"] == .integer(expected), "\(expression)")
    }
    let last: JSONValue = [
      "id": 1000, "type": "page", "window": "main", "depth": 999, "active": true,
      "params": ["name": "none"], "state": ["text": "", "pin": "***"],
    ]
    #expect(try query("screens[999]")["result"] == last)
    // A value that is small only because it shares its parts isn't written out.
    #expect(try query("screens.map(a, screens)")["error"]?["data"]?["kind"] == "costExceeded")
    let text = String(repeating: "x", count: 1_000_000)
    let write =
      #"{"jsonrpc":"2.0","method":"dispatch","params":{"action":{"type":"write","text":"\#(text)"}}}"# + "\n"
    #expect(child.send(write.utf8) == write.utf8.count)
    let shared = "screens.map(a, screens[999].state.text)"
    #expect(try query(shared)["error"]?["data"]?["kind"] == "costExceeded")
    #expect(try query("\(shared).size()")["result"] == 1000)
    if let peak = child.peakMemory { #expect(peak < 160 << 20, "\(peak >> 20) MiB") }
    #expect(try child.finish().status == 0)
  }
}
