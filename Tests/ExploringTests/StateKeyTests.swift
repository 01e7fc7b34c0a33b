import NavtreeEngine
import NavtreeExploring
import NavtreeFlow
import NavtreeJSON
import NavtreeText
import Testing

/// The keys of states: equal where nothing that follows tells them apart.
struct StateKeyTests {
  private static let notes = """
    navtree: 1
    flow: notes
    start: home
    shared: { seen: integer }
    effects:
      load: { output: { text: string } }
    screens:
      home:
        state: { count: integer, name: string }
        slots: { note: { presents: [note] } }
        actions:
          open: { present: { screen: note } }
          inc: { set: { count: "${state.count + 1}" } }
          rename: { payload: { to: string }, set: { name: "${action.to}" } }
          remind: { after: { delay: 10s, send: { to: self, action: inc } } }
          see: { shared: { seen: "${shared.seen + 1}" } }
          load: { effect: { name: load } }
      note: { actions: { close: { dismiss: true } } }
    """

  /// The keys after each of two sequences of moves are equal.
  private static func equal(
    _ one: [String], _ other: [String], _ counting: (inout CountedFields) -> Void = { _ in }
  ) throws -> Bool {
    let flow = try flow(notes)
    var fields = CountedFields(flow)
    counting(&fields)
    let keys = try [one, other].map { moves in
      let session = try searching(flow)
      for name in moves {
        let move: Move =
          switch name {
          case "back": .back(window: "main")
          case "later": .advance(4_000)
          case "a", "b":
            .act(flow.actionNames.index(of: "rename") ?? 0, payload: ["to": .string(name)], at: "/main")
          default: .act(try #require(flow.actionNames.index(of: name)), payload: [:], at: "/main")
          }
        #expect(move.perform(on: session).isTaken, "\(name)")
      }
      return KeyReader.key(of: session, counting: fields)
    }
    return keys[0] == keys[1]
  }

  @Test func numbersAndSeqDontCount() throws {
    #expect(try Self.equal([], ["open", "back"]))
    #expect(try Self.equal(["open"], ["open", "back", "open"]))
    #expect(try Self.equal(["load"], ["open", "back", "load"]))
    #expect(try !Self.equal(["open"], []))
    #expect(try !Self.equal(["load"], ["load", "load"]))
    #expect(try !Self.equal(["open"], ["open", "back", "open"]) { $0.numbers = true })
  }

  @Test func valuesCountUnlessTheyAreLeftOut() throws {
    #expect(try !Self.equal(["inc"], []))
    #expect(try Self.equal(["inc"], []) { $0.state[0][0] = false })
    #expect(try !Self.equal(["a"], ["b"]) { $0.state[0][0] = false })
    #expect(try Self.equal(["a"], ["b", "a"]))
    #expect(try !Self.equal(["see"], []))
    #expect(try Self.equal(["see"], []) { $0.shared[0] = false })
  }

  @Test func timeCountsAsTheTimeLeft() throws {
    #expect(try Self.equal(["later"], []))
    #expect(try !Self.equal(["later"], []) { $0.now = true })
    #expect(try Self.equal(["remind"], ["later", "remind"]))
    #expect(try !Self.equal(["remind"], ["remind", "later"]))
    #expect(try !Self.equal(["remind"], []))
  }

  @Test func valuesThatDifferHaveDifferentHashes() {
    let values: [JSONValue] = [
      nil, false, true, 0, 1, -1, 0.0, 1.5, "", "a", "b", "abcdefgh", "abcdefghi", [], [[]], [nil], [0, 1],
      [1, 0],
      [:], ["a": 1], ["b": 1], ["a": 1, "b": 2], ["b": 2, "a": 1], ["a": ["b": 1]],
    ]
    let keys = values.map { value in
      var hasher = StateHasher()
      hasher.combine(value)
      return hasher.finish()
    }
    #expect(Set(keys).count == values.count)
    #expect(Set(keys.map(\.high)).count == values.count)
    #expect(Set(keys.map(\.low)).count == values.count)
  }
}
