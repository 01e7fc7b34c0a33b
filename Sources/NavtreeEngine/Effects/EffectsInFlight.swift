import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections
import NavtreeText

/// The effects in flight of a session, by id and by the screens that wait for them.
struct EffectsInFlight {
  private var byID: [Int: EffectInFlight] = [:]
  /// The ids of a screen's effects, ascending; under nil those of the session.
  private var byScreen: [ScreenID?: [Int]] = [:]
  /// Effects with smaller ids are held: the session from which this one was forked requests them.
  ///
  /// One number, so that the cost of a fork doesn't depend on their number.
  private(set) var firstOwn = 0

  var isEmpty: Bool { byID.isEmpty }
  var count: Int { byID.count }

  subscript(id: Int) -> EffectInFlight? { byID[id] }

  /// Whether an effect is never requested from hosts here.
  func isHeld(_ id: Int) -> Bool { id < firstOwn }

  /// Whether a timer would end a held effect, which has no timeout.
  func isHeld(endedBy timer: PendingTimer) -> Bool { timer.effect.map(isHeld) ?? false }

  /// Holds all effects with ids below another.
  mutating func hold(below id: Int) { firstOwn = max(firstOwn, id) }

  /// The effects of a screen, or with nil of the session, in the order of their requests.
  func of(_ screen: ScreenID?) -> [EffectInFlight] {
    guard let ids = byScreen[screen] else { return [] }
    return ids.compactMap { byID[$0] }
  }

  /// All effects, in the order of their requests.
  ///
  /// - Complexity: O(*n* log *n*)
  var all: [EffectInFlight] { byID.values.sorted { $0.id < $1.id } }

  /// Puts an effect in place of the one with its id, or removes that; gives the former one.
  ///
  /// - Complexity: O(number of the screen's effects).
  @discardableResult
  mutating func put(_ effect: EffectInFlight?, for id: Int) -> EffectInFlight? {
    guard let effect else {
      guard let before = byID.removeValue(forKey: id), let screen = byScreen.index(forKey: before.screen)
      else { return nil }
      if byScreen.values[screen].count == 1 {
        byScreen.remove(at: screen)
      } else {
        byScreen.values[screen].removeAll { $0 == id }
      }
      return before
    }
    let before = byID.updateValue(effect, forKey: id)
    if before == nil { Self.insert(id, into: &byScreen[effect.screen, default: []]) }
    return before
  }

  private static func insert(_ id: Int, into ids: inout [Int]) {
    ids.insert(id, at: ids.lastIndex { $0 < id }.map { $0 + 1 } ?? 0)
  }
}

extension StoredPart {
  package static let effects = StoredPart("effects", key: "effect")
}

extension EffectsInFlight: Ledger {
  static var part: StoredPart { .effects }

  /// One that is queued once more has been asked for meanwhile.
  static func returning(_ effect: EffectInFlight, inPlaceOf present: EffectInFlight) -> EffectInFlight? {
    effect.isQueued && !present.isQueued ? effect.askedBefore : nil
  }

  static func byteCount(of effect: EffectInFlight) -> Int { effect.input.heldByteCount }

  func tell(_ id: Int, to changes: inout StateDelta) {
    if let effect = byID[id] {
      var members = effect.owner.shown(in: ["name": .string(effect.definition.name)])
      members["key"] = .string(effect.hostKey)
      changes.write(.object(members), at: "/effects/\(id)")
    } else {
      changes.remove("/effects/\(id)")
    }
  }

  var numbers: [Int] { byID.keys.sorted() }

  func division(of id: Int, _ form: EntryForm) -> StoredDivision? {
    guard let effect = byID[id] else { return nil }
    let record = effect.definition.input
    var entry = effect.owner.stored(
      in: [Self.part.key: .integer(id), "name": .string(effect.definition.name)])
    entry["input"] = .object(record.object(effect.input))
    entry["key"] = effect.key.map { .string($0.text) }
    entry["keyPrefix"] = .string(effect.keyPrefix)
    entry["since"] = .integer(effect.since)
    if case .actions(let done, let failed, let next) = effect.template.taker {
      entry["done"] = done.map { .string(form.flow.actionNames[$0]) }
      entry["failed"] = failed.map { .string(form.flow.actionNames[$0]) }
      entry["next"] = next.map { .string(form.flow.actionNames[$0]) }
    } else {
      entry["loads"] = true
    }
    entry["timeout"] = effect.template.timeout.map { .integer($0) }
    entry["deadline"] = effect.template.deadline.map { .integer($0) }
    entry["retries"] = .integer(effect.retries)
    let policy = effect.template.retries
    if policy.delay > 0 || policy.resetsOnNext {
      var members: JSONObject = [
        "times": .integer(policy.times), "delay": .integer(policy.delay), "factor": .number(policy.factor),
      ]
      members["maxDelay"] = policy.maxDelay.map { .integer($0) }
      if policy.resetsOnNext { members["resetOn"] = "next" }
      entry["retry"] = .object(members)
    }
    if effect.isResting { entry["isResting"] = true }
    if effect.isQueued {
      entry["isQueued"] = true
      if effect.isAgain { entry["isAgain"] = true }
    }
    if isHeld(id) { entry["isHeld"] = true }
    entry["at"] = StoredNavigation.json(effect.template.location)
    var division = StoredDivision(.object(entry))
    division.divide(record, at: ["input"], form.scope)
    return division
  }

  mutating func restore(_ stored: LedgerEntry) throws(StoredFault) {
    let reader = stored.reader
    let name = try reader.member("name")
    guard let definition = stored.flow.effects.first(where: { $0.name == (try? name.string()) }) else {
      throw name.fault("is no effect of the flow")
    }
    let input = try Self.input(definition.input, reader)
    let isLoading = try reader.flag("loads") ?? false
    let taker: EffectTemplate.Taker =
      isLoading
      ? .loader
      : .actions(
        done: try stored.navigations.action("done", of: reader),
        failed: try stored.navigations.action("failed", of: reader),
        next: try stored.navigations.action("next", of: reader))
    let retries = try reader.id("retries")
    let template = EffectTemplate(
      definition, with: nil, taker: taker,
      timeout: try reader.number("timeout"), deadline: try reader.number("deadline"),
      retries: try reader.ifAny("retry") { (it) throws(StoredFault) in try Self.policy(it) }
        ?? RetryPolicy(times: retries),
      location: try StoredNavigation.location(reader.member("at")))
    let isQueued = try reader.flag("isQueued") ?? false
    let isAgain = try reader.flag("isAgain") ?? !isQueued
    let effect = EffectInFlight(
      id: stored.number, template, owner: try stored.owner(), input: input,
      key: try reader.ifAny("key") { (it) throws(StoredFault) in UTF8Key(try it.string()) },
      keyPrefix: try reader.text("keyPrefix")
        ?? stored.session,
      since: try Self.since(stored), retries: retries, isAgain: isAgain, isQueued: isQueued,
      isResting: try reader.flag("isResting") ?? false)
    if try reader.flag("isHeld") ?? false {
      hold(below: stored.number + 1)
    }
    put(effect, for: stored.number)
  }

  /// An effect of another version of the flow, which can only fail.
  mutating func restoreLost(_ stored: LedgerEntry) -> Bool {
    guard let name = try? stored.reader.string("name"), let owner = try? stored.owner() else { return false }
    let location = (try? StoredNavigation.location(stored.reader.member("at"))) ?? ValueTemplate.nowhere
    let none = RecordDefinition()
    // Of its input, what this version declares as well.
    let kept = (try? stored.reader.object("input")) ?? [:]
    let known = stored.flow.effects.first { $0.name == name }?.input ?? none
    let fields = known.fields.filter { $0.schema.fitting(kept[$0.name]) != nil }
    let definition = EffectDefinition(
      name: name, input: RecordDefinition(fields), output: none, timeout: nil, retries: RetryPolicy(times: 0),
      location: location)
    let taker: EffectTemplate.Taker =
      stored.reader["loads"] != nil
      ? .loader
      : .actions(done: nil, failed: try? stored.navigations.action("failed", of: stored.reader), next: nil)
    let effect = EffectInFlight(
      id: stored.number,
      EffectTemplate(
        definition, with: nil, taker: taker, timeout: nil, deadline: nil, retries: definition.retries,
        location: location),
      owner: owner, input: fields.compactMap { $0.schema.fitting(kept[$0.name]) },
      key: (try? stored.reader.string("key")).map { UTF8Key($0) },
      keyPrefix: (try? stored.reader.string("keyPrefix")) ?? stored.session,
      since: (try? Self.since(stored)) ?? stored.now, retries: 0,
      isAgain: true, isQueued: stored.reader["isQueued"] != nil)
    put(effect, for: stored.number)
    return true
  }

  /// The instant of its first request; that of the restoring where an older store doesn't say it.
  private static func since(_ stored: LedgerEntry) throws(StoredFault) -> Int {
    try stored.reader.ifAny("since") { (it) throws(StoredFault) in try it.id() } ?? stored.now
  }

  private static func policy(_ reader: StoredReader) throws(StoredFault) -> RetryPolicy {
    let factor = try reader.member("factor")
    guard let number = factor.value.number, number >= 1 else { throw factor.fault("is no factor") }
    return RetryPolicy(
      times: try reader.id("times"), delay: try reader.id("delay"), factor: number,
      maxDelay: try reader.number("maxDelay"), resetsOnNext: reader["resetOn"] != nil)
  }

  private static func input(_ record: RecordDefinition, _ reader: StoredReader) throws(StoredFault)
    -> [JSONValue]
  {
    let given = try reader.member("input")
    do throws(Misfit) {
      return zip(try record.bind(try? given.object()), record.fields).map {
        $0 ?? $1.initial?.constant ?? $1.schema.zero
      }
    } catch {
      guard reader[StoredDivision.withheld] != nil else {
        throw given.fault("doesn't fit: \(error.pointer) \(error.message)")
      }
      let kept = (try? given.object()) ?? [:]
      return record.fields.map { $0.schema.fitting(kept[$0.name]) ?? $0.schema.zero }
    }
  }
}
