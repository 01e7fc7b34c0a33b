/// A part of a session that a separate store may keep, as one value.
package enum StoredPlace: Hashable, Sendable {
  case shared(String)
  case params(of: Int, String)
  case state(of: Int, String)
  /// The parts of a screen's visits to its tabs that aren't kept with the screen, by JSON Pointer.
  case visits(of: Int)
  /// The parts of an entry that aren't kept with the rest of it, by JSON Pointer.
  case entry(StoredPart, Int)

  /// Whether some of it may be kept elsewhere.
  var isDivided: Bool {
    switch self {
    case .shared, .params, .state: false
    case .visits, .entry: true
    }
  }
}

extension StoredPlace: LosslessStringConvertible {
  private static let visits = "visits"

  package var description: String {
    switch self {
    case .shared(let field): "shared/\(field)"
    case .params(let screen, let field): "params/\(screen)/\(field)"
    case .state(let screen, let field): "state/\(screen)/\(field)"
    case .visits(let screen): "\(Self.visits)/\(screen)"
    case .entry(let part, let id): "\(part.rawValue)/\(id)"
    }
  }

  package init?(_ description: String) {
    let tokens = description.split(separator: "/", omittingEmptySubsequences: false)
    let id = tokens.count > 1 ? Int(tokens[1]) : nil
    switch (tokens.first, tokens.count, id) {
    case ("shared", 2, _): self = .shared(String(tokens[1]))
    case ("params", 3, let id?): self = .params(of: id, String(tokens[2]))
    case ("state", 3, let id?): self = .state(of: id, String(tokens[2]))
    case ("visits", 2, let id?): self = .visits(of: id)
    case (let name?, 2, let id?):
      guard let part = StoredPart(rawValue: String(name)) else { return nil }
      self = .entry(part, id)
    default: return nil
    }
  }
}

/// A place, with the store that keeps it, by the store's index in the flow.
package struct StoredPlaceInStore: Hashable, Sendable {
  package let store: Int
  package let place: StoredPlace
}
