package import NavtreeCEL

/// A list in `owed`: what a session has asked for or set, and what hasn't happened yet.
package enum OwedPart: String, CaseIterable {
  case effects, timers, links, results

  /// The members of an entry. The session's own entries have the screen `""` and the id 0.
  package var fields: [CELField] {
    switch self {
    case .effects:
      [
        CELField("name", .string), CELField("key", .string), CELField("screen", .string),
        CELField("id", .int),
        CELField("input", .map(.string, .dyn)), CELField("since", .timestamp),
      ]
    case .timers:
      [
        CELField("action", .string), CELField("key", .string), CELField("screen", .string),
        CELField("id", .int),
        CELField("due", .timestamp),
      ]
    case .links: [CELField("url", .string), CELField("link", .string), CELField("window", .string)]
    case .results:
      [
        CELField("screen", .string), CELField("id", .int), CELField("to", .string), CELField("toId", .int),
        CELField("action", .string),
      ]
    }
  }
}
