import NavtreeFlow
import NavtreeJSON
import NavtreeTestSupport
import NavtreeYAML

/// A route in a line: its pattern, and the types of its query's fields.
struct RouteText: ExpressibleByStringLiteral {
  var pattern: String
  var query: [(name: String, schema: Schema, initial: JSONValue?)] = []

  init(stringLiteral pattern: String) { self.pattern = pattern }

  init(_ pattern: String, _ query: [(name: String, schema: Schema, initial: JSONValue?)]) {
    self.pattern = pattern
    self.query = query
  }

  func route() throws -> LinkRoute {
    let location = SourceLocation(line: 1, column: 1, endColumn: 1)
    let fields = query.map {
      FieldDefinition(
        name: $0.name, schema: $0.schema, initial: $0.initial.map { .constant($0) }, location: location)
    }
    return LinkRoute(pattern: try LinkPattern(pattern), query: RecordDefinition(fields), location: location)
  }
}

extension LinkParam {
  /// The plain type of a segment's value.
  var type: LinkValueType {
    LinkValueType.allCases.first { item.types == ValueTypes(name: $0.rawValue) } ?? .string
  }
}

extension LinkTable {
  init(_ routes: [RouteText], prefixes: [String] = []) throws {
    self.init(try routes.map { try $0.route() }, prefixes: try prefixes.map { try LinkPrefix($0) })
  }

  /// All routes that match the URL, in the order in which they are tried.
  func matches(_ url: String) throws -> [LinkMatch] {
    var matches: [LinkMatch] = []
    forEachMatch(try read(url)) { match in
      matches.append(match)
      return .next
    }
    return matches
  }

  /// The first route that matches the URL.
  func first(_ url: String) throws -> LinkMatch? {
    var first: LinkMatch?
    forEachMatch(try read(url)) { match in
      first = match
      return .stop
    }
    return first
  }

  /// `PATTERN VALUES PARAMS` of the first match.
  func resolved(_ url: String) throws -> String {
    guard let match = try first(url) else { return "nothing" }
    let values = JSONValue.array(match.values)
    return "\(routes[match.route].pattern.text) \(values) \(JSONValue.object(match.params))"
  }
}

extension SeededGenerator {
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }
}
