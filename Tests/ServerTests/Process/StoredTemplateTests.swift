import NavtreeJSON
import NavtreeTestSupport
import OrderedCollections
import Testing

/// The templates of `Specs`, killed in the middle of their work and opened again from their stores.
@Suite
struct StoredTemplateTests {
  private func serve(_ template: String, in folder: TemporaryFolder, _ stores: [String] = []) throws
    -> StoredServer
  {
    let flow = try #require(Files.text(of: "\(Files.package)/Specs/templates/\(template).navtree.yaml"))
    return try serve(flow: flow, in: folder, stores)
  }

  private func serve(flow: String, in folder: TemporaryFolder, _ stores: [String] = []) throws
    -> StoredServer
  {
    let places = stores.flatMap { ["--store", "\($0)=sqlite:\(folder.path)/\($0).db"] }
    return try StoredServer(in: folder, places, flow: flow)
  }

  /// The requests for effects among the notifications that came until a request is answered.
  private func requests(of server: StoredServer) throws -> [JSONValue] {
    try server.call("ping")
    return server.takeNotifications().filter { $0["method"] == "effect.requested" }.compactMap {
      $0["params"]
    }
  }

  private func query(_ server: StoredServer, _ expression: String) throws -> JSONValue {
    try server.call("state.query", ["expr": .string(expression)])
  }

  // MARK: Kills

  private static let product: JSONValue = ["sku": "pot-1", "name": "Teapot", "price": 3900, "stock": 3]
  private static let address: JSONValue = [
    "name": "Ada", "street": "1 Engine Row", "city": "London", "country": "GB",
  ]

  /// Up to the payment, with the card on its way.
  private func pay(_ shop: StoredServer) throws {
    try shop.call("link.open", ["url": "/p/pot-1"])
    let fetch = try #require(try requests(of: shop).last { $0["name"] == "fetchProduct" }?["effect"])
    try shop.call("effect.done", ["effect": fetch, "output": ["value": Self.product]])
    try shop.dispatch(["type": "add"])
    try shop.dispatch(["type": "add"])
    try shop.dispatch(["type": "toCart"])
    try shop.dispatch(["type": "checkout"])
    try shop.dispatch(["type": "submit", "email": "ada@mail.example", "password": "planted password"])
    let signIn = try #require(try requests(of: shop).last?["effect"])
    let customer: JSONValue = ["id": 7, "name": "Ada", "email": "ada@mail.example"]
    try shop.call("effect.done", ["effect": signIn, "output": ["customer": customer]])
    try shop.dispatch(["type": "address", "address": Self.address])
    try shop.dispatch(["type": "continue"])
    try shop.dispatch(["type": "pay", "card": "planted card"])
  }

  @Test func aPaymentOutlivesAKill() throws {
    let folder = try TemporaryFolder()
    let first = try serve("shop", in: folder, ["wallet"])
    try pay(first)
    let asked = try #require(try requests(of: first).last)
    #expect(asked["name"] == "charge")
    try first.kill()
    #expect(Files.text(of: folder.path + "/store.db")?.contains("planted") == false)
    let second = try serve("shop", in: folder, ["wallet"])
    let again = try requests(of: second).first { $0["name"] == "charge" }
    #expect(again?["key"] == asked["key"])
    #expect(again?["input"] == asked["input"])
    #expect(again?["again"] == true)
    #expect(try second.ask("back")["error"]?["data"]?["kind"] == "dismissRefused")
    let answer: JSONValue = ["verdict": "paid", "number": "2041"]
    try second.call("effect.done", ["effect": try #require(again?["effect"]), "output": answer])
    #expect(try second.call("state.active")[0]?["at"] == "/main/orders/order")
    #expect(try query(second, "shared.cart") == [])
    _ = try second.child.finish()
    #expect(Files.text(of: folder.path + "/wallet.db")?.contains("planted card") == false)
  }

  @Test func withoutAWalletAPaymentFailsAndCanBeRepeated() throws {
    let folder = try TemporaryFolder()
    let first = try serve("shop", in: folder)
    try pay(first)
    try first.kill()
    let second = try serve("shop", in: folder)
    #expect(try requests(of: second).contains { $0["name"] == "charge" } == false)
    #expect(try query(second, "shared.count") == 2)
    #expect(try second.call("state.get", ["pointer": "/state/paying"]) == false)
    try second.dispatch(["type": "pay", "card": "another card"])
    #expect(try requests(of: second).last?["input"]?["amount"] == 7800)
  }

  @Test func aLetterIsSentThoughTheProcessWasKilledInBetween() throws {
    let folder = try TemporaryFolder()
    let first = try serve("mail", in: folder)
    try first.dispatch(["type": "add", "email": "ada@work.example", "password": "planted password"])
    let add = try #require(try requests(of: first).last?["effect"])
    let account: JSONValue = ["id": "work", "name": "Ada", "email": "ada@work.example"]
    try first.call("effect.done", ["effect": add, "output": ["account": account]])
    try first.dispatch(["type": "write", "to": "ben@mail.example", "subject": "Tea"])
    try first.dispatch(["type": "send"])
    try first.dispatch(["type": "write", "to": "cleo"])
    try first.dispatch(["type": "edit", "body": "Half a letter"])
    try first.kill()
    #expect(Files.text(of: folder.path + "/store.db")?.contains("planted") == false)
    let second = try serve("mail", in: folder)
    #expect(try second.call("state.get", ["pointer": "/state/body"]) == "Half a letter")
    try second.call("clock.advance", ["by": "10s"])
    let send = try #require(try requests(of: second).last)
    #expect(send["name"] == "sendLetter")
    #expect(send["input"]?["letter"]?["to"] == "ben@mail.example")
    // Killed again, before the answer.
    try second.kill()
    let third = try serve("mail", in: folder)
    let again = try #require(try requests(of: third).last { $0["name"] == "sendLetter" })
    #expect(again["key"] == send["key"])
    try third.call("effect.done", ["effect": try #require(again["effect"]), "output": [:]])
    #expect(try query(third, "shared.outbox") == [])
    try third.call("back")
    #expect(try query(third, "shared.drafts.map(d, d.body)") == ["Half a letter"])
  }

  private static let given: JSONValue = [
    "name": "Ada Byron", "born": "1950-12-10", "email": "ada@mail.example", "isEmailConfirmed": true,
    "address": ["street": "1 Engine Row", "postcode": "10115", "city": "Berlin", "country": "DE"],
    "documents": [["kind": "passport", "file": "f-1"], ["kind": "selfie", "file": "f-2"]],
  ]

  @Test func aCheckOfTheIdentityGoesOnAfterAKill() throws {
    let folder = try TemporaryFolder()
    let first = try serve("onboarding", in: folder, ["vault"])
    let session: JSONValue = "ada"
    let opened: JSONValue = [
      "flow": "onboarding", "session": session, "clock": "virtual", "shared": Self.given,
    ]
    try first.call("session.close", ["session": "onboarding"])
    try first.call("session.open", opened)
    try first.call("reset", ["tree": ["welcome", "person"]])
    try first.dispatch(["type": "taxId", "id": "12345678"])
    for _ in 0..<3 { try first.dispatch(["type": "next"]) }
    let asked = try #require(try requests(of: first).last)
    #expect(asked["input"]?["taxId"] == "12345678")
    try first.kill()
    #expect(Files.text(of: folder.path + "/store.db")?.contains("12345678") == false)
    let second = try serve("onboarding", in: folder, ["vault"])
    try second.call("session.close", ["session": "onboarding"])
    try second.call("session.open", opened)
    let again = try #require(try requests(of: second).last)
    #expect(again["key"] == asked["key"])
    #expect(again["input"] == asked["input"])
    let review: JSONValue = ["verdict": "review", "reference": "r-1"]
    try second.call("effect.done", ["effect": try #require(again["effect"]), "output": review])
    try second.kill()
    // Opened again, the review asks at once.
    let third = try serve("onboarding", in: folder, ["vault"])
    try third.call("session.close", ["session": "onboarding"])
    try third.call("session.open", opened)
    let verdict = try #require(try requests(of: third).last)
    #expect(verdict["name"] == "fetchVerdict")
    try third.call(
      "effect.done", ["effect": try #require(verdict["effect"]), "output": ["verdict": "passed"]])
    try third.dispatch(["type": "accept"])
    let account = try #require(try requests(of: third).last?["effect"])
    try third.call("effect.done", ["effect": account, "output": ["account": "DE02"]])
    #expect(try third.call("state.active")[0]?["screen"] == "account")
    _ = try third.child.finish()
  }

  @Test func theStacksOfTabsAreThereAfterAKill() throws {
    let folder = try TemporaryFolder()
    let first = try serve("tabs", in: folder)
    try first.dispatch(["type": "open", "id": "a-1"])
    try first.dispatch(["type": "arrived", "chat": "c-1", "with": "Ben"])
    try first.dispatch(["type": "arrived", "chat": "c-2", "with": "Cleo"])
    try first.call("link.open", ["url": "app://chats/c-1"])
    try first.dispatch(["type": "type", "text": "At five."])
    let outline = try first.call("state.outline")
    try first.kill()
    let second = try serve("tabs", in: folder)
    #expect(try second.call("state.outline") == outline)
    #expect(try query(second, "shared.unread") == 1)
    #expect(try second.call("state.get", ["pointer": "/state/draft"]) == "At five.")
    try second.call("back")
    try second.call("back")
    #expect(try second.call("state.active")[0]?["at"] == "/main/home/article")
  }

  // MARK: Migrations

  /// An older version of a template, as short as its stored session allows.
  struct Older: CustomTestStringConvertible {
    let template: String
    let flow: String
    /// The actions that it is left after.
    let actions: [JSONValue]
    /// The active screen, and the value of an expression, in the present version.
    let active: JSONValue
    let expression: String
    let value: JSONValue

    var testDescription: String { template }
  }

  private static let olderShop = Older(
    template: "shop",
    flow: """
      navtree: 1
      flow: shop
      version: 1
      start: shop
      shared: { basket: { type: array, items: object, maxItems: 9 } }
      screens:
        shop: { kind: tabs, tabs: { cart: cart } }
        cart: { actions: { add: { payload: { line: object }, shared: { /basket/-: "${action.line}" } } } }
      """,
    actions: [
      ["type": "add", "line": ["sku": "pot-1", "name": "Teapot", "price": 3900, "amount": 2]],
      ["type": "add", "line": ["sku": "assam-100", "name": "Assam", "price": 690, "amount": 1]],
    ],
    active: "/main/cart", expression: "[shared.count, shared.total, shared.cart[1].quantity]",
    value: [3, 8490, 1])

  private static let olderMail = Older(
    template: "mail",
    flow: """
      navtree: 1
      flow: mail
      version: 1
      start: mail
      shared: { account: { type: object } }
      screens:
        mail:
          kind: split
          panes: { folders: folders, threads: { screen: mailbox, params: { folder: inbox } } }
        folders:
          actions:
            begin: { shared: { account: { id: work, name: Ada, email: ada@work.example } }, focus: threads }
        mailbox: { params: { folder: string } }
      """,
    actions: [["type": "begin"]],
    active: "/main/threads", expression: "[shared.accounts[0].id, screens.map(s, s.type)]",
    value: ["work", ["mail", "folders", "threads", "nothing"]])

  private static let olderOnboarding = Older(
    template: "onboarding",
    flow: """
      navtree: 1
      flow: onboarding
      version: 1
      start: welcome
      shared: { fullName: string, files: { type: object } }
      screens:
        welcome: { slots: { next: { presents: [person] } }, actions: { begin: { present: person } } }
        person:
          state: { name: string }
          actions:
            fill: { set: { name: Ada Byron }, shared: { fullName: Ada Byron, /files/selfie: f-2, /files/passport: f-1 } }
      """,
    actions: [["type": "begin"], ["type": "fill"]],
    active: "/main/next", expression: "[shared.name, shared.missing, shared.documents[0]]",
    value: ["Ada Byron", [], ["kind": "selfie", "file": "f-2"]])

  private static let olderTabs = Older(
    template: "tabs",
    flow: """
      navtree: 1
      flow: tabs
      version: 1
      start: app
      screens:
        app: { kind: tabs, tabs: { home: home, inbox: inbox } }
        home: { actions: { go: { select: inbox } } }
        inbox:
          slots: { chat: { presents: [conversation] } }
          actions: { open: { present: { screen: conversation, params: { id: c-1 } } } }
        conversation:
          params: { id: string }
          state: { draft: string }
          actions: { type: { set: { draft: At five. } } }
      """,
    actions: [["type": "go"], ["type": "open"], ["type": "type"]],
    active: "/main/inbox/chat", expression: "screens.filter(s, s.type == 'chat')[0].state.draft",
    value: "At five.")

  @Test(arguments: [olderShop, olderMail, olderOnboarding, olderTabs])
  func aSessionOfTheFirstVersionGoesOnAfterAKill(older: Older) throws {
    let folder = try TemporaryFolder()
    let first = try serve(flow: older.flow, in: folder)
    for action in older.actions { try first.dispatch(action) }
    try first.kill()
    let second = try serve(older.template, in: folder)
    #expect(try second.call("state.active")[0]?["at"] == older.active)
    #expect(try query(second, older.expression) == older.value)
    let outcome = try second.child.finish()
    #expect(outcome.errorText == "")
  }
}
