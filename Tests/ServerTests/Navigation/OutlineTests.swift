import NavtreeJSON
import Testing

/// The trees as text for people, where they are deep or of many parts.
@Suite struct OutlineTests {
  private static let flow = """
    navtree: 1
    flow: outline
    start: { main: home, other: page }
    screens:
      home:
        kind: tabs
        tabs: { work: desk, rest: page }
        slots: { over: { presents: any, style: cover }, next: { presents: any } }
      desk:
        kind: split
        panes: { left: page, right: { presents: any } }
        slots: { help: { presents: any, style: popover } }
      page: { slots: { next: { presents: any }, over: { presents: any, style: sheet } } }
    """

  @Test(
    arguments: [
      (
        [],
        """
        /main
        | home #1
        |   work (tab, selected): desk #2
        |     left (pane, in focus): page #3  <- active
              right (pane): empty
            rest (tab): not made yet
        /other
        | page #4  <- active

        """
      ),
      // An empty pane in focus: the split itself is on top. A sheet leaves what is below in sight.
      (
        [
          ["present", ["at": "/main/work/left", "screen": "page", "in": "over"]],
          ["focus", ["window": "main", "pane": "right"]],
        ],
        """
        /main
        | home #1
        |   work (tab, selected): desk #2  <- active
              left (pane): page #3
                over (sheet): page #5
              right (pane, in focus): empty
            rest (tab): not made yet
        /other
        | page #4  <- active

        """
      ),
      // What is in another tab is out of sight, and so is what a cover lies on.
      (
        [
          ["push", ["at": "/main/work/left", "screen": "page"]],
          ["select", ["window": "main", "tab": "rest"]],
          ["present", ["at": "/main", "screen": "page", "in": "over"]],
          ["present", ["window": "main", "screen": "page", "in": "over"]],
        ],
        """
        /main
        | home #1  (hidden)
            work (tab): desk #2  (hidden)
              left (pane, in focus): page #3  (hidden)
              next: page #5  (hidden)
              right (pane): empty
            rest (tab, selected): page #6  (hidden)
        |   over (cover): page #7
        |     over (sheet): page #8  <- active
        /other
        | page #4  <- active

        """
      ),
      // A modal lies over what is pushed on the same screen.
      (
        [
          ["present", ["at": "/main", "screen": "desk", "in": "next"]],
          ["present", ["at": "/main", "screen": "page", "in": "over"]],
          ["present", ["at": "/main/next", "screen": "page"]],
        ],
        """
        /main
        | home #1  (hidden)
            work (tab, selected): desk #2  (hidden)
              left (pane, in focus): page #3  (hidden)
              right (pane): empty
            rest (tab): not made yet
        |   over (cover): page #7  <- active
          next: desk #5  (hidden)
            left (pane, in focus): page #6  (hidden)
            right (pane): empty
            help (popover): page #8  (hidden)
        /other
        | page #4  <- active

        """
      ),
    ] as [([JSONValue], String)])
  func whatIsActiveAndWhatIsHiddenIsSeenAtOnce(calls: [JSONValue], expected: String) throws {
    let conversation = try Conversation(flow: Self.flow)
    for call in calls {
      try conversation.call(try #require(call.array?[0].string), try #require(call.array?[1]))
    }
    let text = try #require(conversation.call("state.outline").string)
    #expect(text == expected, "\(text)")
  }

  @Test func noLineGrowsWithTheDepth() throws {
    let conversation = try Conversation(flow: Self.flow)
    let depth = 5_000
    for level in 0..<depth {
      let slot = level.isMultiple(of: 2) ? "over" : "next"
      try conversation.call("present", ["window": "other", "screen": "page", "in": .string(slot)])
    }
    let lines = try #require(conversation.call("state.outline").string).split(separator: "\n")
    #expect(lines.count == depth + 8)
    #expect(lines.allSatisfy { $0.utf8.count < 80 })
    #expect(lines.last?.hasSuffix("+2488 next: page #5004  <- active") == true, "\(lines.last ?? "")")
  }
}
