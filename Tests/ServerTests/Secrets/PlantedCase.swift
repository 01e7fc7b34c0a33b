import NavtreeJSON
import OrderedCollections
import Testing

/// Requests that store planted values, none of which may be shown.
struct PlantedCase: CustomTestStringConvertible {
  /// A request, and the kind of its expected error.
  struct Ask {
    let method: String
    let params: JSONObject
    let refusal: String?

    init(_ method: String, _ params: JSONObject = [:], refused refusal: String? = nil) {
      self.method = method
      self.params = params
      self.refusal = refusal
    }

    /// The same of a session, unless it is of one or of none.
    func of(_ session: String) -> Ask {
      if ["flow.", "rpc.", "session."].contains(where: method.hasPrefix) { return self }
      return Ask(
        method, params.merging(["session": .string(session)]) { own, _ in own }, refused: refusal)
    }

    /// An action to the active screen.
    static func act(_ type: String, _ payload: JSONObject = [:], refused: String? = nil) -> Ask {
      var action: JSONObject = ["type": .string(type)]
      action.merge(payload) { _, new in new }
      return Ask("dispatch", ["action": .object(action)], refused: refused)
    }

    /// Gives the first screen all of the planted values.
    static let plant = act(
      "plant",
      [
        "text": .string(Planted.text), "pin": .integer(Planted.integer), "ratio": .number(Planted.number),
        "keys": Planted.list, "account": Planted.object,
      ])
  }

  let name: String
  let asks: [Ask]

  static let all = [
    fields, reading, following, telling, screens, effects, timers, links, failing,
  ].flatMap { $0 }

  var testDescription: String { name }

  init(_ name: String, _ asks: Ask...) {
    self.name = name
    self.asks = asks
  }
}
