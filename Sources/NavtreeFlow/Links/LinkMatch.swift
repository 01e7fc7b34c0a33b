package import NavtreeJSON

/// A match of a URL with a link.
package struct LinkMatch: Sendable {
  /// The route's index in the order of the file.
  package let route: Int
  /// By the fields of the route's record, typed.
  package let values: [JSONValue]
  /// All params of path and query, declared or not: texts, lists of texts, null for a name without `=`.
  package let params: JSONObject

  package init(route: Int, values: [JSONValue], params: JSONObject) {
    self.route = route
    self.values = values
    self.params = params
  }
}

/// Whether a search goes on after a match.
package enum LinkSearch: Sendable {
  /// The match is taken.
  case stop
  /// The search goes on with the next route.
  case next
}
