import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeYAML

/// The numbers of rules and of the values of their guards: equal ones are written once.
struct RuleNumbers {
  /// A list or an object longer than this, as JSON in bytes, is only described: the state has it.
  private static let longestValue = 160

  private var shapes = Numbers()
  private var traces = Numbers()

  /// Texts that have a number.
  private struct Numbers {
    var known: [String: Int] = [:]
    /// The numbers that were given, those of forgotten texts too.
    var count = 0
  }

  /// Forgets all texts, so that each is defined again, under a number of its own.
  mutating func forget() {
    shapes.known = [:]
    traces.known = [:]
  }

  /// The number of a rule's trace.
  ///
  /// - Parameter definitions: takes the lines that define it, if it is the first of its kind.
  mutating func number(
    of trace: RuleTrace, in flow: FlowDefinition, _ definitions: inout [JSONObject]
  ) -> Int {
    let shape = shapeMembers(of: trace, in: flow)
    let number = Self.number(of: shape, "shape", in: &shapes, &definitions)
    var members: JSONObject = ["shape": .integer(number), "holds": .boolean(trace.condition?.holds ?? true)]
    if let condition = trace.condition {
      members["values"] = values(of: condition)
      if !condition.guards.isEmpty {
        members["guards"] = .array(
          condition.guards.map { ["holds": .boolean($0.trace.holds), "values": values(of: $0.trace)] })
      }
    }
    return Self.number(of: members, "trace", in: &traces, &definitions)
  }

  private static func number(
    of members: JSONObject, _ kind: String, in numbers: inout Numbers, _ definitions: inout [JSONObject]
  ) -> Int {
    let text = "\(JSONValue.object(members))"
    if let number = numbers.known[text] { return number }
    let number = numbers.count
    numbers.known[text] = number
    numbers.count += 1
    var line: JSONObject = [kind: .integer(number)]
    // A trace names its shape under the key of another kind of line, so its own comes first.
    line.merge(members) { own, _ in own }
    definitions.append(line)
    return number
  }

  private func shapeMembers(of trace: RuleTrace, in flow: FlowDefinition) -> JSONObject {
    var members: JSONObject = [
      "action": .string(trace.action), "rule": .integer(trace.index),
      "file": .string(flow.file(of: trace.location)), "line": .integer(trace.location.line),
      "column": .integer(trace.location.column),
    ]
    guard let condition = trace.condition else { return members }
    members["when"] = .string(condition.source)
    members["parts"] = parts(of: condition)
    if !condition.guards.isEmpty {
      members["guards"] = .array(
        condition.guards.map { named in
          [
            "name": .string(named.name), "file": .string(flow.file(of: named.place)),
            "line": .integer(named.place.line), "column": .integer(named.place.column),
            "parts": parts(of: named.trace),
          ]
        })
    }
    return members
  }

  private func parts(of trace: GuardTrace) -> JSONValue {
    .array(
      trace.parts.map { part in
        guard let place = part.place else { return [.string(part.text)] }
        return [
          .string(part.text), .integer(place.line), .integer(place.column), .integer(place.endColumn),
        ]
      })
  }

  private func values(of trace: GuardTrace) -> JSONValue {
    .array(
      trace.parts.map { part in
        if part.values.count == 1 { return value(part.values[0]) }
        return ["all": .array(part.values.map(value))]
      })
  }

  private func value(_ value: GuardTrace.Value) -> JSONValue {
    switch value {
    case .value(.array(let elements)) where "\(JSONValue.array(elements))".utf8.count > Self.longestValue:
      ["omitted": .string("a list of \(elements.count)")]
    case .value(.object(let members)) where "\(JSONValue.object(members))".utf8.count > Self.longestValue:
      ["omitted": .string("an object of \(members.count)")]
    case .value(let value): ["v": value]
    case .summary(let text): ["omitted": .string(text)]
    case .failed(let message): ["error": .string(message)]
    }
  }
}
