import NavigationTree
import NavtreeCEL
import NavtreeFlow
import NavtreeGraph
import NavtreeJSON

/// How often the nodes and edges of a flow's graph were visited.
struct GraphVisits {
  private let report: CoverageReport
  private let graph: FlowGraph
  private let ruleNames: [ObjectIdentifier: String]
  /// The choices of a window with their screens and counts.
  private let starts: [String: [(screen: String, count: Int)]]

  init(_ report: CoverageReport, _ graph: FlowGraph) {
    self.report = report
    self.graph = graph
    ruleNames = CoverageTable(report.flow).ruleNames
    var starts: [String: [(screen: String, count: Int)]] = [:]
    for window in report.flow.start {
      // A choice without a guard is taken as often as the one before it didn't hold.
      var left = report.coverage.sessions
      for (index, choice) in window.choices.enumerated() {
        let name = "start:\(window.window)[\(index)]"
        let screen = report.flow.screens[choice.screen.type].name
        let isConstant = choice.when == nil || choice.when?.program.constant != nil
        let count = isConstant ? left : report.coverage.count(.guards, name, "true")
        if !isConstant { left = report.coverage.count(.guards, name, "false") }
        starts[window.window, default: []].append((screen, count))
      }
    }
    self.starts = starts
  }

  /// Nil if visits of it aren't counted.
  func count(of node: FlowGraphNode) -> Int? {
    switch node {
    case .window(let name): starts[name]?.reduce(0) { max($0, $1.count) }
    case .screen(let name, _): report.coverage.count(.screens, name)
    case .link(let pattern): sum(ofLinks: pattern.text, "matched")
    case .any, .back: nil
    }
  }

  func count(of edge: FlowGraphEdge) -> Int {
    switch edge.cause {
    case .start:
      guard case .window(let name) = edge.from, case .screen(let screen, _) = edge.to else { return 0 }
      return starts[name]?.filter { $0.screen == screen }.reduce(0) { max($0, $1.count) } ?? 0
    case .slot(let slot, let style, _):
      guard case .screen(let screen, _) = edge.from else { return 0 }
      let filled = report.coverage.count(style == .tab ? .tabs : .slots, "\(screen).\(slot)")
      // The slot may have held another screen.
      return min(filled, count(of: edge.to) ?? filled)
    case .rule: return (graph.rules[edge] ?? []).reduce(0) { $0 + count(of: $1) }
    case .link: return sum(ofLinks: edge.from.label, "opened")
    case .otherwise: return sum(ofLinks: edge.from.label, "otherwise")
    }
  }

  private func count(of rule: ObjectIdentifier) -> Int {
    ruleNames[rule].map { report.coverage.count(.rules, $0) } ?? 0
  }

  private func sum(ofLinks pattern: String, _ outcome: String) -> Int {
    report.rows.reduce(0) { sum, row in
      guard row.item.kind == .links, row.item.name == pattern || row.item.name.hasPrefix(pattern + " (")
      else {
        return sum
      }
      return sum + report.coverage.count(.links, row.item.name, outcome)
    }
  }
}
