import JSON
import OrderedCollections
import Server
import Session
import Testing

/// The parts of `Docs/protocol.md` that are made from the tables in the code.
@Suite struct ProtocolDocumentTests {
  private static let document = Document(path: "Docs/protocol.md")

  @Test func theTablesAreThoseOfTheCode() throws {
    var text = try #require(Files.text(of: "\(Files.package)/\(Self.document.path)"))
    for part in [Self.methods, Self.errors, Self.limits] {
      text = try #require(part.put(into: text), "no place for '\(part.name)'")
    }
    try Self.document.expect(text)
  }

  /// Parameters that many methods have alike, which are described once.
  private static let common: [Parameter] = {
    let all = MethodTable.methods.flatMap(\.parameters)
    var common: [Parameter] = []
    for parameter in all where !common.contains(where: { isSame($0, parameter) }) {
      if all.filter({ isSame($0, parameter) }).count >= 5 { common.append(parameter) }
    }
    return common
  }()

  private static func isSame(_ one: Parameter, _ other: Parameter) -> Bool {
    one.name == other.name && one.summary == other.summary
  }

  private static var methods: GeneratedPart {
    var text = "Many methods take some of these:\n\n"
    for parameter in common { text += line(parameter) }
    for group in MethodTable.groups {
      text += "\n### \(group.title)\n"
      for method in group.methods {
        let names = method.parameters.map { $0.isRequired ? $0.name : "\($0.name)?" }
        let signature = names.isEmpty ? "" : " {\(names.joined(separator: ", "))}"
        text += "\n**`\(method.name)\(signature)`** \(method.summary)\n"
        let own = method.parameters.filter { parameter in
          !common.contains { isSame($0, parameter) }
        }
        if !own.isEmpty { text += "\n" }
        for parameter in own { text += line(parameter) }
      }
    }
    return GeneratedPart(name: "methods", text: text)
  }

  private static func line(_ parameter: Parameter) -> String {
    let need = parameter.isRequired ? ", required" : ""
    return "- `\(parameter.name)` (\(parameter.kind.name)\(need)): \(parameter.summary)\n"
  }

  private static var errors: GeneratedPart {
    let standard = [
      (RPCError.parseError(""), "the line isn't JSON"), (.invalidRequest(""), "the JSON is no request"),
      (.unknownMethod(""), "there is no such method"), (.internal(""), "a defect in navtree"),
    ]
    var text = "| code | kind | what went wrong |\n| --- | --- | --- |\n"
    func add(_ code: Int, _ kind: String, _ meaning: String) {
      text += "| \(code) | `\(kind)` | \(meaning) |\n"
    }
    for (error, meaning) in standard { add(error.code, error.data["kind"]?.string ?? "", meaning) }
    for kind in ErrorKind.allCases { add(kind.code, kind.rawValue, kind.meaning) }
    return GeneratedPart(name: "errors", text: text)
  }

  private static var limits: GeneratedPart {
    var text = "| limit | default | of what |\n| --- | --- | --- |\n"
    for limit in Limit.allCases { text += "| `\(limit.rawValue)` | \(limit.standard) | \(limit.meaning) |\n" }
    return GeneratedPart(name: "limits", text: text)
  }
}
