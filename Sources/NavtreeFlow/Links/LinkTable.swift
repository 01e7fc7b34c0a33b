package import NavtreeJSON
import NavtreeText

/// A flow's links, in the order in which a URL is tried on them.
///
/// A trie over the literals that patterns begin with. A literal goes before a param and a longer pattern
/// before a shorter one, so the routes of a deeper node go before those of the nodes above: a look-up walks
/// down as far as the URL leads, comes back up, and sees no other pattern.
package struct LinkTable: Sendable {
  private struct Node {
    var literals = NameTable()
    /// By literal.
    var children: [Int] = []
    /// Routes whose leading literals end here, in the order in which they are tried.
    var routes: [Int] = []
  }

  /// In the order of the file.
  package let routes: [LinkRoute]
  /// The longest first.
  package let prefixes: [LinkPrefix]
  private var nodes = [Node()]

  /// - Complexity: O(*n* log *n*) for *n* routes.
  package init(_ routes: [LinkRoute] = [], prefixes: [LinkPrefix] = []) {
    self.routes = routes
    self.prefixes = prefixes.sorted { $0.text.utf8.count > $1.text.utf8.count }
    let order = routes.indices.sorted { left, right in
      if routes[left].pattern.precedes(routes[right].pattern) { return true }
      return left < right && !routes[right].pattern.precedes(routes[left].pattern)
    }
    for route in order { insert(route) }
  }

  private mutating func insert(_ route: Int) {
    var node = 0
    for case .literal(let literal) in routes[route].pattern.segments.prefix(
      routes[route].pattern.leadingLiterals)
    {
      if let child = nodes[node].literals.index(of: literal) {
        node = nodes[node].children[child]
      } else {
        nodes[node].literals.insert(literal)
        nodes[node].children.append(nodes.count)
        node = nodes.count
        nodes.append(Node())
      }
    }
    nodes[node].routes.append(route)
  }

  /// Reads a URL, without the flow's prefix.
  ///
  /// - Complexity: O(length of the URL + length of all prefixes).
  package func read(_ url: String) throws(ForeignURL) -> LinkURL {
    try LinkURL(url, prefixes: prefixes)
  }

  /// Calls the closure with each route that the URL matches, until it stops.
  ///
  /// - Returns: The number of comparisons of a pattern's segment with one of the URL: at most twice the
  ///   pattern's segments times the URL's for each route that shares the URL's leading literals, and none for
  ///   a pattern that the URL is too long or too short for.
  @discardableResult
  package func forEachMatch<Failure: Error>(
    _ url: LinkURL, _ body: (LinkMatch) throws(Failure) -> LinkSearch
  ) throws(Failure) -> Int {
    var trials = 0
    var path = [0]
    for segment in url.segments {
      trials += 1
      guard let text = segment.text, let node = path.last, let child = nodes[node].literals.index(of: text)
      else { break }
      path.append(nodes[node].children[child])
    }
    for (depth, node) in path.enumerated().reversed() {
      for route in nodes[node].routes {
        guard let match = routes[route].match(url, skipping: depth, trials: &trials) else { continue }
        switch try body(LinkMatch(route: route, values: match.values, params: match.params)) {
        case .stop: return trials
        case .next: continue
        }
      }
    }
    return trials
  }

  /// The URL of a route with these values, if the URL leads back to that route.
  ///
  /// - Parameter values: By the fields of the route's record.
  /// - Returns: nil when there is no such URL, or another route goes before this one.
  /// - Complexity: That of looking the URL up.
  package func url(of route: Int, _ values: [JSONValue]) -> String? {
    guard routes.indices.contains(route), let url = routes[route].url(values), let read = try? LinkURL(url)
    else { return nil }
    var first: Int?
    forEachMatch(read) { match in
      first = match.route
      return .stop
    }
    return first == route ? url : nil
  }

  /// Routes that rank alike and begin with the same literals: only those of one group can tie.
  var rankedAlike: [[Int]] {
    nodes.flatMap { node in
      var groups: [[Int]] = []
      for route in node.routes {
        if let last = groups.last?.last, routes[last].pattern.kinds == routes[route].pattern.kinds {
          groups[groups.count - 1].append(route)
        } else {
          groups.append([route])
        }
      }
      return groups
    }
  }
}
