import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeTestSupport
import Testing

/// Changes that write many fields of a screen.
@Suite struct WideChangeTests {
  /// A page of 20 fields, whose actions write each of them, or those of even numbers in reverse order.
  private static let text: String = {
    let fields = (0..<20).map { "f\($0): integer" }.joined(separator: ", ")
    let all = (0..<20).map { "f\($0): \"${state.f\($0) + 1}\"" }.joined(separator: ", ")
    let even = (0..<10).reversed().map { "f\($0 * 2): 7" }.joined(separator: ", ")
    return """
      navtree: 1
      flow: wide
      start: page
      screens:
        page:
          state: { \(fields) }
          actions:
            all: { set: { \(all) } }
            even: { set: { \(even) } }
      """
  }()

  private func open(_ notices: Notices) throws -> Session {
    let flow = try #require(FlowLoader.load(Array(Self.text.utf8), file: "wide.navtree.yaml").flow)
    return try Session(flow, name: "wide", limits: RandomOperation.limits, notices: notices)
  }

  private func follow(_ session: Session, levels: Int) throws {
    var output = JSONWriter()
    let request = SubscriptionRequest.state(
      .place(window: "main", slots: []), [],
      StateView(levels: levels, computed: false, sensitive: false), .patch, key: nil)
    _ = try session.subscribe(request, as: 1, into: &output)
  }

  private func send(_ name: String, to session: Session) throws {
    let action = try #require(Array(name.utf8).withUnsafeBytes { session.flow.action(named: $0) })
    try session.dispatch(action, nil, to: session.windows[0].focus.id)
  }

  /// The pointers that were told, in order.
  private func told(_ notices: Notices) -> [String] {
    defer { notices.removeAll() }
    return notices.all.flatMap { notice -> [String] in
      guard case .stateChanged(let change) = notice else { return [] }
      return String(decoding: change.text, as: UTF8.self).split(separator: #""path":""#).dropFirst().map {
        String($0.prefix { $0 != "\"" })
      }
    }
  }

  @Test func eachFieldIsToldOnceInTheOrderOfItsFirstWrite() throws {
    let notices = Notices()
    let session = try open(notices)
    try follow(session, levels: 1)
    let all = (0..<20).map { "/state/f\($0)" }
    let even = (0..<10).reversed().map { "/state/f\($0 * 2)" }
    // Twice, since the memory of a change serves the next one.
    for _ in 0..<2 {
      try send("all", to: session)
      #expect(told(notices) == all)
      try send("even", to: session)
      #expect(told(notices) == even)
    }
  }

  @Test func changesToldAsOneTellEachFieldOnce() throws {
    let notices = Notices()
    let session = try open(notices)
    try follow(session, levels: 1)
    notices.isReaderBehind = true
    for name in ["even", "all", "even"] { try send(name, to: session) }
    #expect(told(notices) == [])
    for notice in session.takeHeld(1) { notices.append(notice) }
    notices.forgetHeld()
    let even = (0..<10).reversed().map { "/state/f\($0 * 2)" }
    let odd = (0..<10).map { "/state/f\($0 * 2 + 1)" }
    #expect(told(notices) == even + odd)
  }
}
