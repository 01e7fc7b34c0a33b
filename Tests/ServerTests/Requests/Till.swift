import NavtreeJSON

/// A flow in which each kind of request can be counted.
enum Till {
  static let flow = """
    navtree: 1
    flow: till
    start: { screen: till }
    effects: { price: { output: { cents: integer } } }
    shared: { open: boolean }
    screens:
      till:
        state: { sum: integer, sales: { type: array, items: integer, maxItems: 100000 } }
        slots: { next: { presents: [till] }, slip: { presents: [slip], style: sheet } }
        actions:
          sell:
            payload: { cents: { type: number, default: 1 } }
            set: { sum: "${state.sum + 1}", "/sales/-": "${state.sum + 1}" }
            reply: "${state.sum + 1}"
          note: { payload: { number: integer }, set: { "/sales/-": "${action.number}" } }
          clear: { set: { sales: [] } }
          ask: { effect: { name: price, next: told, done: told } }
          told: { set: { sum: "${state.sum + action.output.cents}" } }
          refuse: { reject: "not today" }
          list: { payload: { count: integer }, reply: "${lists.range(action.count)}" }
      slip:
        dismissible: false
        state: { asked: integer }
        actions: { dismissRequested: { set: { asked: "${state.asked + 1}" } } }
    links:
      - { url: "/tills", opens: [till, till], when: shared.open }
    actions:
      unlock: { shared: { open: true } }
    """

  /// A request that succeeds in a session that has asked for two effects and has undone a change.
  static let requests: [(method: String, params: JSONValue)] = [
    ("dispatch", ["action": ["type": "sell"]]),
    ("dispatch", ["action": ["type": "sell"], "return": ["receipt", "patch", "state"]]),
    ("dispatch", ["action": ["type": "nav.push", "screen": "till"]]),
    ("batch", ["actions": [["action": ["type": "sell"]], ["action": ["type": "sell"]]]]),
    ("batch", ["actions": [["action": ["type": "sell"]], ["action": ["type": "refuse"]]], "atomic": false]),
    ("batch", ["actions": []]),
    ("broadcast", ["screen": "till", "action": ["type": "sell"]]),
    ("broadcast", ["screen": "slip", "action": ["type": "dismissRequested"]]),
    ("present", ["screen": "slip"]), ("push", ["screen": "till"]), ("navigate", ["screen": "till"]),
    ("replace", ["screen": "till", "at": "/main/next"]), ("pop", [:]), ("popTo", ["screen": "till"]),
    ("popToRoot", [:]), ("dismiss", [:]), ("back", [:]), ("setParams", ["params": [:]]),
    ("reset", ["tree": "till"]), ("window.open", ["window": "second", "screen": "till"]),
    ("effect.done", ["effect": 1, "output": ["cents": 5]]),
    ("effect.next", ["effect": 1, "output": ["cents": 5]]), ("effect.fail", ["effect": 2]),
    ("link.open", ["url": "/tills"]), ("link.drop", [:]), ("clock.advance", ["by": 1_000]),
    ("history.undo", [:]), ("history.redo", [:]), ("history.goto", ["seq": 0]),
  ]

  /// A session before those requests.
  static func begun(_ server: Conversation) throws {
    try server.call("flow.load", ["yaml": .string(flow)])
    try server.call("session.open", ["flow": "till", "clock": "virtual"])
    for _ in 0..<2 { try server.call("dispatch", ["action": ["type": "ask"]]) }
    try server.call("push", ["screen": "till"])
    try server.call("dispatch", ["action": ["type": "sell"]])
    try server.call("history.undo")
  }
}

extension JSONValue {
  /// An object with another member.
  func with(_ name: String, _ value: JSONValue) -> JSONValue {
    var object = object ?? [:]
    object[name] = value
    return .object(object)
  }
}
