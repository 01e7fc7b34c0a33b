import NavigationTree
import NavtreeFlow
import NavtreeJSON
import NavtreeYAML

/// The line of a flow.
enum FlowLine {
  static func line(
    of flow: FlowDefinition, _ number: Int, _ sources: [SourceText], graph: String, diagnostics: JSONValue?
  ) -> JSONObject {
    var line: JSONObject = [
      "flow": .integer(number), "name": .string(flow.name), "version": .integer(flow.version),
      "hash": .string("\(flow.fingerprint)"),
      "sources": .array(
        sources.map {
          ["file": .string($0.file), "text": .string(String(decoding: $0.bytes, as: UTF8.self))]
        }),
      "screens": .object(
        JSONObject(flow.screens.map { ($0.name, screen($0)) }, uniquingKeysWith: { first, _ in first })),
      "effects": .array(flow.effects.map { .string($0.name) }), "graph": .string(graph),
    ]
    if let diagnostics { line["diagnostics"] = diagnostics }
    return line
  }

  private static func screen(_ screen: ScreenDefinition) -> JSONValue {
    let slots = screen.slots.map { ($0.name, JSONValue.string($0.style.rawValue)) }
    return [
      "kind": .string(screen.kind.rawValue),
      "slots": .object(JSONObject(slots, uniquingKeysWith: { first, _ in first })),
    ]
  }
}
