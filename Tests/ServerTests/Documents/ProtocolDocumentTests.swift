import NavtreeJSON
import OrderedCollections
import NavtreeServer
import NavtreeEngine
import Testing
import NavtreeTestSupport

/// The parts of `Docs/reference/protocol.md` that are made from the tables in the code.
@Suite struct ProtocolDocumentTests {
  private static let document = Document(path: "Docs/reference/protocol.md")

  @Test func theTablesAreThoseOfTheCode() throws {
    var text = try #require(Files.text(of: "\(Files.package)/\(Self.document.path)"))
    for part in [Self.methods, Self.notifications, Self.errors, Self.limits, Self.flow] {
      text = try #require(part.put(into: text), "no place for '\(part.name)'")
    }
    try Self.document.expect(text)
  }

  private static var methods: GeneratedPart {
    let common = CommonParts(of: MethodTable.methods)
    var text = "Many methods take some of these:\n\n"
    for parameter in common.parameters { text += MethodText.line(parameter) }
    text += "\nMany answer some of these:\n\n"
    for member in common.members { text += MethodText.line(member) }
    text += "\nA name in place of a shape means one of these:\n\n"
    for shape in SharedShape.allCases {
      text += "- `\(shape.rawValue)`: `\(shape.shape.name)`. \(shape.summary)\n"
    }
    let kinds = ErrorKind.ofChanges.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    text += "\nAny change may fail with \(kinds).\n"
    let described = OpenRPCDocument.whole["methods"]?.array ?? []
    for group in MethodTable.groups {
      text += "\n### \(group.title)\n"
      for method in group.methods {
        let entry = described.first { $0["name"]?.string == method.name } ?? .null
        text += MethodText(method: method, common: common, described: entry).text
      }
    }
    return GeneratedPart(name: "methods", text: text)
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
