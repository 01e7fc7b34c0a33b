import NavtreeFlow
import NavtreeJSON

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

/// Random numbers that are the same in every run (SplitMix64).
struct LinkRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &self)]
  }
}
