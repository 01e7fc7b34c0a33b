import NavtreeText
import NavtreeYAML

/// The named types of a flow, each compiled when it is first named.
final class TypeTable {
  private enum Entry {
    case declared(YAMLNode)
    /// It is being compiled: whoever names it is a part of it.
    case open
    case compiled(Schema)
  }

  /// The most schemas within each other, and the most in one type, those of the types in it counted.
  static let deepest = 100
  private static let largest = 10_000

  private let sink: DiagnosticSink
  private var table = NameTable()
  private var keys: [YAMLNode] = []
  private var entries: [Entry] = []
  /// The types being compiled, from the outermost to the innermost.
  private var open: [Int] = []
  /// The schemas being compiled.
  private var level = 0
  /// The types that a field or another type names.
  private var used: Set<Int> = []
  /// Names of types that couldn't be read and were reported.
  private var broken: Set<String> = []

  init(sink: DiagnosticSink) {
    self.sink = sink
  }

  var names: [String] { table.names }

  /// The types that nothing names, by their names in the flow.
  var unused: [YAMLNode] { keys.indices.filter { !used.contains($0) }.map { keys[$0] } }

  /// - Parameter compile: Compiles a schema, which may name further types.
  func declare(_ node: YAMLNode?, _ compile: (YAMLNode) -> Schema) {
    guard let node else { return }
    let members = FormChecker.members(of: node, "type", .schema, sink)
    broken = Set(node.pairs.map(\.key.text)).subtracting(members.map(\.key.text))
    for member in members {
      if ValueTypes(name: member.key.text) != nil {
        sink.error(
          .reservedName, "'\(member.key.text)' is a built-in type", at: member.key,
          hint: "give the type another name")
        continue
      }
      if let pair = member.value.pairs.first(where: { $0.key.text == Key.default.rawValue }) {
        sink.error(
          .wrongValue, "'default' can't stand in a type, which says what values there are", at: pair.key,
          hint: "say it of the fields of the type")
      }
      // A duplicate name was reported.
      guard table.insert(member.key.text) == entries.count else { continue }
      keys.append(member.key)
      entries.append(.declared(member.value))
    }
    for index in entries.indices { _ = schema(index, at: keys[index], compile) }
  }

  /// The schema of a type; nil for a name that no type has.
  func schema(named name: String, at node: YAMLNode, _ compile: (YAMLNode) -> Schema) -> Schema? {
    guard let index = table.index(of: name) else { return broken.contains(name) ? Schema() : nil }
    used.insert(index)
    return schema(index, at: node, compile)
  }

  /// Counts a schema within those that are being compiled.
  func nested<Value>(_ compile: () -> Value) -> Value {
    level += 1
    defer { level -= 1 }
    return compile()
  }

  private func schema(_ index: Int, at node: YAMLNode, _ compile: (YAMLNode) -> Schema) -> Schema {
    switch entries[index] {
    case .compiled(let schema): return schema
    case .open:
      let circle = open.drop { $0 != index } + [index]
      let names = circle.map { "'\(table.names[$0])'" }
      sink.error(
        .badSchema,
        names.count == 2
          ? "the type \(names[0]) holds itself" : "a circle of types: \(names.joined(separator: ", "))",
        at: node, hint: "write object, which has any members")
      return Schema()
    case .declared(let declaration):
      guard level <= Self.deepest else { return tooDeep(node) }
      open.append(index)
      entries[index] = .open
      var schema = compile(declaration)
      open.removeLast()
      if schema.depth > Self.deepest {
        schema = tooDeep(node)
      } else if schema.size > Self.largest {
        sink.error(
          .limit,
          "the type '\(table.names[index])' has more than \(Self.largest) schemas in it, its types' counted",
          at: keys[index])
        schema = Schema()
      } else if let constraints = schema.constraints {
        let named = NamedType(table.names[index], schema)
        schema.constraints = SchemaConstraints(constraints.words, named: named)
      }
      entries[index] = .compiled(schema)
      return schema
    }
  }

  private func tooDeep(_ node: YAMLNode) -> Schema {
    sink.error(.limit, "types lie more than \(Self.deepest) deep within each other", at: node)
    return Schema()
  }
}
