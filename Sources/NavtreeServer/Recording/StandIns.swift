import NavtreeFlow
import NavtreeJSON
import NavtreeText

/// The values that stand for sensitive ones which aren't known: each fits the fields of its name.
struct StandIns {
  /// By name: the schemas of the flow's fields, each with the screen, action or effect that declares it.
  private var fields: [String: [(owner: String, schema: Schema)]] = [:]

  init(_ flow: FlowDefinition) {
    insert(flow.shared, of: "")
    for screen in flow.screens {
      insert(screen.params, of: screen.name)
      insert(screen.state, of: screen.name)
      if let result = screen.returns { fields["result", default: []].append((screen.name, result)) }
    }
    for actions in [flow.actions] + flow.screens.map(\.actions) {
      for element in actions.elements {
        insert(element.definition.payload, of: flow.actionNames.names[element.action])
      }
    }
    for effect in flow.effects {
      for record in [effect.input, effect.output, effect.next, effect.errors ?? .empty] {
        insert(record, of: effect.name)
      }
    }
  }

  private mutating func insert(_ record: RecordDefinition, of owner: String) {
    for field in record.fields { fields[field.name, default: []].append((owner, field.schema)) }
  }

  /// The value for a place in the params of a request: the zero that is there, unless a sample fits better.
  ///
  /// - Parameter effect: the name of the effect that the request answers.
  func value(at pointer: JSONPointer, in params: JSONValue, effect: String?) -> JSONValue {
    let zero = params[pointer] ?? .null
    let all = fields[pointer.tokens.last ?? ""] ?? []
    let owners = Self.names(on: pointer, in: params) + [effect].compactMap(\.self)
    let near = all.filter { owners.contains($0.owner) }
    let schemas = (near.isEmpty ? all : near).map(\.schema)
    func count(_ value: JSONValue) -> Int { schemas.count { !$0.admitted(of: [value]).isEmpty } }
    // The first of equals is the greatest one.
    return ([zero] + schemas.compactMap { $0.sample(0) }).max { count($0) < count($1) } ?? zero
  }

  /// The names on the way to a place that may be those of its screen or action.
  private static func names(on pointer: JSONPointer, in params: JSONValue) -> [String] {
    pointer.tokens.indices.flatMap { end in
      let container = params[JSONPointer(Array(pointer.tokens[..<end]))]
      return [pointer.tokens[end], container?["type"]?.string, container?["screen"]?.string].compactMap(
        \.self)
    }
  }
}
