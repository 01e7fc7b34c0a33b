import NavigationTree

/// The column of each place in a drawing, counted from the windows, and the cluster that it is in.
struct GraphArrangement {
  /// The screens of a tab, or a screen and those that only it leads to.
  struct Cluster {
    let title: String
    let isTab: Bool
    /// The tab's cluster that this one is in.
    let parent: Int?
  }

  /// By place.
  private(set) var columns: [Int]
  /// Parents before their children.
  private(set) var clusters: [Cluster] = []
  /// By place.
  private(set) var cluster: [Int?]

  /// - Complexity: O((places + ways) log places).
  init(_ places: [FlowGraphNode], _ ways: [FlowGraphWay]) {
    columns = Self.columns(places, ways)
    cluster = Array(repeating: nil, count: places.count)
    var incoming: [[FlowGraphWay]] = Array(repeating: [], count: places.count)
    for way in ways { incoming[way.to].append(way) }
    // The first screens of windows and tabs head no cluster: all that follows would be in it.
    var roots: Set<Int> = []
    for place in places.indices.sorted(by: { (columns[$0], $0) < (columns[$1], $1) })
    where places[place].isScreen {
      let edges = incoming[place].flatMap { way in way.edges.map { (from: way.from, cause: $0.cause) } }
      let tabs = edges.compactMap { edge in edge.cause.tab.map { "\(places[edge.from].label) / \($0)" } }
      if !tabs.isEmpty || edges.contains(where: { $0.cause == .start }) { roots.insert(place) }
      if tabs.count == 1 {
        cluster[place] = add(Cluster(title: tabs[0], isTab: true, parent: nil))
        continue
      }
      let owners = incoming[place].map(\.from).filter { places[$0].isScreen && columns[$0] < columns[place] }
      let isInTab = owners.first.map { owner in cluster[owner].map { clusters[$0].isTab } ?? true } ?? false
      if owners.count == 1, !roots.contains(owners[0]), isInTab {
        let head = Cluster(title: places[owners[0]].label, isTab: false, parent: cluster[owners[0]])
        cluster[owners[0]] = add(head)
      }
      cluster[place] = common(owners)
    }
    for place in places.indices {
      guard case .link = places[place] else { continue }
      cluster[place] = common(ways.filter { $0.from == place }.map(\.to))
    }
  }

  private mutating func add(_ cluster: Cluster) -> Int {
    clusters.append(cluster)
    return clusters.count - 1
  }

  /// The innermost cluster that holds all of some places.
  private func common(_ places: [Int]) -> Int? {
    let chains = places.map { place in
      cluster[place].map { [$0] + (clusters[$0].parent.map { [$0] } ?? []) } ?? []
    }
    return chains.first?.first { candidate in chains.allSatisfy { $0.contains(candidate) } }
  }

  /// The clusters as text, each from a line that begins it to one that ends it.
  func subgraphs(ending end: String, begin: (Int) -> String, place: (Int) -> String) -> String {
    func lines(_ index: Int) -> [String] {
      let inside =
        cluster.indices.filter { cluster[$0] == index }.map(place)
        + clusters.indices.filter { clusters[$0].parent == index }.flatMap(lines)
      return [begin(index)] + inside.map { "  " + $0 } + [end]
    }
    return clusters.indices.filter { clusters[$0].parent == nil }.flatMap(lines).map { "  \($0)\n" }.joined()
  }

  /// The distance of each place from the windows. A link, and the start of the flow's own actions, stand one column
  /// before the nearest place that they lead to.
  private static func columns(_ places: [FlowGraphNode], _ ways: [FlowGraphWay]) -> [Int] {
    var next: [[Int]] = Array(repeating: [], count: places.count)
    for way in ways { next[way.from].append(way.to) }
    var columns = [Int?](repeating: nil, count: places.count)
    func reach(from starts: [Int], _ column: Int) {
      var queue = starts
      for start in starts { columns[start] = column }
      var index = 0
      while index < queue.count {
        let place = queue[index]
        index += 1
        for other in next[place] where columns[other] == nil {
          columns[other] = (columns[place] ?? 0) + 1
          queue.append(other)
        }
      }
    }
    reach(from: places.indices.filter { if case .window = places[$0] { true } else { false } }, 0)
    for place in places.indices.filter({ !places[$0].isScreen }) + Array(places.indices)
    where columns[place] == nil {
      reach(from: [place], max(0, (next[place].compactMap { columns[$0] }.min() ?? 1) - 1))
    }
    return columns.map { $0 ?? 0 }
  }
}

extension FlowGraphNode {
  fileprivate var isScreen: Bool { if case .screen = self { true } else { false } }
}

extension FlowGraphEdge.Cause {
  /// The tab that starts with the screen, or may hold it.
  fileprivate var tab: String? { if case .slot(let name, .tab, _) = self { name } else { nil } }
}
