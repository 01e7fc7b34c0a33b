import NavtreeJSON

extension TypeScriptWriter {
  mutating func links() {
    if types.links.isEmpty { return }
    for link in types.links { inner(link.fields.inner) }
    source.line()
    summary("The URLs that the flow opens.")
    source.line("export const link = {")
    source.deepen(1)
    let functions = Self.lower(types.links.map(\.functionName))
    for (link, function) in zip(types.links, functions) { self.link(link, function) }
    source.deepen(-1)
    source.line("};")
    for line in Self.linkLines.split(separator: "\n", omittingEmptySubsequences: false) {
      source.line(String(line))
    }
  }

  private mutating func link(_ link: LinkTypes, _ function: String) {
    let fields = link.fields.fields
    let names = Self.lower(fields.map(\.name))
    let byName = Dictionary(zip(fields.map(\.name), names), uniquingKeysWith: { first, _ in first })
    // TypeScript takes no required parameter after one that may be left out.
    let sorted =
      zip(fields, names).filter { !$0.0.mayBeLeftOut } + zip(fields, names).filter { $0.0.mayBeLeftOut }
    let parameters = sorted.map { field, name in
      "\(name)\(field.mayBeLeftOut ? "?" : ""): \(self.name(of: field.type))"
    }
    let segments = link.segments.map { segment in
      switch segment {
      case .literal(let text): Self.quoted(text)
      case .one(let field), .rest(let field): byName[field.name] ?? ""
      }
    }
    let query = link.query.map { field in
      "[\(Self.quoted(field.name)), \(byName[field.name] ?? ""), \(field.initial.map(Self.literal) ?? "undefined")]"
    }
    summary(link.pattern)
    block("\(function)(\(parameters.joined(separator: ", "))): string {") { writer in
      writer.source.line(
        "return url([\(segments.joined(separator: ", "))], [\(query.joined(separator: ", "))]);")
    }
    source.append(",")
  }

  private static func literal(_ value: JSONValue) -> String {
    switch value {
    case .null, .boolean, .integer, .number: "\(value)"
    case .string(let text): quoted(text)
    case .array(let elements): "[\(elements.map(literal).joined(separator: ", "))]"
    // With a colon alone, __proto__ would be no member.
    case .object(let members):
      "{ \(members.map { "[\(quoted($0.key))]: \(literal($0.value))" }.joined(separator: ", ")) }"
    }
  }

  private static let linkLines = #"""

    function url(segments: any[], query: Array<[string, any, any]>): string {
      const path = segments.flat().filter((each) => each !== null && each !== undefined).map((each) => "/" + encoded(each));
      const parts = query.flatMap(([name, value, initial]) => {
        if (value === undefined || JSON.stringify(value) === JSON.stringify(initial)) return [];
        return [value].flat(64).map((each) => each === null ? encoded(name) : `${encoded(name)}=${encoded(each)}`);
      });
      return (path.join("") || "/") + (parts.length === 0 ? "" : "?" + parts.join("&"));
    }

    function encoded(value: any): string {
      return encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value));
    }


    """#
}
