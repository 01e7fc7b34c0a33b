import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// Lists and details that load by themselves.
///
/// Whether a request is in progress follows from the effects in flight, so a rule that writes `status` stops
/// nothing. The cursor determines the next page, as long as the rest of the input is that of the present items; null is
/// the first page, which replaces them.
extension Transaction {
  /// Runs one of navtree's own actions of a list or a detail.
  func run(_ action: LoaderAction, on screen: ScreenID, _ payload: [JSONValue]) throws(Failure) {
    guard let loader = flow.screens[try type(of: screen)].loader else { return }
    switch action {
    case .listLoad, .detailLoad:
      if request(of: screen) == nil { try load(loader, screen) }
    case .listMore:
      if request(of: screen) == nil { try loadMore(loader, screen) }
    case .listRefresh:
      if let request = request(of: screen) { cancel(request, .superseded) }
      try load(loader, screen)
    case .listRetry, .detailRetry:
      guard request(of: screen) == nil, try read(screen, status) == .failed else { return }
      if let failed = world.ledgers.loads[screen], let input = failed.request {
        try ask(input, isFirst: failed.isFirst, loader, screen)
      } else {
        try loadMore(loader, screen)
      }
    case .listInsert: try insert(payload[0], before: payload[1], screen, loader)
    case .listUpdate: try update(payload[0], with: payload[1], screen, loader)
    case .listRemove: try takeOut(payload[0], screen, loader)
    case .listMove: try move(payload[0], before: payload[1], screen, loader)
    }
  }

  /// Queues the first load of a screen that is being made.
  func queueLoad(of screen: ScreenID, _ loader: LoaderDefinition) {
    change.queue.append(
      QueuedAction(
        target: .screen(screen), window: 0, content: .declared(loader.action, [:]),
        origin: .rule(loader.ask.location), cause: change.currentCause, isLostWithItsTarget: true))
  }

  /// Queues the first load of a screen that became visible.
  func queueFirstLoad(of screen: ScreenID) {
    guard let live = world.windows.screen(screen), let loader = flow.screens[live.type].loader
    else { return }
    // A page without items but with a next page leaves the list idle.
    if case .list = loader.kind, live.state[LoaderDefinition.Field.cursor.rawValue] != .null { return }
    if status(of: live) == .idle { queueLoad(of: screen, loader) }
  }

  /// The request in progress.
  private func request(of screen: ScreenID) -> EffectInFlight? {
    world.ledgers.effects.of(screen).first { if case .loader = $0.template.taker { true } else { false } }
  }

  func status(of screen: borrowing Screen) -> LoaderDefinition.Status? {
    screen.state[LoaderDefinition.Field.status.rawValue].string.flatMap {
      LoaderDefinition.Status(rawValue: $0)
    }
  }

  /// Sets a field that the loading added.
  private func set(
    _ field: LoaderDefinition.Field, of screen: ScreenID, to value: JSONValue, _ loader: LoaderDefinition
  )
    throws(Failure)
  {
    var value = value
    let definition = try definition(of: screen, field.rawValue)
    do {
      try definition.schema.fit(&value)
    } catch {
      throw flowDefect(error, of: definition, at: loader.ask.location)
    }
    guard withField(screen, field.rawValue, { $0 != value }) else { return }
    try set(screen, FieldTarget(field: field.rawValue, location: loader.ask.location), tail: [], to: value)
  }

  /// Empties a screen whose input has changed, and loads again as when it is presented or appears.
  func loadAnew(_ loader: LoaderDefinition, _ screen: ScreenID, _ cause: Int?) throws(Failure) {
    if let request = request(of: screen) { cancel(request, .superseded) }
    remember(nil, for: screen)
    let content = try value(ofUnset: try definition(of: screen, LoaderDefinition.Field.content.rawValue))
    try set(.content, of: screen, to: content, loader)
    try set(.error, of: screen, to: .null, loader)
    if case .list = loader.kind { try set(.cursor, of: screen, to: .null, loader) }
    try set(.status, of: screen, to: .string(LoaderDefinition.Status.idle.rawValue), loader)
    guard isDue(loader, screen) else { return }
    let outer = change.currentCause
    change.currentCause = cause
    defer { change.currentCause = outer }
    queueLoad(of: screen, loader)
  }

  /// Whether a screen of the tree loads by itself.
  private func isDue(_ loader: LoaderDefinition, _ screen: ScreenID) -> Bool {
    switch loader.start {
    case .onPresent: true
    case .onAppear: listeners.sightings.stillShows(screen)
    case .manual: false
    }
  }

  /// Whether to load a screen anew would change anything.
  func mustLoadAnew(_ screen: ScreenID) -> Bool {
    guard let live = world.windows.screen(screen), let loader = flow.screens[live.type].loader else {
      return false
    }
    return status(of: live) != .idle || request(of: screen) != nil || isDue(loader, screen)
  }

  /// Loads from the beginning.
  private func load(_ loader: LoaderDefinition, _ screen: ScreenID) throws(Failure) {
    try ask(try firstInput(of: loader, screen), isFirst: true, loader, screen)
  }

  /// Loads the next page or, when the input isn't that of the present items any more, from the beginning.
  private func loadMore(_ loader: LoaderDefinition, _ screen: ScreenID) throws(Failure) {
    var input = try firstInput(of: loader, screen)
    if let pages = world.ledgers.loads[screen]?.pages, pages != input {
      return try ask(input, isFirst: true, loader, screen)
    }
    if try read(screen, status) == .end { return }
    let cursor = cursor(of: loader, screen)
    if let field = loader.cursor { input[field] = cursor }
    try ask(input, isFirst: cursor == .null, loader, screen)
  }

  /// The present input of a loader for the first page.
  private func firstInput(of loader: LoaderDefinition, _ screen: ScreenID) throws(Failure) -> [JSONValue] {
    scope.look(at: screen)
    return try input(of: loader.ask, cursor: loader.cursor.map { ($0, .null) })
  }

  /// The start of a list's next page; null for the first one, and of a detail.
  private func cursor(of loader: LoaderDefinition, _ screen: ScreenID) -> JSONValue {
    guard case .list = loader.kind else { return .null }
    return withField(screen, LoaderDefinition.Field.cursor.rawValue) { $0 }
  }

  private func ask(_ input: [JSONValue], isFirst: Bool, _ loader: LoaderDefinition, _ screen: ScreenID)
    throws(Failure)
  {
    try set(.status, of: screen, to: .string(LoaderDefinition.Status.loading.rawValue), loader)
    try set(.error, of: screen, to: .null, loader)
    // The rest follows from the params and the cursor.
    if !loader.followsParams || isFirst && cursor(of: loader, screen) != .null {
      let pages = world.ledgers.loads[screen]?.pages
      remember(LoadMemory(request: input, isFirst: isFirst, pages: pages), for: screen)
    } else {
      remember(nil, for: screen)
    }
    let request = EffectRequest(template: loader.ask, input: input, key: nil)
    try ask(request, for: .screen(screen))
  }

  /// Tells no host of loads that the change has both requested and superseded.
  func withdrawLoads(since beginning: Beginning) {
    var loads: Set<Int> = []
    for stone in change.ends where stone.end == .superseded && stone.id >= beginning.counters.effect {
      loads.insert(stone.id)
    }
    if loads.isEmpty { return }
    for case .effectRequested(_, let effect, _) in notices.all[beginning.noticeCount...] {
      if case .actions = effect.template.taker { loads.remove(effect.id) }
    }
    let told = notices.all[beginning.noticeCount...].filter { notice in
      switch notice {
      case .effectRequested(_, let effect, _): !loads.contains(effect.id)
      case .effectCancelled(_, let id, _): !loads.contains(id)
      default: true
      }
    }
    notices.all.replaceSubrange(beginning.noticeCount..., with: told)
  }

  // MARK: Answers

  /// Checks the host's output: the items of a list have keys.
  func checkContent(_ output: JSONObject, for effect: EffectInFlight) throws(Failure) {
    guard let screen = effect.screen, let type = world.windows.place(of: screen)?.type,
      let loader = flow.screens[type].loader,
      case .list(let key, _) = loader.kind,
      case .array(let items)? = output[effect.definition.output.fields[loader.content].name]
    else { return }
    for (index, item) in items.enumerated() where Self.key(of: item, key) == nil {
      throw Failure(
        .invalidParams,
        "output of '\(effect.definition.name)': an item has no '\(key)', a string or an integer",
        ["pointer": .string(JSONPointer(["output", "items", "\(index)"]).description)])
    }
  }

  /// Takes the outcome of a request: a page of items, a value, or an error.
  func takeContent(
    _ value: JSONValue, isDone: Bool, for effect: EffectInFlight
  ) throws(Failure) {
    guard let screen = effect.screen, let loader = flow.screens[try type(of: screen)].loader else { return }
    guard isDone else {
      try set(.error, of: screen, to: value, loader)
      return try set(.status, of: screen, to: .string(LoaderDefinition.Status.failed.rawValue), loader)
    }
    let fields = effect.definition.output.fields
    let content = value[fields[loader.content].name] ?? .null
    var status = LoaderDefinition.Status.end
    switch loader.kind {
    case .detail: try set(.content, of: screen, to: content, loader)
    case .list(let key, let maxItems):
      let memory = world.ledgers.loads[screen]
      let isFirst = memory?.request == nil ? cursor(of: loader, screen) == .null : memory?.isFirst ?? false
      let isFull = try take(
        content.array ?? [], replacing: isFirst, screen, loader, key: key, maxItems: maxItems)
      let next = loader.nextCursor.flatMap { value[fields[$0].name] } ?? .null
      try set(.cursor, of: screen, to: next, loader)
      if next != .null, !isFull { status = .idle }
    }
    var pages = effect.input
    if let field = loader.cursor { pages[field] = .null }
    remember(loader.followsParams ? nil : LoadMemory(pages: pages), for: screen)
    try set(.status, of: screen, to: .string(status.rawValue), loader)
  }
}
