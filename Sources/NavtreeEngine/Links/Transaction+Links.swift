import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeText

extension Transaction {
  /// The link that a URL matches.
  func match(_ url: String, _ origin: Origin) throws(Failure) -> LinkMatch {
    guard url.utf8.count <= limits[.url] else { throw limits.exceeded(.url) }
    let table = flow.links.table
    var hint: String?
    if let read = try? table.read(url) {
      var found: LinkMatch?
      try table.forEachMatch(read) { (match) throws(Failure) in
        if let misfit = try misfit(of: match) {
          hint = hint ?? "\(pattern(of: match.route)) doesn't match: \(misfit)"
          return .next
        }
        found = match
        return .stop
      }
      if let found { return found }
      hint = hint ?? table.hint(for: read, isShown: flow.links.disclosure != .nothing)
    } else {
      hint = table.prefixHint
    }
    var failure = Failure(.noSuchLink, "no link fits the URL")
    if let shown = shown(unknown: url) {
      failure = Failure(.noSuchLink, "no link fits '\(Self.clipped(shown))'", ["url": .string(shown.echo)])
    }
    if let hint { failure.data["hint"] = .string(hint) }
    if case .rule(let location) = origin { failure = failure.at(location, of: flow) }
    throw failure
  }

  /// The reason that a value computed from a URL doesn't fit what takes it, if there is one.
  ///
  /// While the link would wait, shared values that it is computed from may be missing.
  private func misfit(of match: LinkMatch) throws(Failure) -> String? {
    let values = flow.links.definitions[match.route].computed
    guard !values.isEmpty else { return nil }
    let waits = (try? mustWait(match)) != false
    for computed in values where waits ? computed.isMeanwhile : computed.isOpening {
      do throws(Failure) {
        let value: JSONValue = try with(match) { () throws(Failure) in try self.value(of: computed.template) }
        if let misfit = computed.misfit(of: value) { return "\(computed.name) \(misfit)" }
      } catch {
        guard error.kind == .expressionFailed else { throw error }
        return "\(computed.name) can't be computed"
      }
    }
    return nil
  }

  /// Whether the link's condition doesn't hold.
  func mustWait(_ match: LinkMatch) throws(Failure) -> Bool {
    guard let when = flow.links.definitions[match.route].when else { return false }
    return try !holds(guard: when)
  }

  // MARK: Waiting

  /// Queues a link, and opens its `otherwise` unless that is there.
  ///
  /// A link that waits already keeps its place in the queue.
  func wait(
    for match: LinkMatch, _ url: String, in window: Int, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    let name = world.windows[window].window
    var links = world.ledgers.links.all
    let known = links.firstIndex { $0.window == name && $0.url.hasSameBytes(as: url) }
    if let known, let top = links[known].screens.last { return NavigationOutcome(id: top) }
    if known == nil {
      guard links.count < limits[.links] else { throw limits.exceeded(.links) }
      links.append(PendingLink(url: url, match: match, window: name, force: asking.force))
      change(links: links)
    }
    let next = world.counters.screen
    let outcome = try openMeanwhile(match, in: window, asking)
    hold(
      known ?? links.count - 1, by: screens(since: next, from: outcome.opened, upTo: outcome.id))
    return outcome
  }

  /// Opens a waiting link's `otherwise`, or the `otherwise` of the link that this URL matches, which isn't
  /// queued if it would wait too.
  private func openMeanwhile(_ match: LinkMatch, in window: Int, _ asking: Asking) throws(Failure)
    -> NavigationOutcome
  {
    var match = match
    var seen: Set<Int> = []
    while true {
      let link = flow.links.definitions[match.route]
      if link.otherwise != nil { listeners.coverage?.note(.link(match.route, .otherwise)) }
      switch link.otherwise {
      case nil: return NavigationOutcome()
      case .opens(let tree): return try open(tree, of: match, in: window, asking, isMeanwhile: true)
      case .url(let template):
        guard seen.insert(match.route).inserted else {
          throw flowDefect("'otherwise' leads in a circle", at: link.location)
        }
        let url = try with(match) { () throws(Failure) in try text(of: template) }
        match = try self.match(url, .rule(link.location))
        listeners.coverage?.count(.link(match.route, .matched))
        guard try mustWait(match) else {
          listeners.coverage?.note(.link(match.route, .opened))
          return try open(flow.links.definitions[match.route].opens, of: match, in: window, asking)
        }
      }
    }
  }

  /// Opens the links whose `when` the change has made true, in the order in which they came, each as a part
  /// of the change that fails alone.
  ///
  /// - Parameter start: the beginning of the change.
  /// - Returns: the moment up to which no enforced invariant is broken.
  /// - Complexity: O(number of waiting links) evaluations for each that opens.
  func openPendingLinks(since start: ChangeMark) throws(Failure) -> ChangeMark {
    // A session may be restored without a window.
    dropLinksOfClosedWindows()
    forgetRefusers()
    var checked = start
    var opened = 0
    while let index = nextPendingLink() {
      if opened == 0 { try checkEnforcedInvariants(since: start) }
      opened += 1
      var links = world.ledgers.links.all
      let link = links.remove(at: index)
      change(links: links)
      var refuser: ScreenID?
      do {
        try inOnePart { () throws(Failure) in
          defer { refuser = change.refuser }
          guard opened <= limits[.links] else { throw limits.exceeded(.links) }
          let part = mark
          listeners.transitions?.begin(by: Cause.Request.linkOpen.rawValue, hint: nil)
          let window = try self.window(named: link.window)
          listeners.actions?.note(link, in: self)
          defer { listeners.actions?.isInLink = false }
          // Shared values that it is computed from may have changed since.
          if let misfit = try misfit(of: link.match) { throw Failure(.noSuchLink, misfit) }
          let next = world.counters.screen
          let outcome = try open(
            flow.links.definitions[link.match.route].opens, of: link.match, in: window,
            Asking(force: link.force, unasked: nil))
          pass(links, to: screens(since: next, from: outcome.opened, upTo: outcome.id))
          listeners.coverage?.note(.link(link.match.route, .opened))
          try drainQueueIfNeeded()
          try checkEnforcedInvariants(since: part)
        }
      } catch {
        listeners.actions?.note(link, in: self, failure: error)
        if error.kind == .dismissRefused, let refuser, world.windows.contains(refuser) {
          wait(for: link, at: index, refusedBy: refuser)
        } else {
          tell(failureOf: link, error)
        }
      }
      checked = mark
    }
    drop { link in
      link.isGivenUp ? Failure(.gone, "the screen that held the link has gone", ["dropped": "left"]) : nil
    }
    return checked
  }

  /// Puts a link back in its place in the queue until the screen that refuses to make way for it has gone, and has that
  /// screen asked after the change.
  private func wait(for link: PendingLink, at index: Int, refusedBy refuser: ScreenID) {
    var (links, link) = (world.ledgers.links.all, link)
    link.refuser = refuser
    link.screens = []
    link.isGivenUp = false
    links.insert(link, at: index)
    change(links: links)
    if !change.refusers.contains(refuser) { change.refusers.append(refuser) }
  }

  /// The live screen that refuses to make way for a link, if any.
  func refuser(of link: PendingLink) -> ScreenID? {
    link.refuser.flatMap { world.windows.contains($0) ? $0 : nil }
  }

  /// A screen that a link asked in vain is in its way no more if it refuses no longer while the condition doesn't hold.
  private func forgetRefusers() {
    var links = world.ledgers.links.all
    let free = links.indices.filter { index in
      guard let refuser = links[index].refuser, let screen = world.windows.screen(refuser) else {
        return false
      }
      return (try? mustWait(links[index].match)) != false && !refusesRemoval(screen)
    }
    if free.isEmpty { return }
    for index in free { links[index].refuser = nil }
    change(links: links)
  }

  /// Drops the links that wait in windows which aren't open, before others of their names may be.
  func dropLinksOfClosedWindows() {
    drop { link in
      do throws(Failure) {
        _ = try window(named: link.window)
        return nil
      } catch {
        return error.with("dropped", "closed")
      }
    }
  }

  /// Drops the waiting links for which there is a reason, and tells the host.
  private func drop(_ reason: (PendingLink) -> Failure?) {
    var kept: [PendingLink] = []
    for link in world.ledgers.links.all {
      if let reason = reason(link) { tell(failureOf: link, reason) } else { kept.append(link) }
    }
    if kept.count < world.ledgers.links.count { change(links: kept) }
  }

  /// Notifies the host that a waiting link has been dropped.
  private func tell(failureOf link: PendingLink, _ failure: Failure) {
    notices.all.append(
      .linkFailed(
        session: name, link: pattern(of: link.match.route), url: shown(link), failure))
  }

  /// Drops waiting links, as a change of its own.
  ///
  /// - Parameter url: the URL as given; nil for all of them.
  /// - Returns: the number of dropped links; 0 if nothing has changed.
  func dropPendingLinks(_ url: String?) throws(Failure) -> Int {
    let count =
      url.map { url in world.ledgers.links.all.count { $0.url.hasSameBytes(as: url) } }
      ?? world.ledgers.links.count
    guard count > 0 else {
      change.askedCount = 0
      return 0
    }
    try inOneChange(.request(.linkDrop)) { () throws(Failure) in
      drop { link in
        url.map(link.url.hasSameBytes) ?? true
          ? Failure(.rejected, "a request has dropped the link", ["dropped": "request"]) : nil
      }
    }
    return count
  }

  /// Drops all waiting links, as a part of the current change.
  func dropLinks() {
    drop { _ in Failure(.rejected, "a rule has dropped the link", ["dropped": "rule"]) }
  }

  /// Takes a link that a request opens out of the queue.
  func unqueue(_ url: String, openedIn window: Int) {
    let name = world.windows[window].window
    let links = world.ledgers.links.all.filter { $0.window != name || !$0.url.hasSameBytes(as: url) }
    if links.count < world.ledgers.links.count { change(links: links) }
  }

  func change(links: [PendingLink]) {
    history.journal.append(world.ledgers.links.put(links, for: ()), at: (), of: PendingLinks.self)
  }

  /// The first link whose condition holds and that no screen refuses; a condition that can't be computed doesn't hold.
  private func nextPendingLink() -> Int? {
    world.ledgers.links.all.firstIndex { refuser(of: $0) == nil && (try? mustWait($0.match)) == false }
  }

  // MARK: Values

  /// Runs a closure whose expressions see a link's values.
  func with<Result>(_ match: LinkMatch, _ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let outer = scope.link
    defer { scope.link = outer }
    scope.link = match
    return try body()
  }

  /// The URL of a waiting link, for people.
  func shown(_ link: PendingLink) -> String { shown(link.url, link.match) }

  /// A URL for people: if part of it is sensitive, its link's pattern.
  func shown(_ url: String, _ match: LinkMatch) -> String {
    let record = flow.links.record(of: match.route)
    return record.fields.contains(where: \.sensitive) ? pattern(of: match.route) : url
  }

  func shown(url: String) -> String {
    if let match = try? match(url, .caller) { return shown(url, match) }
    return shown(unknown: url) ?? StateView.hidden.string ?? ""
  }

  /// The part of an unmatched URL that people may see, if any.
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

  /// The most characters of a URL that a sentence shows.
  private static let longestShown = 100
}

extension LinkDefinition.Computed {
  fileprivate func misfit(of value: JSONValue) -> String? {
    var value = value
    do throws(Misfit) {
      switch taker {
      case .field(let schema): try schema.fit(&value)
      case .record(let record):
        guard let object = value.object else { throw Misfit("needs an object") }
        _ = try record.bind(object)
      case .url: break
      }
      return nil
    } catch {
      return error.message
    }
  }
}
