package import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavtreeText

/// The coverage of one flow or several, as a file holds it.
package struct CoverageFile: Sendable {
  /// Each of another hash.
  package private(set) var flows: [Coverage] = []

  /// The number of the form in which it is written.
  private static let form = 1

  package init() {}

  /// Adds coverage to that of the same flow, if there is any.
  package mutating func add(_ coverage: Coverage) {
    for index in flows.indices where flows[index].hash == coverage.hash {
      try? flows[index].merge(coverage)
      return
    }
    flows.append(coverage)
  }

  /// The coverage of a flow.
  ///
  /// - Throws: if it has none, with the hash of both.
  package func coverage(of flow: FlowDefinition) throws(CoverageFault) -> Coverage {
    let hash = flow.fingerprint.description
    if let found = flows.first(where: { $0.hash == hash }) { return found }
    guard let other = flows.first(where: { $0.flow == flow.name }) ?? flows.first else {
      throw CoverageFault("it has the coverage of no flow")
    }
    throw CoverageFault(flow: flow.name, hash: hash, isNot: other)
  }

  /// Whether it has the coverage of a flow with this name and another hash.
  package func differs(from flow: FlowDefinition) -> CoverageFault? {
    let hash = flow.fingerprint.description
    if flows.contains(where: { $0.hash == hash }) { return nil }
    return flows.first { $0.flow == flow.name }.map { CoverageFault(flow: flow.name, hash: hash, isNot: $0) }
  }

  // MARK: Writing

  /// The JSON text, with a line for each count.
  package var text: String {
    var text = ""
    Self.write(
      ["coverage": .integer(Self.form), "flows": .array(flows.map(\.json))], margin: "", levels: 4, to: &text)
    return text + "\n"
  }

  /// Recursion is bounded by the levels.
  private static func write(_ value: JSONValue, margin: String, levels: Int, to text: inout String) {
    let inner = margin + "  "
    switch value {
    case .object(let members) where levels > 0 && !members.isEmpty:
      text += "{\n"
      for (index, member) in members.enumerated() {
        text += "\(inner)\(JSONValue.string(member.key)): "
        write(member.value, margin: inner, levels: levels - 1, to: &text)
        text += index < members.count - 1 ? ",\n" : "\n"
      }
      text += margin + "}"
    case .array(let elements) where levels > 0 && elements.contains { $0.object != nil }:
      text += "[\n"
      for (index, element) in elements.enumerated() {
        text += inner
        write(element, margin: inner, levels: levels - 1, to: &text)
        text += index < elements.count - 1 ? ",\n" : "\n"
      }
      text += margin + "]"
    case .null, .boolean, .integer, .number, .string, .array, .object: text += "\(value)"
    }
  }

  // MARK: Reading

  package init(_ bytes: [UInt8]) throws(CoverageFault) {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes, maximumDepth: 16)
    } catch {
      throw CoverageFault("it isn't the JSON of coverage: \(error)")
    }
    guard let form = value["coverage"]?.integer, let flows = value["flows"]?.array else {
      throw CoverageFault("it isn't coverage: an object with 'coverage' and 'flows' is expected")
    }
    guard form == Self.form else {
      throw CoverageFault("its form is \(form), and this navtree knows \(Self.form)")
    }
    for flow in flows { add(try Coverage(json: flow)) }
  }
}

extension Coverage {
  private static let known = ["flow", "hash", "files", "sessions"]

  /// `{flow, hash, files, sessions, KIND: {ITEM: COUNT}}`, the items in alphabetical order; the count of an item with
  /// several outcomes is an object.
  var json: JSONValue {
    var members: JSONObject = [
      "flow": .string(flow), "hash": .string(hash), "files": .array(files.map { .string($0) }),
      "sessions": .integer(sessions),
    ]
    let sorted = counts.sorted { $0.key < $1.key }
    for kind in CoverageKind.allCases where !kind.isSum {
      var items: JSONObject = [:]
      for (key, count) in sorted where key.kind == kind {
        if key.outcome.isEmpty {
          items[key.item] = .integer(count)
        } else {
          var outcomes = items[key.item]?.object ?? [:]
          outcomes[key.outcome] = .integer(count)
          items[key.item] = .object(outcomes)
        }
      }
      members[kind.rawValue] = .object(items)
    }
    return .object(members)
  }

  fileprivate init(json: JSONValue) throws(CoverageFault) {
    guard let members = json.object, let flow = members["flow"]?.string, let hash = members["hash"]?.string,
      let files = members["files"]?.array
    else { throw CoverageFault("an entry of 'flows' lacks 'flow', 'hash' or 'files'") }
    self.init(
      flow: flow, hash: hash, files: files.compactMap(\.string),
      sessions: try Self.count(members["sessions"] ?? .integer(0), of: "sessions"))
    for (name, items) in members where !Self.known.contains(name) {
      guard let kind = CoverageKind(rawValue: name), let items = items.object else {
        throw CoverageFault("'\(name.echo)' is no kind of things that are counted")
      }
      for (item, value) in items {
        guard let outcomes = value.object else {
          counts[Key(kind: kind, item: item, outcome: "")] = try Self.count(value, of: item)
          continue
        }
        for (outcome, value) in outcomes {
          counts[Key(kind: kind, item: item, outcome: outcome)] = try Self.count(value, of: item)
        }
      }
    }
  }

  private static func count(_ value: JSONValue, of item: String) throws(CoverageFault) -> Int {
    guard let count = value.integer, count >= 0 else {
      throw CoverageFault("the count of '\(item.echo)' must be an integer from 0")
    }
    return count
  }
}
