import NavtreeYAML

/// Finds screens that would make others without end: tabs and panes that contain their own screen, and rules of
/// `presented` that present it again.
struct EndlessChecker {
  let compilation: Compilation
  let screens: [ScreenDefinition]

  private struct Edge {
    let to: Int
    let location: SourceLocation
    /// The tab, the pane or the navigation.
    let name: String
  }

  /// - Complexity: O(number of screens, tabs, panes and rules).
  func run() {
    report(screens.indices.map(parts)) { names, part, circle in
      "'\(part)' of '\(names[0])' is made with its screen, and holds \(circle)"
    } hint: {
      "let it start empty or be made later: a pane with 'presents' alone, or tabs without lazy: false"
    }
    report(screens.indices.map(presentations)) { names, key, circle in
      "'presented' of '\(names[0])' always runs this \(key), and that leads to \(circle)"
    } hint: {
      "give the rule a 'when' that comes to be false"
    }
  }

  /// The screens that are made together with one.
  private func parts(_ type: Int) -> [Edge] {
    let screen = screens[type]
    return screen.slots.indices.compactMap { index in
      guard let part = screen.part(index) else { return nil }
      return Edge(
        to: part.type, location: compilation.screens[type].slots[index].location,
        name: screen.slots[index].name)
    }
  }

  /// The screens that a rule without a condition makes whenever one is presented.
  private func presentations(_ type: Int) -> [Edge] {
    guard let rule = screens[type].lifecycle[.presented]?.first, rule.when == nil else { return [] }
    return rule.parts.flatMap { parts -> [Edge] in
      guard let step = parts.navigation, step.isOwn else { return [] }
      let types: [Int]
      switch step.navigation {
      case .present(let verb) where verb.ifOccupied != .ignore && verb.onDuplicate == .push:
        types = [verb.screen.type]
      case .push(let verb) where verb.onDuplicate == .push: types = [verb.screen.type]
      case .replace(let verb): types = [verb.screen.type]
      case .reset(let verb) where !verb.reuse: types = verb.tree.nodes.map(\.screen.type)
      default: types = []
      }
      return types.map { Edge(to: $0, location: step.location, name: "\(step.navigation.name)") }
    }
  }

  /// Reports each circle once, at its first edge.
  private func report(
    _ edges: [[Edge]], _ message: ([String], String, String) -> String, hint: () -> String
  ) {
    var isDone = Array(repeating: false, count: screens.count)
    for start in screens.indices where !isDone[start] && !edges[start].isEmpty {
      // The way from the start, and the next edge to take of each screen on it.
      var way = [(type: start, next: 0)]
      var place = [start: 0]
      while let last = way.last {
        guard last.next < edges[last.type].count else {
          isDone[last.type] = true
          place[last.type] = nil
          way.removeLast()
          continue
        }
        way[way.count - 1].next += 1
        let edge = edges[last.type][last.next]
        if let first = place[edge.to] {
          let circle = way[first...].map { screens[$0.type].name }
          let begin = edges[way[first].type][way[first].next - 1]
          let rest =
            circle.count == 1
            ? "it again"
            : circle.dropFirst().map { "'\($0)'" }.joined(separator: ", then ")
              + ", then '\(circle[0])' again"
          compilation.sink.add(
            .error, .endless, message(circle, begin.name, rest + ", without end"), at: begin.location,
            hint: Hint(hint()))
        } else if !isDone[edge.to] {
          place[edge.to] = way.count
          way.append((edge.to, 0))
        }
      }
    }
  }
}
