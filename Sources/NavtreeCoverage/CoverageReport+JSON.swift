import NavtreeJSON
import NavtreeFlow
import NavtreeYAML

extension CoverageReport {
  /// `{flow, hash, files, sessions, totals, items, pairs}`, an item or a pair a line.
  var jsonText: String {
    let head: [(String, JSONValue)] = [
      ("flow", .string(flow.name)), ("hash", .string(coverage.hash)),
      ("files", .array(flow.files.map { .string($0) })), ("sessions", .integer(coverage.sessions)),
    ]
    var text = "{\n"
    for (name, value) in head { text += "  \"\(name)\": \(value),\n" }
    let totals = totals.map { total in "\"\(total.kind.rawValue)\": \(Self.json(of: total))" }
    text += "  \"totals\": {\n    \(totals.joined(separator: ",\n    "))\n  },\n"
    text += "  \"items\": \(Self.list(rows.map(json))),\n"
    let pairs = pairs.map { pair in
      JSONValue.object([
        "first": .string(pair.first), "second": .string(pair.second), "count": .integer(pair.count),
      ])
    }
    return text + "  \"pairs\": \(Self.list(pairs))\n}\n"
  }

  private static func list(_ elements: [JSONValue]) -> String {
    elements.isEmpty ? "[]" : "[\n    \(elements.map(\.description).joined(separator: ",\n    "))\n  ]"
  }

  private static func json(of total: Total) -> JSONValue {
    var members: JSONObject = [
      "covered": .integer(total.covered), "of": .integer(total.count),
      "percent": .integer(total.wholePercent),
    ]
    if total.ignored > 0 { members["ignored"] = .integer(total.ignored) }
    return .object(members)
  }

  private func json(of row: Row) -> JSONValue {
    let location = row.item.location
    var members: JSONObject = [
      "kind": .string(row.item.kind.rawValue), "name": .string(row.item.name),
      "file": .string(file(of: location)), "line": .integer(location.line),
      "column": .integer(location.column),
    ]
    if row.item.outcomes.count == 1 {
      members["count"] = .integer(row.counts[0])
    } else {
      members["counts"] = .object(
        JSONObject(
          zip(row.item.outcomes, row.counts).map { ($0.name, .integer($1)) }, uniquingKeysWith: { $1 }))
    }
    members["covered"] = .boolean(row.missing.isEmpty)
    if let ignored = row.ignored { members["ignored"] = .string(ignored) }
    return .object(members)
  }
}
