import NavtreeYAML

/// The requester of a navigation, at fault if something doesn't fit.
enum Origin {
  /// The request: `invalidParams`.
  case caller
  /// A rule of the flow, at this place: `flowDefect`.
  case rule(SourceLocation)
  /// An awaited answer, requested by a rule at this place, else by a request. Names that its action doesn't
  /// declare are ignored.
  case answer(SourceLocation?)

  /// Whether the flow requests it.
  var isOfFlow: Bool {
    switch self {
    case .caller: false
    case .rule, .answer: true
    }
  }

  /// The place in the flow that is at fault; nil: the request is.
  var location: SourceLocation? {
    switch self {
    case .caller: nil
    case .rule(let location): location
    case .answer(let location): location
    }
  }
}
