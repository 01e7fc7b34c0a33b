package import NavtreeCEL
package import NavtreeEngine
package import NavtreeFlow
import NavigationTree
import NavtreeJSON
import NavtreeText

/// A state that a plan leads to.
package enum PlanTarget {
  /// A screen of this type is active in a window.
  case screen(Int)
  /// The screen at this path is active in its window.
  case at(String)
  /// The screen that a URL stands for is active in a window, or the URL has been opened.
  case link(String, LinkMatch)
  /// A rule has run, or a guard had an outcome.
  case covered(Exploration.Goal)
  /// A condition over the session holds.
  case when(CELProgram)

  /// Reads `screen:TYPE`, `at:/PATH`, `link:URL`, `rule:NAME` or `guard:NAME:OUTCOME`; any other text is a condition.
  ///
  /// - Throws: the fault, with a hint.
  package init(_ text: String, in flow: FlowDefinition) throws(Failure) {
    if let name = Self.rest(of: text, after: "screen:") {
      self = try .screen(named: name, in: flow)
    } else if let path = Self.rest(of: text, after: "at:") {
      self = try .at(path: path)
    } else if let url = Self.rest(of: text, after: "link:") {
      self = try .link(url: url, in: flow)
    } else if let name = Self.rest(of: text, after: "rule:") {
      self = try .covered(.rule, named: name, in: flow)
    } else if let name = Self.rest(of: text, after: "guard:") {
      self = try .covered(.guarding, named: name, in: flow)
    } else {
      self = try .when(source: text, in: flow)
    }
  }

  private static func rest(of text: String, after prefix: String) -> String? {
    text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
  }

  package static func screen(named name: String, in flow: FlowDefinition) throws(Failure) -> PlanTarget {
    guard let type = flow.screenNames.index(of: name) else {
      throw Failure(.unknownScreen, "no screen named '\(name.echo)'", ["pointer": "/screen"])
        .hinting(name, among: flow.screenNames.names)
    }
    return .screen(type)
  }

  /// - Parameter name: as an exploration names it, such as `book.never#1` or `book.never#1:true`.
  private static func covered(_ kind: Exploration.Goal.Kind, named name: String, in flow: FlowDefinition)
    throws(Failure) -> PlanTarget
  {
    let goals = GoalTracker(flow, CoverageRecorder(flow), conditions: []).goals.filter { $0.kind == kind }
    guard let goal = goals.first(where: { $0.name == name }) else {
      throw Failure(.invalidParams, "no \(kind.rawValue) named '\(name.echo)'").hinting(
        name, among: goals.map(\.name))
    }
    return .covered(goal)
  }

  package static func at(path: String) throws(Failure) -> PlanTarget {
    guard NavigationPath(path) != nil else {
      throw Failure(.invalidParams, "'\(path.echo)' is no path such as /main/detail", ["pointer": "/at"])
    }
    return .at(path)
  }

  package static func link(url: String, in flow: FlowDefinition) throws(Failure) -> PlanTarget {
    guard let read = try? flow.links.table.read(url), let match = flow.links.match(read) else {
      // A URL that fits no link may be a secret misspelt.
      throw Failure(.noSuchLink, "no link fits the URL", ["pointer": "/link"])
    }
    return .link(url, match)
  }

  package static func when(source: String, in flow: FlowDefinition) throws(Failure) -> PlanTarget {
    do {
      return .when(try ExplorationCondition.compile(source, over: flow))
    } catch {
      let first = error.diagnostics.first { $0.severity == .error }
      var failure = Failure(
        .invalidParams, first?.message ?? "the expression is wrong",
        ["pointer": "/when", "expression": .string(source)])
      if let hint = first?.hint { failure = failure.with("hint", .string(hint)) }
      throw failure
    }
  }

  /// Whether a session is there.
  func isMet(by session: Session) -> Bool {
    switch self {
    case .screen(let type): return session.windows.contains { $0.place(of: $0.active)?.type == type }
    case .at(let path):
      return session.windows.contains { $0.activePath.elementsEqual(path.utf8) }
    case .link(_, let match):
      let url = session.flow.links.table.url(of: match.route, match.values)
      return session.windows.contains { window in
        guard let found = try? ScreenURLs(of: session).url(of: window.active) else { return false }
        return found == url
      }
    case .covered: return false
    case .when(let program):
      return ExplorationCondition.holds(program, in: session)
    }
  }
}
