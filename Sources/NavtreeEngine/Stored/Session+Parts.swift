import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

extension Session {
  /// The entries of stored parts that a step has changed; none for what changes screens, fields and windows.
  func touched(by step: Inverse) -> [(part: StoredPart, id: Int)] {
    switch step {
    case .waiting(let screen, _): [(.waiting, screen.number)]
    case .timerSet(let number): [(.timers, number)]
    case .timerCleared(let timer): [(.timers, timer.number)]
    case .effect(let id, _, _): [(.effects, id)]
    case .kept(let key, let before):
      [before?.number, world.ledgers.keptStates.number(for: key)].compactMap { $0 }.map { (.kept, $0) }
    case .pendingLinks(let before): (0..<max(before.count, world.ledgers.links.count)).map { (.links, $0) }
    case .field, .place, .params, .presented, .removed, .replaced, .selected, .windowOpened, .windowClosed: []
    }
  }

  /// The ids of the entries of a part, in the order in which they are stored.
  func ids(of part: StoredPart) -> [Int] {
    switch part {
    case .waiting: world.ledgers.results.keys.map(\.number).sorted()
    case .timers: world.ledgers.timers.inOrder.map(\.number).sorted()
    case .effects: world.ledgers.effects.all.map(\.id)
    case .links: Array(world.ledgers.links.indices)
    case .kept: world.ledgers.keptStates.numbers
    case .ended: world.ledgers.endedEffects.ids
    case .tombstones: world.ledgers.tombstones.inOrder.map(\.number)
    }
  }

  /// What is stored of one entry of a part; nil: there is none.
  func entry(_ id: Int, of part: StoredPart, _ scope: StoredScope) -> JSONObject? {
    division(of: id, in: part, scope)?.here.object
  }

  /// One entry of a part, and what of it is kept elsewhere; nil: there is none.
  func division(of id: Int, in part: StoredPart, _ scope: StoredScope) -> StoredDivision? {
    var entry: JSONObject = [part.key: .integer(id)]
    var records: [(record: RecordDefinition, pointer: JSONPointer)] = []
    var apart: [(pointer: JSONPointer, destination: StoredScope.Destination)] = []
    switch part {
    case .waiting:
      guard let waiting = world.ledgers.results[ScreenID(id)] else { return nil }
      entry["presenter"] = .integer(waiting.presenter.number)
      entry.merge(navigations.json(waiting.awaiting)) { own, _ in own }
    case .timers:
      guard let timer = world.ledgers.timers[id] else { return nil }
      entry["screen"] = .integer(timer.owner.number)
      entry["due"] = .integer(timer.due)
      if let key = timer.key { entry["key"] = .string(key) }
      switch timer.purpose {
      case .send(let action):
        entry["send"] = .object(json(action))
        apart = destinations(of: action, scope)
      case .effectTimeout(let effect): entry["timeout"] = .integer(effect)
      }
    case .effects:
      guard let effect = world.ledgers.effects[id] else { return nil }
      entry["name"] = .string(effect.definition.name)
      entry["screen"] = .integer(effect.screen.number)
      entry["input"] = .object(effect.definition.input.object(effect.input))
      records.append((effect.definition.input, ["input"]))
      entry["key"] = effect.key.map { .string($0) }
      if case .actions(let done, let failed) = effect.template.taker {
        entry["done"] = done.map { .string(flow.actionNames[$0]) }
        entry["failed"] = failed.map { .string(flow.actionNames[$0]) }
      } else {
        entry["loads"] = true
      }
      entry["timeout"] = effect.template.timeout.map { .integer($0) }
      entry["retries"] = .integer(effect.retries)
      if effect.isQueued { entry["isQueued"] = true }
      entry["at"] = StoredNavigation.json(effect.template.location)
    case .kept:
      guard let (key, kept) = world.ledgers.keptStates.find(id) else { return nil }
      let definition = flow.screens[key.type]
      // An identity may tell what the params do.
      let identity = scope.destination(of: definition.params.fields)
      if identity == .nowhere { return nil }
      entry["screen"] = .string(definition.name)
      entry["identity"] = key.identity
      entry["state"] = .object(definition.state.object(kept.state))
      apart = [(["identity"], identity)]
      records.append((definition.state, ["state"]))
    case .links:
      guard world.ledgers.links.indices.contains(id) else { return nil }
      let link = world.ledgers.links[id]
      entry["url"] = .string(link.url)
      entry["window"] = .string(link.window)
      entry["force"] = .boolean(link.force)
      apart = [(["url"], scope.destination(of: flow.links.record(of: link.match.route).fields))]
    case .ended:
      guard let stone = world.ledgers.endedEffects[id] else { return nil }
      entry["screen"] = .integer(stone.screen.number)
      entry["end"] = .string(stone.end.name)
    case .tombstones:
      guard let stone = world.ledgers.tombstones[ScreenID(id)] else { return nil }
      entry["window"] = .string(stone.window)
      // Of a parent that is forgotten itself nobody knows the slots any more.
      let holder = stone.parent.flatMap(knownType)
      entry["parent"] = holder == nil ? .null : stone.parent.map { .integer($0.number) }
      entry["slot"] = holder.map { .string(flow.screens[$0].slots[stone.slot].name) } ?? .null
      entry["screen"] = .string(flow.screens[stone.type].name)
      entry["seq"] = .integer(stone.seq)
      entry["by"] = .string(stone.cause)
    }
    var division = StoredDivision(.object(entry))
    for (pointer, destination) in apart { division.note(pointer, destination) }
    for (record, pointer) in records { division.note(record, at: pointer, scope) }
    return division
  }

  /// Where the fields of an action that waits are kept.
  private func destinations(of action: QueuedAction, _ scope: StoredScope)
    -> [(pointer: JSONPointer, destination: StoredScope.Destination)]
  {
    switch action.content {
    case .navigation(let request, _):
      return navigations.destinations(of: navigations.json(request), at: ["send", "navigation"], scope)
    case .declared(let name, let payload):
      // Who takes it is known when it is sent.
      let declared =
        flow.screens.compactMap { $0.actions[name]?.payload }
        + [flow.actions[name]?.payload].compactMap(\.self)
      return payload.keys.map { (["send", "with", $0], scope.destination(of: $0, in: declared)) }
    }
  }

  private var navigations: StoredNavigation { StoredNavigation(flow: flow) }

  /// The type of a screen that lives or is remembered.
  private func knownType(of id: ScreenID) -> Int? {
    if let stone = world.ledgers.tombstones[id] { return stone.type }
    for window in world.windows {
      if let place = window.place(of: id) { return place.type }
    }
    return nil
  }

  private func json(_ action: QueuedAction) -> JSONObject {
    var object: JSONObject = [:]
    switch action.target {
    case .screen(let id): object["screen"] = .integer(id.number)
    case .active: object["isActive"] = true
    case .address(let address): object["address"] = .string(address)
    }
    switch action.content {
    case .declared(let name, let payload):
      object["action"] = .string(flow.actionNames[name])
      object["with"] = .object(payload)
    case .navigation(let request, let force):
      object["navigation"] = navigations.json(request)
      object["force"] = .boolean(force)
    }
    if case .rule(let location) = action.origin { object["at"] = StoredNavigation.json(location) }
    return object
  }

  // MARK: Restoring

  /// Puts a stored entry of a part back.
  ///
  /// - Throws: `StoredFault` where it doesn't fit the flow or the screens that live.
  func restore(_ reader: StoredReader, of part: StoredPart, _ stored: StoredSession) throws(StoredFault) {
    let id = try reader.id(part.key)
    switch part {
    case .waiting:
      let screen = try liveScreen("screen", of: reader)
      world.ledgers.results[screen] = Waiting(
        presenter: try liveScreen("presenter", of: reader), awaiting: try navigations.awaiting(reader))
    case .timers:
      let purpose: PendingTimer.Purpose
      if let effect = reader["timeout"] {
        purpose = .effectTimeout(try effect.id())
      } else {
        guard reader[StoredDivision.withheld] == nil else { throw reader.fault(Self.withheld) }
        purpose = .send(try action(reader.member("send")))
      }
      let remaining = try reader.integer("due") - stored.now
      insert(
        PendingTimer(
          due: now + min(max(remaining, 0), SessionClock.lastInstant - now), number: id,
          owner: try liveScreen("screen", of: reader),
          key: try reader.ifAny("key") { (it) throws(StoredFault) in try it.string() }, purpose: purpose))
    case .effects: world.ledgers.effects.put(try effect(id, reader), for: id)
    case .kept:
      let screen = try reader.member("screen")
      guard let type = flow.screenNames.index(of: try screen.string()), flow.screens[type].keep else {
        throw screen.fault("is no screen of the flow that is kept")
      }
      let record = flow.screens[type].state
      let reader = StoredReader(StoredDivision.known(of: reader.value), at: reader.pointer)
      let given = try reader.member("state")
      guard let bound = try? record.bind(try given.object()) else { throw given.fault("doesn't fit") }
      let state = zip(bound, record.fields).map { $0 ?? $1.initial?.constant ?? $1.schema.zero }
      let identity = try reader.member("identity").value
      world.ledgers.keptStates.restore(state, as: id, for: KeptStates.Key(type: type, identity: identity))
    case .links:
      guard reader[StoredDivision.withheld] == nil else { throw reader.fault(Self.withheld) }
      let url = try reader.member("url")
      guard let match = try? match(try url.string(), .caller) else {
        throw url.fault("is no link of the flow")
      }
      world.ledgers.links.append(
        PendingLink(
          url: try url.string(), match: match, window: try reader.string("window"),
          force: try reader.member("force").boolean()))
    case .ended:
      let screen = ScreenID(try reader.id("screen"))
      let end = try reader.member("end")
      guard let known = EffectEnd(name: try end.string()) else { throw end.fault("is no end of an effect") }
      world.ledgers.endedEffects.add(EffectStones.Stone(id: id, end: known, screen: screen))
    case .tombstones:
      world.ledgers.tombstones.add(ScreenID(id), try stone(reader, stored))
    }
  }

  private static let withheld = "holds what isn't kept"

  private func liveScreen(_ key: String, of reader: StoredReader) throws(StoredFault) -> ScreenID {
    let id = ScreenID(try reader.id(key))
    guard isAlive(id) else { throw try reader.member(key).fault("is no screen that lives") }
    return id
  }

  private func stone(_ reader: StoredReader, _ stored: StoredSession) throws(StoredFault) -> Tombstones.Stone
  {
    let screen = try reader.member("screen")
    guard let type = flow.screenNames.index(of: try screen.string()) else {
      throw screen.fault("is no screen of the flow")
    }
    let parent = try reader.ifAny("parent") { (it) throws(StoredFault) in try it.id() }
    // What held it lives or is remembered itself.
    let holder = parent.flatMap {
      stored.screen($0)?.screen ?? stored.parts[.tombstones]?[$0]?["screen"]?.string
    }
    let slots = holder.flatMap { flow.screenNames.index(of: $0) }.map { flow.screens[$0].slots } ?? []
    let slot = slots.firstIndex { .string($0.name) == reader["slot"]?.value }
    return Tombstones.Stone(
      window: try reader.string("window"), parent: slot == nil ? nil : parent.map { ScreenID($0) },
      slot: slot ?? 0, seq: try reader.id("seq"), type: type,
      cause: try reader.string("by"))
  }

  private func effect(_ id: Int, _ reader: StoredReader) throws(StoredFault) -> EffectInFlight {
    let name = try reader.member("name")
    guard let definition = flow.effects.first(where: { $0.name == (try? name.string()) }) else {
      throw name.fault("is no effect of the flow")
    }
    let given = try reader.member("input")
    var input: [JSONValue] = []
    do throws(Misfit) {
      for (value, field) in zip(try definition.input.bind(try? given.object()), definition.input.fields) {
        input.append(value ?? field.initial?.constant ?? field.schema.zero)
      }
    } catch {
      guard reader[StoredDivision.withheld] != nil else {
        throw given.fault("doesn't fit: \(error.pointer) \(error.message)")
      }
      input = definition.input.fields.map(\.schema.zero)
    }
    let isLoading = try reader.ifAny("loads") { (it) throws(StoredFault) in try it.boolean() } ?? false
    let taker: EffectTemplate.Taker =
      isLoading
      ? .loader
      : .actions(
        done: try navigations.action("done", of: reader), failed: try navigations.action("failed", of: reader)
      )
    let retries = try reader.id("retries")
    let template = EffectTemplate(
      definition, with: nil, taker: taker,
      timeout: try reader.ifAny("timeout") { (it) throws(StoredFault) in try it.id() }, retries: retries,
      location: try StoredNavigation.location(reader.member("at")))
    return EffectInFlight(
      id: id, template, screen: try liveScreen("screen", of: reader), input: input,
      key: try reader.ifAny("key") { (it) throws(StoredFault) in try it.string() }, retries: retries,
      isAgain: true,
      isQueued: try reader.ifAny("isQueued") { (it) throws(StoredFault) in try it.boolean() } ?? false)
  }

  private func action(_ reader: StoredReader) throws(StoredFault) -> QueuedAction {
    let target: QueuedAction.Target
    if let screen = reader["screen"] {
      target = .screen(ScreenID(try screen.id()))
    } else if let address = reader["address"] {
      target = .address(try address.string())
    } else {
      target = .active
    }
    let content: QueuedAction.Content
    if let navigation = reader["navigation"] {
      content = .navigation(try navigations.request(navigation), force: try reader.member("force").boolean())
    } else {
      guard let action = try navigations.action("action", of: reader) else {
        throw reader.fault("has no action")
      }
      content = .declared(action, try reader.object("with"))
    }
    let location = try reader.ifAny("at") { (it) throws(StoredFault) in try StoredNavigation.location(it) }
    return QueuedAction(
      target: target, window: 0, content: content, origin: location.map { .rule($0) } ?? .answer(nil),
      cause: nil)
  }
}

extension EffectEnd {
  /// Reads what `name` gives.
  fileprivate init?(name: String) {
    let ends: [EffectEnd] = [.answered, .failed, .superseded, .cancelled, .timedOut, .undone]
    if let end = ends.first(where: { $0.name == name }) {
      self = end
    } else if let reason = RemovalReason(rawValue: name) {
      self = .removed(reason)
    } else {
      return nil
    }
  }
}
