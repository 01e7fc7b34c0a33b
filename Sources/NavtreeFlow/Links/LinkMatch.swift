package import NavtreeJSON

/// A link that a URL is one of.
package struct LinkMatch: Sendable {
  /// The route's index in the order of the file.
  package let route: Int
  /// By the fields of the route's record, typed.
  package let values: [JSONValue]
  /// Everything in path and query, undeclared too: texts, lists of them, null for a name without `=`.
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
  /// The next route has its turn.
  case next
}
