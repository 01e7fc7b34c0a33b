import Navtree
import NavtreeTesting
import Testing

/// The library with the types that `navtree types swift` makes of the flow of people: `Social.swift`.
@Suite struct TypedTests {
  private typealias Person = Social.Effect.FetchUsers.Output.Item

  private func store() async throws -> TestStore<SocialSession> {
    let store = try TestStore(SocialSession.self)
    await store.answer(
      Social.Effect.FetchUsers.self, .init(items: [.init(id: 1, name: "Ada")], cursor: nil),
      to: \.main.userList
    ) {
      $0.items = [.init(id: 1, name: "Ada")]
      $0.status = .end
    }
    return store
  }

  @Test func anActionChangesTheStateOfItsPlace() async throws {
    let store = try await store()
    let receipt = await store.send(.inc, to: \.main.userList) { $0.count = 1 }
    #expect(receipt?.seq == 2)
    await store.send(.select(index: 9), to: \.main.userList, refusedAs: .rejected)
    await store.send(.select(index: 0), to: \.main.userList) { list, others in
      list.query = ""
      others.add(store.typed.main.userList.detail.userDetail) {
        $0.params["user"] = ["id": 1, "name": "Ada"]
      }
    }
    await store.send(.inc, to: \.main.userList.detail.userDetail) { $0.count = 1 }
    await store.perform({ try $0.back() }) { $0.remove(store.typed.main.userList.detail.userDetail) }
    await store.perform({ try $0.send("inc", to: "/main") }) {
      try $0.change(store.typed.main.userList) { $0.count += 1 }
    }
    store.finish()
  }

  @Test func differencesAreTold() async throws {
    let texts = try await failures {
      let store = try await store()
      await store.send(.inc, to: \.main.userList) { $0.count = 2 }
      await store.send(.inc, to: \.main.userDetail)
      await store.answer(Social.Effect.FetchUsers.self, .init(items: [], cursor: nil), to: \.main.userList)
      store.finish()
    }
    #expect(
      texts == [
        """
        send {"type":"inc"} to /main changed something else than expected
          /main/state/count
            - expected 2
            + actual   1
        """,
        "what send {\"type\":\"inc\"} to /main should change can't be told: "
          + "the screen at /main isn't a userDetail [noScreenAt]",
        "send {\"type\":\"inc\"} to /main was refused: the screen at /main isn't a userDetail [noScreenAt]",
        "no effect fetchUsers of /main waits for an answer; none does",
      ])
  }

  @Test func aPlaceOfAnotherTypeTakesNoAction() throws {
    let social = try SocialSession(clock: .virtual())
    let place = social.main.userDetail
    let error = #expect(throws: NavtreeError.self) { try social.session.send(.inc, to: place) }
    #expect(error?.kind == .noScreenAt)
    #expect(error?.data == ["at": "/main"])
    #expect(try social.session.send(.inc, to: social.main.userList).seq == 1)
    #expect(type(of: place).screenName == "userDetail")
    #expect(Social.Effect.FetchUsers.name == "fetchUsers")
  }

  @Test func aTypedSessionTakesAllOptions() throws {
    var limits = Limits()
    limits.screens = 1
    let social = try SocialSession(
      clock: .virtual(from: 7), store: .memory, limits: limits, name: "mine",
      shared: ["followed": ["1": true]])
    #expect(social.session.now == 7)
    #expect(social.session.name == "mine")
    #expect(social.shared.followed == ["1": true])
    #expect(
      #expect(throws: NavtreeError.self) { try social.session.push("userDetail", ["user": ["id": 1]]) }?.kind
        == .limitExceeded)
    #expect(try SocialSession.flow.hash == Social.hash)
    try social.main.userList.inc()
    let again = try SocialSession(restoring: social.session.snapshot(), clock: .virtual(), name: "again")
    #expect(again.main.userList.screen?.state.count == 1)
    let preview = try SocialSession(
      at: Social.Link.usersIdFollowers(id: 3),
      answering: ["fetchUsers": ["items": [["id": 4, "name": "Bo"]], "cursor": nil]])
    guard case .userList(let list)? = preview.active else { return #expect(Bool(false), "no list") }
    #expect(list.state.items.map(\.name) == ["Bo"])
    let other = try Session(Flows.counter(), clock: .virtual())
    #expect(#expect(throws: NavtreeError.self) { try SocialSession(other) }?.kind == .invalidParams)
  }

  @Test func aKeyIsOneOfSeveralTypes() async throws {
    let store = try await store()
    await store.send(.listInsert(item: .init(id: 2, name: "Bo"), before: 1), to: \.main.userList) {
      $0.items.insert(.init(id: 2, name: "Bo"), at: 0)
    }
    await store.send(.listRemove(key: .integer(1)), to: \.main.userList) { $0.items.removeLast() }
    #expect(Social.StringOrInteger.string("x").json == "x")
    #expect(try Social.StringOrInteger(json: 7) == 7)
    #expect(try Social.StringOrInteger(json: 7.0) == .integer(7))
    #expect(
      #expect(throws: JSONConversionError.self) { try Social.StringOrInteger(json: true) }?.message
        == "must be string or integer")
  }
}
