import Navtree
import NavtreeTesting
import Testing

@Suite struct TestStoreTests {
  @Test func whatChangesIsExpected() async throws {
    let store = try TestStore(Flows.counter(), from: 1_000, shared: ["total": 2])
    let receipt = await store.send("add", ["by": 2], to: "/main") { $0["/main"].count = 2 }
    #expect(receipt?.reply == 2)
    await store.send("note") { $0.shared.total = 3 }
    await store.send("refuse", refusedAs: .rejected)
    await store.perform({ try $0.push("counter", ["start": 5]) }) {
      $0.add("counter", at: "/main/next") {
        $0.params.start = 5
        $0.count = 5
      }
    }
    await store.send("load")
    await store.answer("fetch", ["name": "Ada"]) { $0["/main/next"].name = "Ada" }
    await store.send("load")
    await store.fail("fetch", ["kind": "offline"], to: "/main/next") {
      $0["/main/next"].state["name"] = "offline"
    }
    await store.send("follow")
    await store.answer("watch", next: ["letter": "a"]) { $0["/main/next"].letters = ["a"] }
    await store.answer("watch") { $0["/main/next"].name = "over" }
    await store.send("later")
    await store.advance(by: 1_000) { $0["/main/next"].count = 6 }
    #expect(store.session.now == 2_000)
    await store.perform({ try $0.back() }) { $0.remove("/main/next") }
    await store.perform({ try $0.dismiss() }, refusedAs: .notDismissable)
    store.finish()
  }

  @Test func aTabThatIsSelectedIsExpected() async throws {
    let flow = try Flow(
      yaml: """
        navtree: 1
        flow: tabs
        start: home
        screens: { home: { kind: tabs, tabs: { a: page, b: page } }, page: {} }
        """)
    let store = try TestStore(flow)
    #expect(store.session.tree["/main"]?.selected == "a")
    await store.perform({ try $0.select(tab: "b") }) {
      $0["/main"].selectedSlot = "b"
      if store.session.tree["/main/b"] == nil { $0.add("page", at: "/main/b") }
    }
  }

  @Test func eachDifferenceIsTold() async throws {
    let texts = try await failures {
      let store = try TestStore(Flows.counter())
      await store.send("add") { $0["/main"].count = 2 }
      await store.send("add")
      await store.send("add") {
        $0["/main"].count = 3
        $0["/main"].cuont = 3
      }
      await store.perform({ try $0.push("counter") })
      await store.send("add", to: "/main") { $0.add("counter", at: "/main/over") }
      await store.perform({ try $0.replace("/main/next", with: "counter") }) { $0["/main"].count = 4 }
      await store.perform({ try $0.pop() })
      await store.send("note") { $0.shared.total = 7 }
      await store.perform({ try $0.push("counter", ["start": 1]) }) { $0.add("counter", at: "/main/next") }
      await store.perform({ try $0.pop() }) { $0["/main/next"].count = 7 }
    }
    #expect(
      texts == [
        """
        send add to the active screen changed something else than expected
          /main/state/count
            - expected 2
            + actual   1
        """,
        """
        send add to the active screen changed something else than expected
          /main/state/count
            - expected 1
            + actual   2
        """,
        """
        send add to the active screen changed something else than expected
          /main/state/cuont: there is no such field
        """,
        """
        the call changed something else than expected
          /main/next: counter came
        """,
        """
        send add to /main changed something else than expected
          /main/state/count
            - expected 3
            + actual   4
          /main/over: counter didn't come
        """,
        """
        the call changed something else than expected
          /main/next: another counter came in its place
        """,
        """
        the call changed something else than expected
          /main/next: counter is gone
        """,
        """
        send note to the active screen changed something else than expected
          shared/total
            - expected 7
            + actual   1
        """,
        """
        the call changed something else than expected
          /main/next/params/start
            - expected 0
            + actual   1
        """,
        """
        the call changed something else than expected
          /main/next: counter is gone
        """,
      ])
  }

  @Test func refusalsAndWhatIsLeftAreTold() async throws {
    let texts = try await failures {
      let store = try TestStore(Flows.counter())
      await store.send("refuse")
      await store.send("add", refusedAs: .rejected) { $0["/main"].count = 1 }
      await store.answer("fetch")
      await store.send("load")
      await store.answer("fetch", to: "/main/next")
      await store.send("later")
    }
    #expect(
      texts == [
        "send refuse to the active screen was refused: not today [rejected]",
        "send add to the active screen should be refused as rejected, but wasn't",
        "no effect fetch waits for an answer; none does",
        "no effect fetch of /main/next waits for an answer; these do: fetch of /main",
        #"the effect fetch {"of":1} of /main was never answered"#,
        "a timer is set, which runs in 1000 ms",
      ])
  }
}

@Suite struct ScenariosTests {
  @Test(arguments: Scenarios("../../Specs/social.scenarios.yaml"))
  func scenario(_ scenario: Scenario) { scenario.run() }

  @Test func thereAreScenarios() {
    let scenarios = Scenarios("../../Specs/shop.scenarios.yaml")
    #expect(scenarios.count > 1)
    #expect(scenarios[scenarios.startIndex].name == scenarios.first?.testDescription)
    #expect(scenarios.endIndex == scenarios.count)
  }

  @Test(arguments: ["/nowhere.scenarios.yaml", "ValueTests.swift"])
  func aFileThatIsNoneFails(_ path: String) {
    let scenarios = Scenarios(path)
    #expect(scenarios.count == 1)
    withKnownIssue { scenarios.forEach { $0.run() } }
  }
}
