import NavtreeJSON
import OrderedCollections
import NavtreeServer
import NavtreeEngine
import Testing

/// The parts of the protocol's pages that are made from the tables in the code.
@Suite struct ProtocolDocumentTests {
  private static let pages = [
    "protocol", "methods", "methods-actions", "methods-state", "windows", "subscriptions",
  ]
  .map { Document(path: "Docs/reference/\($0).md") }
  private static let shared = CommonParts(of: MethodTable.methods)

  @Test func theTablesAreThoseOfTheCode() throws {
    let parts = [Self.common, Self.notifications, Self.errors, Self.limits, Self.flow] + Self.groups
    try Document.expect(parts, in: Self.pages)
  }

  private static var common: GeneratedPart {
    var text = "Many methods take some of these:\n\n"
    for parameter in shared.parameters { text += MethodText.line(parameter) }
    text += "\nMany answer some of these:\n\n"
    for member in shared.members { text += MethodText.line(member) }
    text += "\nA name in place of a shape means one of these:\n\n"
    for shape in SharedShape.allCases {
      text += "- `\(shape.rawValue)`: `\(shape.shape.name)`. \(shape.summary)\n"
    }
    let kinds = ErrorKind.ofChanges.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    text += "\nAny change may fail with \(kinds).\n"
    return GeneratedPart(name: "common", text: text)
  }

  private static var groups: [GeneratedPart] {
    let described = OpenRPCDocument.whole["methods"]?.array ?? []
    return MethodTable.groups.map { group in
      let texts = group.methods.map { method in
        let entry = described.first { $0["name"]?.string == method.name } ?? .null
        return MethodText(method: method, common: shared, described: entry).text
      }
      return GeneratedPart(name: "methods of \(group.title)", text: texts.joined())
    }
  }

  private static var notifications: GeneratedPart {
    var text = "| method | params | when |\n| --- | --- | --- |\n"
    for notification in MethodTable.notifications {
      text +=
        "| `\(notification.name)` | `\(Shape.record(notification.params).name)` | \(notification.summary) |\n"
    }
    return GeneratedPart(name: "notifications", text: text)
  }

  private static var flow: GeneratedPart {
    GeneratedPart(name: "flow", text: "```yaml\n\(ExampleFlow.yaml)\n```\n")
  }

  private static var errors: GeneratedPart {
    var text = "| code | kind | what went wrong |\n| --- | --- | --- |\n"
    func add(_ code: Int, _ kind: String, _ meaning: String) {
      text += "| \(code) | `\(kind)` | \(meaning) |\n"
    }
    for (error, meaning) in RPCError.standard { add(error.code, error.kind, meaning) }
    for kind in ErrorKind.allCases { add(kind.code, kind.rawValue, kind.meaning) }
    return GeneratedPart(name: "errors", text: text)
  }

  private static var limits: GeneratedPart {
    var text = "| limit | default | of what |\n| --- | --- | --- |\n"
    for limit in Limit.allCases { text += "| `\(limit.rawValue)` | \(limit.standard) | \(limit.meaning) |\n" }
    return GeneratedPart(name: "limits", text: text)
  }
}
