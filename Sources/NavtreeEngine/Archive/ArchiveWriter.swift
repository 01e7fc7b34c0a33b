import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

/// Logs changes for a store, a line each.
///
/// A change's digest lists the places that it touched; their present values are read from the session. So a
/// line grows with the change and not with the session.
struct ArchiveWriter {
  let transaction: Transaction
  let archive: Archive

  var scope: StoredScope { archive.scope }
  var form: StoredForm { StoredForm(transaction: transaction, scope: scope) }

  func writeClock() {
    end(since: begin())
  }

  func write(spent timer: PendingTimer) {
    let start = begin()
    add(.entry(.timers, timer.number, nil))
    end(since: start)
    if scope.hasStores { touch(.entry(.timers, timer.number), []) }
    if archive.keepsSteps {
      archive.steps.append(Inverse(TimerStep(number: timer.number, timer: timer, left: 0)))
    }
  }

  /// - Parameter timers: the timers as they were before.
  func write(postponed timers: [PendingTimer]) {
    let start = begin()
    let form = form.entries
    for timer in timers {
      let division = transaction.world.ledgers.division(of: timer.number, in: .timers, form)
      add(.entry(.timers, timer.number, division?.here.object))
      if archive.keepsSteps {
        archive.steps.append(Inverse(TimerStep(number: timer.number, timer: timer, left: 0)))
      }
    }
    end(since: start)
  }

  /// - Parameter steps: the numbers of answers that came and went, with the former entries.
  func write(remembered steps: [FormerEntry<RememberedAnswers>]) {
    let start = begin()
    let form = form.entries
    for step in steps {
      let division = transaction.world.ledgers.division(of: step.key, in: .requests, form)
      add(.entry(.requests, step.key, division?.here.object))
      if archive.keepsSteps { archive.steps.append(Inverse(step)) }
    }
    end(since: start)
  }

  /// - Complexity: O(size of the touched data).
  func writeChange() {
    let start = begin()
    let journal = transaction.history.journal
    if journal.count == 1, transaction.world.ledgers.brokenInvariants.touched.isEmpty,
      case .field(let owner, let field, _) = journal[0]
    {
      writeField(owner, field)
      if archive.keepsSteps { archive.steps.append(journal[0]) }
    } else {
      let digest = transaction.digest
      var fresh: Set<ScreenID> = []
      for change in digest.trees { write(change, &fresh) }
      writeWindows(digest, &fresh)
      writeFields(digest, fresh)
      writeEntries(digest)
      if archive.keepsSteps { archive.steps.append(contentsOf: journal) }
    }
    end(since: start)
  }

  /// Begins a line, and gives the place where its steps begin.
  private func begin() -> Int {
    if archive.count == 0 { archive.wake() }
    archive.count += 1
    archive.lines.append(#"{"seq":"#)
    archive.lines.appendInteger(transaction.world.seq)
    // What only a timer depends on is of no use without one.
    if transaction.now != archive.lastMark.now,
      transaction.clock.kind == .virtual || !transaction.world.ledgers.timers.isEmpty
    {
      archive.lines.append(#","now":"#)
      archive.lines.appendInteger(transaction.now)
      archive.lastMark.now = transaction.now
    }
    if transaction.pausedAt != archive.lastMark.pausedAt {
      archive.lines.append(transaction.isPaused ? #","paused":true"# : #","paused":false"#)
      archive.lastMark.pausedAt = transaction.pausedAt
    }
    if transaction.world.counters != archive.lastMark.counters {
      archive.lastMark = SessionMark(transaction)
      archive.lines.append(#","next":{"#)
      for (index, counter) in StoredCounter.allCases.enumerated() {
        if index > 0 { archive.lines.append(",") }
        archive.lines.appendString(counter.rawValue)
        archive.lines.append(":")
        archive.lines.appendInteger(transaction.world.counters[counter])
      }
      archive.lines.append("}")
    }
    archive.lines.append(#","steps":["#)
    return archive.lines.count
  }

  private func end(since start: Int) {
    // Each step ends in a comma.
    if archive.lines.count > start { archive.lines.truncate(to: archive.lines.count - 1) }
    archive.lines.append("]}\n")
  }

  private func add(_ step: StoredStep) {
    step.write(into: &archive.lines)
    archive.lines.append(",")
  }

  // MARK: Trees

  private func write(_ change: ChangeDigest.TreeChange, _ fresh: inout Set<ScreenID>) {
    switch change {
    case .windowOpened: break
    case .presented(let parent, let slot):
      if let child = transaction.world.windows.child(of: parent, in: slot) {
        writeRows(from: child.id, &fresh)
      }
    case .removed(let tree):
      writeGone(tree.root)
      switch tree.end {
      case .windowClosed: break
      case .removed: if scope.hasStores, let parent = tree.parent { touchVisits(of: parent) }
      case .replaced(let successor):
        writeRows(from: successor, &fresh)
        if scope.hasStores, let holder = transaction.world.windows.holder(of: successor) {
          touchVisits(of: holder.screen)
        }
      }
    }
  }

  private func writeWindows(_ digest: ChangeDigest, _ fresh: inout Set<ScreenID>) {
    var isTouched = false
    var opened: [Int] = []
    for change in digest.trees {
      switch change {
      case .windowOpened(let index): opened.append(index)
      case .removed(let tree): if case .windowClosed = tree.end { isTouched = true }
      case .presented: break
      }
    }
    guard isTouched || !opened.isEmpty else { return }
    add(.windows(transaction.world.windows.map(\.window)))
    // After several windows are opened and closed in one change, the numbers alone are ambiguous.
    let meant =
      opened.count == 1 && !isTouched
      ? opened : opened.isEmpty ? [] : Array(transaction.world.windows.indices)
    for window in meant where transaction.world.windows.indices.contains(window) {
      writeRows(from: transaction.world.windows[window].rootID, &fresh)
    }
  }

  private func writeRows(from id: ScreenID, _ fresh: inout Set<ScreenID>) {
    guard !fresh.contains(id), let window = transaction.world.windows.index(holding: id) else { return }
    for (screen, place) in transaction.world.windows[window].subtree(of: id) {
      fresh.insert(screen.id)
      if scope.hasStores { touch(screen) }
      add(.row(form.row(of: screen, at: place, in: transaction.world.windows[window])))
    }
  }

  /// Writes the removal of a tree's screens, except those that live elsewhere.
  private func writeGone(_ root: Screen) {
    for (screen, _) in root.subtree(order: .lastSlotFirst)
    where !transaction.world.windows.contains(screen.id) {
      add(.gone(screen.id.number))
      if scope.hasStores { touch(screen) }
    }
  }

  // MARK: Fields

  private func writeField(_ owner: ScreenID?, _ field: Int) {
    guard let record = try? transaction.record(of: owner) else { return }
    guard scope.takes(record.fields[field]) else {
      return touch(owner, record.fields[field])
    }
    transaction.withField(owner, field) { add(.set(owner?.number, record.fields[field].name, $0)) }
  }

  private func writeFields(_ digest: ChangeDigest, _ fresh: Set<ScreenID>) {
    var written: Set<FieldPlace> = []
    for case .write(let id, let write) in digest.parts {
      // A removed screen has no row, and a fresh one is written as a whole.
      if let id, fresh.contains(id) || !transaction.world.windows.contains(id) { continue }
      switch write {
      case .field(let field, _):
        // The first step has covered all.
        if written.insert(FieldPlace(screen: id, field: field)).inserted { writeSteps(digest, id, field) }
      case .params:
        guard let screen = id.flatMap({ transaction.world.windows.screen($0) }) else { continue }
        let params = scope.object(transaction.flow.screens[screen.type].params, screen.params)
        add(.params(screen.id.number, params))
        if scope.hasStores { touchParams(of: screen) }
      case .selection:
        guard let screen = id.flatMap({ transaction.world.windows.screen($0) }),
          let selection = form.selection(of: screen)
        else { continue }
        add(.select(screen.id.number, selection))
        if scope.hasStores { touchVisits(of: screen.id) }
      }
    }
  }

  /// Writes all changes to one field.
  ///
  /// The steps are reverted and repeated, so that each is written as it was done: the next step may shift the
  /// indexes of a list.
  private func writeSteps(_ digest: ChangeDigest, _ owner: ScreenID?, _ field: Int) {
    guard let definition = try? transaction.definition(of: owner, field) else { return }
    guard scope.takes(definition) else { return touch(owner, definition) }
    var steps: [FieldStep] = []
    for case .write(owner, .field(field, let step)) in digest.parts { steps.append(step) }
    transaction.withField(owner, field) { value in
      for index in steps.indices.reversed() { steps[index].apply(to: &value) }
      for step in steps {
        switch step {
        case .set(let new): add(.set(owner?.number, definition.name, new))
        case .place(let edit): add(.place(owner?.number, definition.name, edit))
        }
      }
      for index in steps.indices { steps[index].apply(to: &value) }
    }
  }

  // MARK: Ledgers

  private func writeEntries(_ digest: ChangeDigest) {
    let form = form.entries
    for case .ledger(let step) in digest.parts {
      let (part, numbers) = step.touched(in: transaction.world.ledgers)
      for number in numbers {
        let division = transaction.world.ledgers.division(of: number, in: part, form)
        add(.entry(part, number, division?.here.object))
        if scope.hasStores { touch(.entry(part, number), division?.stores ?? []) }
      }
    }
    for (part, numbers) in transaction.world.ledgers.takeTouched() {
      for number in numbers {
        add(.entry(part, number, transaction.world.ledgers.division(of: number, in: part, form)?.here.object))
      }
    }
  }
}
