/// The enums of values that are of one of several types. Fields with the same types have the same one.
final class SwiftUnions {
  /// A type of a union, under the name that it has in JSON.
  struct Case: Hashable {
    let name: String
    let type: String
  }

  private var taken: NameSet
  private var names: [[Case]: String] = [:]
  /// In the order in which they were first needed.
  private(set) var all: [(name: String, cases: [Case])] = []

  init(_ names: NestedNames) {
    taken = NameSet(
      reserved: SwiftNames.types.union(SwiftNames.parts).union(names.screens).union([names.flow]))
  }

  /// The full name of the enum of these types, such as `Social.IntegerOrString`.
  func name(of cases: [Case], in flow: String) -> String {
    if let name = names[cases] { return name }
    let name = taken.take(cases.map { Identifier.upper($0.name) }.joined(separator: "Or"))
    names[cases] = "\(flow).\(name)"
    all.append((name, cases))
    return "\(flow).\(name)"
  }
}

extension SwiftWriter {
  func unionCase(_ type: ValueType) -> SwiftUnions.Case {
    let name =
      switch type {
      case .boolean: "boolean"
      case .integer: "integer"
      case .number: "number"
      case .list: "list"
      case .map, .object: "object"
      case .string, .choice: "string"
      case .any, .null, .union, .nullable, .constants: "value"
      }
    return SwiftUnions.Case(name: name, type: self.name(of: type))
  }

  /// The protocols of literals, and the types of their values.
  private static let literals: [String: (of: String, label: String)] = [
    "boolean": ("Boolean", "booleanLiteral"), "integer": ("Integer", "integerLiteral"),
    "number": ("Float", "floatLiteral"), "string": ("String", "stringLiteral"),
  ]

  /// Writes the enums that the rest has needed.
  mutating func writeUnions() {
    if unions.all.isEmpty { return }
    source.line()
    block("extension \(names.flow) {") { writer in
      for (index, union) in writer.unions.all.enumerated() {
        writer.separate(from: index == 0)
        writer.union(union.name, union.cases)
      }
    }
  }

  private mutating func union(_ name: String, _ cases: [SwiftUnions.Case]) {
    let literals = cases.compactMap { member in
      Self.literals[member.name].map { (member: member, literal: $0) }
    }
    let protocols = literals.map { "ExpressibleBy\($0.literal.of)Literal" }
    summary("A value of one of several types.")
    block("public enum \(name): \((["JSONConvertible", "Hashable"] + protocols).joined(separator: ", ")) {") {
      writer in
      for member in cases { writer.source.line("case \(member.name)(\(member.type))") }
      writer.source.line()
      writer.block("public init(json: JSONValue) throws(JSONConversionError) {") { writer in
        writer.block("switch json {") { writer in
          let isWithNumbers = cases.contains { $0.name == "number" }
          for member in cases {
            let forms: String =
              switch member.name {
              case "integer": isWithNumbers ? ".integer" : ".integer, .number"
              case "number": cases.contains { $0.name == "integer" } ? ".number" : ".integer, .number"
              case "list": ".array"
              default: ".\(member.name)"
              }
            writer.source.line("case \(forms): self = .\(member.name)(try \(member.type)(json: json))")
          }
          let kinds = cases.map(\.name).joined(separator: " or ")
          writer.source.line("default: throw JSONConversionError(\(Self.quoted("must be \(kinds)")))")
        }
      }
      writer.source.line()
      writer.block("public var json: JSONValue {") { writer in
        writer.block("switch self {") { writer in
          for member in cases { writer.source.line("case .\(member.name)(let value): value.json") }
        }
      }
      for (member, literal) in literals {
        writer.source.line()
        writer.source.line(
          "public init(\(literal.label) value: \(member.type)) { self = .\(member.name)(value) }")
      }
    }
  }
}
