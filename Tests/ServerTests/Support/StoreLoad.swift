import NavtreeJSON
import NavtreePersistence
import NavtreeServer
import NavtreeTestSupport

/// Random requests to a few stored sessions, which add and remove every part of a session.
///
/// The stored state stays small: added values are removed again, and deep chains are popped. Some of each part is
/// kept in stores of the flow, behind the rest, so that reassembled parts have the order of the declarations.
struct StoreLoad {
  static let flow = """
    navtree: 1
    flow: load
    start: { screen: shelf }
    stores: { secrets: { sensitive: true }, apart: {} }
    shared: { open: boolean, total: { type: integer, persist: apart } }
    effects: { fetch: { input: { of: { type: integer, persist: secrets } }, output: { text: string } } }
    screens:
      shelf:
        state:
          count: integer
          items: { type: array, items: string, maxItems: 12 }
          last: { type: string, persist: apart }
        slots: { next: { presents: [shelf] }, sheet: { presents: [note], style: sheet } }
        actions:
          put:
            payload: { text: string }
            rules:
              - when: size(state.items) < 12
                set: { count: "${state.count + 1}", "/items/-": "${action.text}", last: "${action.text}" }
                shared: { total: "${shared.total + 1}" }
              - set: { items: "${[action.text]}" }
          change: { payload: { index: integer, text: string }, set: { "/items/${action.index}": "${action.text}" } }
          drop: { payload: { index: integer }, unset: ["/items/${action.index}"] }
          count:
            payload: { by: { type: integer, default: 1, persist: secrets } }
            set: { count: "${state.count + action.by}" }
          fetch: { effect: { name: fetch, with: { of: "${state.count}" }, done: fetched, failed: count } }
          fetched: { send: { to: self, action: put, with: { text: "${action.output.text}" } } }
          later: { after: { delay: 5s, send: { action: count, with: { by: 2 } } } }
          write: { present: { screen: note, then: noted, otherwise: count } }
          noted: { send: { to: self, action: put, with: { text: "${action.result.text}" } } }
          turn: { shared: { open: "${!shared.open}" } }
      note:
        keep: true
        returns: { type: object, required: [text], properties: { text: string } }
        state: { text: { type: string, persist: secrets } }
        actions:
          edit: { payload: { text: string }, set: { text: "${action.text}" } }
          done: { dismiss: { result: { text: "${state.text}" } } }
    links:
      - { url: "/shelves/{number:integer}", opens: [shelf, shelf], when: shared.open }
    """

  /// The stores that the flow names.
  static let stores = ["secrets", "apart"]

  /// The command of a server with a store for the sessions, and the other stores beside it.
  static func command(_ path: String) -> [String] {
    ["serve", "--clock", "virtual", "--store", "sqlite:" + path]
      + stores.flatMap { ["--store", "\($0)=sqlite:\(path).\($0)"] }
  }

  /// The places of the stores, by name.
  static func places(beside path: String) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: stores.map { ($0, path == SessionStore.memory ? path : "\(path).\($0)") })
  }

  static let sessions = ["a", "b", "c", "d"]

  private var random: SeededGenerator
  /// One value of the first session in this many has many kilobytes, and that session is never deleted; 0 for none.
  private let bigEvery: Int
  private var number = 0

  init(seed: UInt64, bigEvery: Int) {
    random = SeededGenerator(seed: seed)
    self.bigEvery = bigEvery
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  /// A line: mostly a request, sometimes a batch of them.
  mutating func line() -> String {
    if below(20) > 0 { return request() }
    // A line that opens or ends sessions is final by itself: a batch of them would be stored by halves.
    return "[\((0..<2 + below(4)).map { _ in action() }.joined(separator: ","))]"
  }

  private mutating func request() -> String {
    let session = Self.sessions[below(Self.sessions.count)]
    switch below(60) {
    case 0...1 where bigEvery > 0 && session == Self.sessions[0]: return action()
    case 0: return call("session.close", #"{"session":"\#(session)"}"#)
    case 1: return call("session.delete", #"{"session":"\#(session)"}"#)
    case 2...4: return call("session.open", #"{"flow":"load","session":"\#(session)"}"#)
    case 5:
      let other = Self.sessions[below(Self.sessions.count)]
      return call("session.fork", #"{"session":"\#(session)","as":"\#(other)","store":true}"#)
    default: return action()
    }
  }

  /// A request to a session.
  private mutating func action() -> String {
    let session = bigEvery > 0 && below(4) > 0 ? Self.sessions[0] : Self.sessions[below(Self.sessions.count)]
    func dispatch(_ action: String) -> (String, String) { ("dispatch", #""action":{"type":\#(action)}"#) }
    let (method, params): (String, String)
    switch below(34) {
    case 0...5: (method, params) = dispatch(#""put","text":"\#(text(session))""#)
    case 6: (method, params) = dispatch(#""change","index":\#(below(12)),"text":"\#(text(session))""#)
    case 7: (method, params) = dispatch(#""drop","index":\#(below(12))"#)
    case 8...9: (method, params) = dispatch(#""count""#)
    case 10...11: (method, params) = dispatch(#""fetch""#)
    case 12...13:
      (method, params) = ("effect.done", #""effect":\#(1 + below(30)),"output":{"text":"\#(text(session))"}"#)
    case 14: (method, params) = ("effect.fail", #""effect":\#(1 + below(30)),"error":"late""#)
    case 15...16: (method, params) = dispatch(#""later""#)
    case 17: (method, params) = ("clock.advance", #""by":\#(below(4_000))"#)
    case 18...19: (method, params) = dispatch(#""write""#)
    case 20: (method, params) = dispatch(#""edit","text":"\#(text(session))""#)
    case 21: (method, params) = dispatch(#""done""#)
    case 22: (method, params) = ("back", "")
    case 23: (method, params) = dispatch(#""turn""#)
    case 24...25: (method, params) = ("link.open", #""url":"/shelves/\#(below(3))""#)
    case 26...28: (method, params) = ("push", #""screen":"shelf""#)
    case 29: (method, params) = ("popToRoot", "")
    case 30: (method, params) = ("window.open", #""window":"w\#(below(2))","screen":"shelf""#)
    case 31: (method, params) = ("window.close", #""window":"w\#(below(2))""#)
    default: (method, params) = ("pop", "")
    }
    let window = method.hasPrefix("window.") || method.hasPrefix("effect.") || method == "clock.advance"
    let at = window ? "" : #","window":"\#(below(8) == 0 ? "w0" : "main")""#
    return call(method, #"{"session":"\#(session)"\#(at)\#(params.isEmpty ? "" : ",")\#(params)}"#)
  }

  private mutating func text(_ session: String) -> String {
    if bigEvery > 0, session == Self.sessions[0], below(bigEvery) == 0 {
      return String(repeating: "x", count: 40_000 + below(80_000))
    }
    return "text \(below(1_000))"
  }

  private mutating func call(_ method: String, _ params: String) -> String {
    number += 1
    return #"{"jsonrpc":"2.0","id":\#(number),"method":"\#(method)","params":\#(params)}"#
  }
}
