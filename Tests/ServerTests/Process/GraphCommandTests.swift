import NavtreeTestSupport
import Testing

/// The pictures of `navtree graph`.
@Suite struct GraphCommandTests {
  /// A flow whose links have what a page, an XML reader or a terminal would obey.
  private static let hostile = #"""
    navtree: 1
    flow: hostile
    start: home
    screens:
      home: { slots: { a: { presents: [home] } }, actions: { onload: { push: home }, script: { pop: 1 } } }
    links:
      - { url: "/\"onload=\"alert(2)/&amp;/'/{id}", opens: home }
      - { url: "/--/\u202etxt.exe/\u001b/xx", opens: home }
    """#

  /// Reads a document to its end, and complains about all that could run.
  private static let reader = """
    import base64, hashlib, re, sys, xml.dom.minidom
    from html.parser import HTMLParser
    text = open(sys.argv[1], encoding="utf-8").read()
    form, text = text.split("\\n", 1)
    class Reader(HTMLParser):
        names = set()
        policy = ""
        def handle_data(self, data):
            if self.lasttag == "script":
                digest = base64.b64encode(hashlib.sha256(data.encode()).digest()).decode()
                assert not data.strip() or f"script-src 'sha256-{digest}'" in self.policy, data
                return
            assert not re.search("[\\u202a-\\u202e\\u2066-\\u2069\\x1b]", data), data
        def handle_starttag(self, tag, attributes):
            self.names.add(tag)
            assert tag not in ("iframe", "object", "img", "a"), tag
            if tag == "meta" and ("http-equiv", "Content-Security-Policy") in attributes: self.policy = dict(attributes)["content"]
            for name, value in attributes:
                assert not name.startswith("on") and ("href" not in name or value == "data:,"), (tag, name)
    reader = Reader()
    reader.feed(text)
    if form == "html":
        assert {"main", "table", "svg"} <= reader.names
        text = text[text.index("<svg"):text.index("</svg>") + 6]
    document = xml.dom.minidom.parseString(text)
    groups = {group.getAttribute("id"): group for group in document.getElementsByTagName("g")}
    ways = [group for group in groups.values() if "edge" in group.getAttribute("class").split()]
    for way in ways:
        for end in ("data-from", "data-to"):
            assert "node" in groups[way.getAttribute(end)].getAttribute("class")
    for element in document.getElementsByTagName("text"):
        assert len(element.firstChild.data) <= 40
    print(sorted(group.getAttribute("data-screen") for group in groups.values() if group.hasAttribute("data-screen")))
    backs = [group for group in document.getElementsByTagName("g") if group.getAttribute("class") == "back"]
    print(sorted(way.getAttribute("data-action") for way in ways + backs if way.hasAttribute("data-action")))
    """

  private static func write(_ yaml: String, in folder: TemporaryFolder) -> String {
    Files.write(yaml, to: "\(folder.path)/flow.navtree.yaml")
    return "\(folder.path)/flow.navtree.yaml"
  }

  @Test(arguments: ["svg", "html"])
  func aHostileFlowIsShownAsText(format: String) throws {
    let folder = try TemporaryFolder()
    let flow = Self.write(Self.hostile, in: folder)
    let outcome = try ChildProcess(["graph", flow, "--format", format, "--layout", "own"]).finish()
    try #require(outcome.status == 0, "\(outcome.errorText)")
    guard let read = try Python.run(Self.reader, on: "\(format)\n\(outcome.text)") else { return }
    #expect(read.text == "['home']\n['onload', 'script']\n", "\(read.errorText)")
  }

  /// A `dot` that does something else than it should.
  static let programs = [
    "exit 1", "cat >/dev/null; echo nonsense", "echo 'graph 1 1 1'; echo stop",
    "echo 'graph 1 1e300 1'; echo 'node 0 nan inf'", "echo 'node -1 0 0'", "kill -9 $$",
    "echo 'graph 1 1 1'; echo 'node 0 1 1'; echo 'node 1 1 1'; echo 'edge 0 1 3 1 1 1 1 1 1'",
  ]

  @Test(arguments: programs)
  func withoutALayoutOfGraphvizThereIsAnother(program: String) throws {
    let folder = try TemporaryFolder()
    Files.write("#!/bin/sh\n\(program)\n", to: "\(folder.path)/dot")
    let line = #"chmod +x "$1/dot"; PATH="$1:$PATH"; shift; exec "$0" graph Specs/social.navtree.yaml "$@""#
    func draw(_ arguments: String...) throws -> ChildProcess.Outcome {
      try ChildProcess(["-c", line, ChildProcess.navtree, folder.path] + arguments, program: "/bin/sh")
        .finish()
    }
    let own = try draw("--format", "svg", "--layout", "own")
    #expect(try draw("--format", "svg").text == own.text)
    let forced = try draw("--format", "svg", "--layout", "dot")
    #expect(forced.status == 1 && forced.output.isEmpty)
    #expect(forced.errorText == "navtree: --layout dot: dot gave no layout; is Graphviz installed?\n")
  }

  @Test func graphvizLaysAPictureOut() throws {
    let folder = try TemporaryFolder()
    let flow = Self.write("navtree: 1\nflow: a\nstart: b\nscreens: { b: {} }\n", in: folder)
    Files.write(
      """
      #!/bin/sh
      cat >/dev/null
      echo 'graph 1 3 1'
      echo 'node 0 0.5 0.5 1 0.5 "" solid box black lightgrey'
      echo 'node 1 2.5 0.5 1 0.5 "" solid box black lightgrey'
      echo 'edge 0 1 4 1 0.5 1.25 0.5 1.5 0.5 2 0.5 solid black'
      echo stop

      """, to: "\(folder.path)/dot")
    let line = #"chmod +x "$1/dot"; PATH="$1:$PATH"; exec "$0" graph "$2" --format svg --layout dot"#
    let outcome = try ChildProcess(
      ["-c", line, ChildProcess.navtree, folder.path, flow], program: "/bin/sh"
    ).finish()
    #expect(outcome.text.contains(#"<path d="M92 56C110 56 128 56 164 56""#), "\(outcome.errorText)")
    #expect(outcome.text.contains(#"x="200" y="60">b</text>"#), "\(outcome.text)")
  }

  @Test func aLayoutIsForPicturesAlone() throws {
    let outcome = try ChildProcess(["graph", "Specs/social.navtree.yaml", "--layout", "own"]).finish()
    #expect(outcome.status == 64)
  }
}
