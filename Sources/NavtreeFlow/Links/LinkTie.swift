/// Two links that one URL may match, of which only the order of the file decides.
package struct LinkTie: Sendable, Hashable {
  /// The effect of a tie, given the order of the file.
  package enum Relation: Sendable, Hashable {
    /// The first demands more than the second, a type or a field of the query, and leaves it the other URLs.
    case narrows
    /// The second is never reached: every URL that matches it matches the first.
    case hides
    /// Each matches, or may match, URLs that the other doesn't.
    case overlaps
  }

  /// The route that comes first in the file.
  package let first: Int
  package let second: Int
  package let relation: Relation
  /// A path that both match.
  package let example: String
}

extension LinkTable {
  /// The pairs of links that tie for some URL, in the order of the file.
  ///
  /// - Complexity: O(*k*² · *s*²) for *k* routes with the same literals in front and the same kinds of
  ///   segments behind, and *s* segments a pattern.
  package func ties() -> [LinkTie] {
    var ties: [LinkTie] = []
    for group in rankedAlike {
      for (index, one) in group.enumerated() {
        for other in group[(index + 1)...] {
          let (first, second) = (min(one, other), max(one, other))
          guard let example = routes[first].pattern.pathInCommon(with: routes[second].pattern) else {
            continue
          }
          ties.append(
            LinkTie(
              first: first, second: second, relation: routes[first].relation(to: routes[second]),
              example: example))
        }
      }
    }
    return ties.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
  }
}

extension LinkRoute {
  fileprivate func relation(to other: LinkRoute) -> LinkTie.Relation {
    let required = Set(query.requiredNames)
    let otherRequired = Set(other.query.requiredNames)
    if query.fields.isEmpty, other.pattern.isPart(of: pattern) { return .hides }
    let isNarrower = !other.pattern.isPart(of: pattern) || required != otherRequired
    return isNarrower && pattern.isPart(of: other.pattern) && required.isSuperset(of: otherRequired)
      ? .narrows : .overlaps
  }
}

extension RecordDefinition {
  fileprivate var requiredNames: [String] {
    fields.filter { $0.initial?.constant == nil }.map(\.name)
  }
}
