import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Session {
  /// Opens what a URL stands for, or lets it wait, as a part of the present change.
  func open(
    _ url: String, in window: Int, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    let match = try match(url, origin)
    let isWaiting = try mustWait(match)
    var outcome: NavigationOutcome
    if isWaiting {
      try enqueue(
        PendingLink(url: url, match: match, window: world.windows[window].window, force: asking.force))
      outcome = try openMeanwhile(match, in: window, asking)
    } else {
      outcome = try open(flow.links.definitions[match.route].opens, of: match, in: window, asking)
    }
    outcome.waits = isWaiting
    return outcome
  }

  /// The link that a URL is one of.
  func match(_ url: String, _ origin: Origin) throws(Failure) -> LinkMatch {
    guard url.utf8.count <= limits[.url] else { throw limits.exceeded(.url) }
    let table = flow.links.table
    let hint: String?
    do {
      let read = try table.read(url)
      if let match = flow.links.match(read) { return match }
      hint = table.hint(for: flow.links.disclosure == .nothing ? nil : read)
    } catch {
      hint = table.prefixHint
    }
    var failure = Failure(.noSuchLink, "no link fits the URL")
    if let shown = shown(unknown: url) {
      failure = Failure(.noSuchLink, "no link fits '\(Self.clipped(shown))'", ["url": .string(shown)])
    }
    if let hint { failure.data["hint"] = .string(hint) }
    if case .rule(let location) = origin { failure = failure.at(location, of: flow) }
    throw failure
  }

  private func mustWait(_ match: LinkMatch) throws(Failure) -> Bool {
    guard let when = flow.links.definitions[match.route].when else { return false }
    return try !holds(when)
  }

  // MARK: Waiting

  private func enqueue(_ link: PendingLink) throws(Failure) {
    guard world.ledgers.links.count < limits[.links] else { throw limits.exceeded(.links) }
    change(links: world.ledgers.links.all + [link])
  }

  /// Opens what a link shows while it waits: its `otherwise`, or that of the link which that is a URL of,
  /// which isn't remembered if it has to wait too.
  private func openMeanwhile(_ match: LinkMatch, in window: Int, _ asking: Asking) throws(Failure)
    -> NavigationOutcome
  {
    var match = match
    var seen: Set<Int> = []
    while true {
      let link = flow.links.definitions[match.route]
      switch link.otherwise {
      case nil: return NavigationOutcome()
      case .opens(let tree): return try open(tree, of: match, in: window, asking, isMeanwhile: true)
      case .url(let template):
        guard seen.insert(match.route).inserted else {
          throw flowDefect("'otherwise' leads in a circle", at: link.location)
        }
        let url = try with(match) { () throws(Failure) in try text(of: template) }
        match = try self.match(url, .rule(link.location))
        guard try mustWait(match) else {
          return try open(flow.links.definitions[match.route].opens, of: match, in: window, asking)
        }
      }
    }
  }

  /// Opens the links whose `when` the change has made hold, in the order in which they came.
  ///
  /// - Complexity: O(number of links that wait) evaluations for each that opens.
  func openPendingLinks() throws(Failure) {
    var opened = 0
    while let index = try nextPendingLink() {
      let link = world.ledgers.links.all[index]
      opened += 1
      guard opened <= limits[.links] else { throw limits.exceeded(.links) }
      var rest = world.ledgers.links.all
      rest.remove(at: index)
      change(links: rest)
      do {
        let window = world.windows.firstIndex { $0.window == link.window } ?? 0
        _ = try open(
          flow.links.definitions[link.match.route].opens, of: link.match, in: window,
          Asking(force: link.force, unasked: nil))
        if !change.queue.isEmpty || change.hasOccurrences { try drainQueue() }
      } catch {
        throw error.with("url", .string(shown(link.url, link.match)))
          .with("hint", "link.drop takes the link away that waits")
      }
    }
  }

  /// Takes links that wait away, as a change of its own.
  ///
  /// - Parameter url: as it was given; nil: all of them.
  /// - Returns: how many there were; with none nothing has changed.
  package func dropPendingLinks(_ url: String?) throws(Failure) -> Int {
    let kept = url.map { url in world.ledgers.links.all.filter { !$0.url.hasSameBytes(as: url) } } ?? []
    let count = world.ledgers.links.count - kept.count
    guard count > 0 else { return 0 }
    try inOneChange(.request("link.drop")) { () throws(Failure) in
      change(links: kept)
    }
    return count
  }

  private func change(links: [PendingLink]) {
    history.journal.append(world.ledgers.links.put(links, for: ()), at: (), of: PendingLinks.self)
  }

  private func nextPendingLink() throws(Failure) -> Int? {
    for (index, link) in world.ledgers.links.all.enumerated() where try !mustWait(link.match) { return index }
    return nil
  }

  // MARK: Values

  /// Runs a closure whose expressions see a link's values.
  func with<Result>(_ match: LinkMatch, _ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let outer = scope.link
    defer { scope.link = outer }
    scope.link = match
    return try body()
  }

  /// A URL as people may see it: where something in it is sensitive, its link's pattern.
  func shown(_ url: String, _ match: LinkMatch) -> String {
    let record = flow.links.record(of: match.route)
    return record.fields.contains(where: \.sensitive) ? pattern(of: match.route) : url
  }

  /// What people may see of a URL that no link fits; nil: nothing.
  func shown(unknown url: String) -> String? {
    switch flow.links.disclosure {
    case .whole: return url
    case .nothing: return nil
    case .withoutQuery:
      guard let end = url.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return url }
      return url[...end] + "…"
    }
  }

  func pattern(of link: Int) -> String { flow.links.table.routes[link].pattern.text }

  private static func clipped(_ url: String) -> String {
    url.count > longestShown ? url.prefix(longestShown) + "…" : url
  }

  /// Characters of a URL that a sentence shows.
  private static let longestShown = 100
}
