import Navtree
import Observation
import Testing

/// Screens that are read with types of the program: observed by field, and converted one by one.
@Suite struct TypedReadingTests {
  private func session() throws -> Session { try Session(Flows.counter(), clock: .virtual()) }

  /// What observation tells; it is asked on one thread alone.
  private final class Told: @unchecked Sendable { var count = 0 }

  /// Tracks what is read, and gives the count of what is told of it.
  private func track(_ read: () -> Void) -> Told {
    let told = Told()
    withObservationTracking(read) { told.count += 1 }
    return told
  }

  @Test func aReaderOfAFieldIsToldOfThatFieldAlone() throws {
    let session = try session()
    let count = track { _ = session.counter()?.state.count }
    let name = track { _ = session.counter()?.state.name }
    let double = track { _ = session.counter()?.computed?.double }
    let total = track { let _: Int = session.sharedContent[0] }
    try session.send("note")
    #expect([count.count, name.count, double.count, total.count] == [0, 0, 0, 1])
    try session.push("counter", in: "next")
    try session.send("add")
    #expect([count.count, name.count, double.count, total.count] == [0, 0, 0, 1])
    try session.send("add", to: "/main")
    #expect([count.count, name.count, double.count, total.count] == [1, 0, 1, 1])
    // It is told once.
    try session.send("add", to: "/main")
    #expect(count.count == 1)
  }

  @Test func aReaderOfAPlaceIsToldOfAnotherScreenThere() throws {
    let session = try session()
    let next = track { _ = session.counter("/main/next") }
    let byID = track { _ = session.counter(Address(Screen.ID(2))) }
    let active = track { _ = session.content(at: .active) }
    let slot = track { _ = session.counter()?.next }
    let count = track { _ = session.counter()?.state.count }
    try session.push("counter", in: "next")
    #expect([next.count, byID.count, active.count, slot.count, count.count] == [1, 1, 1, 1, 0])
    let again = [
      track { _ = session.counter("/main/next") }, track { _ = session.counter(Address(Screen.ID(2))) },
      track { _ = session.counter("/main/over") },
    ]
    try session.back()
    #expect(again.map(\.count) == [1, 1, 0])
    try session.undo()
    #expect(session.counter("/main/next") != nil)
  }

  /// A view that has handed a screen on gets another value of it, so that no update is skipped.
  @Test func whoeverAskedForAScreenIsToldOfWhatOthersReadOfIt() throws {
    let session = try session()
    var handed: Counter?
    let parent = track { handed = session.counter() }
    let other = track { _ = session.counter() }
    let child = track { _ = handed?.state.count }
    try session.send("load")
    let before = try #require(handed)
    try session.send("add")
    #expect([parent.count, other.count, child.count] == [1, 0, 1])
    let after = try #require(session.counter())
    #expect(before != after)
    #expect(before.hashValue == after.hashValue)
    #expect(before.id == after.id)
    #expect([before.state.count, after.state.count] == [0, 1])
    #expect([before.computed?.double, after.computed?.double] == [0, 2])
    #expect(before.at == "/main")
  }

  @Test func undoAndResetAndLinksAreTold() throws {
    let session = try session()
    try session.send("add")
    let count = track { _ = session.counter()?.state.count }
    try session.undo()
    #expect(count.count == 1)
    let start = track { _ = session.counter()?.params.start }
    try session.open("app://x/count/3")
    #expect(start.count == 1)
    #expect(session.counter()?.params.start == 3)
    let same = track { _ = session.counter()?.params.start }
    try session.setParams(["start": 3], of: "/main")
    #expect(same.count == 0)
  }

  @Test func aRefusedChangeTellsNobody() throws {
    let session = try session()
    let count = track { _ = session.counter()?.state.count }
    #expect(throws: NavtreeError.self) { try session.send("refuse") }
    #expect(count.count == 0)
  }

  /// Values go to other threads, and are read there.
  @Test func screensAreSentElsewhere() async throws {
    let session = try session()
    try session.send("add")
    let screen = try #require(session.counter())
    let value = await Task.detached { "\(screen.state.count) \(screen.computed?.double ?? 0)" }.value
    #expect(value == "1 2")
  }

  @Test func screensAreMadeAndWritten() throws {
    let made = Counter(id: Screen.ID(7), count: 3)
    #expect(made.computed == nil)
    #expect(made.content.selected == nil)
    #expect(made.json["state"]?["count"] == 3)
    #expect(try Counter(json: made.json) == made)
    #expect(throws: JSONConversionError.self) { try Counter(json: ["id": 1, "state": ["count": "x"]]) }
    #expect(try Screen.ID(json: 7) == made.id)
    let session = try session()
    let read = try #require(session.counter())
    #expect(read.json["state"] == .object(session.active?.state.object ?? [:]))
    var state = read.state
    state.count = 4
    #expect(state != read.state)
    #expect(state._fields.values.count == 4)
    #expect(read.state.count == 0)
    let untyped = try #require(session.active?.content(ofFlow: session.flow.hash))
    #expect(untyped == read.content)
    #expect(session.active?.content(ofFlow: "other") == nil)
    #expect(session.content(at: "/main", of: "other") == nil)
    #expect(session.content(at: "/none") == nil)
  }
}
