package import NavtreeFlow
import NavtreeSystem

/// Random walks over a flow and the app behind an adapter, side by side, each until they differ.
package final class AppWalk {
  package struct Settings: Sendable {
    package var seed: UInt64 = 1
    /// The number of runs, unless the time ends them.
    package var runs = 100
    /// The most moves of a run.
    package var steps = 50
    /// The time for all runs in milliseconds; nil for no limit.
    package var time: Int?

    package init() {}
  }

  package struct Counts {
    package fileprivate(set) var runs = 0
    /// The moves that both made.
    package fileprivate(set) var steps = 0
    /// The moves that the app couldn't do.
    package fileprivate(set) var skipped = 0
    /// The values that were compared.
    package fileprivate(set) var comparisons = 0
  }

  package internal(set) var counts = Counts()
  let flow: FlowDefinition
  private let projection: ProjectionDefinition
  private let adapterSettings: Adapter.Settings
  private let settings: Settings
  private let reader: MoveReader
  private let values: RandomValues
  private let clock = SystemClock()
  /// Nil before the first run, and after a fault.
  private var adapter: Adapter?
  /// The kinds of what was told, which isn't looked for again.
  private var told: Set<String> = []

  package init(
    _ flow: FlowDefinition, _ projection: ProjectionDefinition, _ adapter: Adapter.Settings,
    _ settings: Settings
  ) {
    self.flow = flow
    self.projection = projection
    adapterSettings = adapter
    self.settings = settings
    reader = MoveReader(MoveCatalog(flow))
    values = RandomValues(flow)
  }

  /// Plays the regressions, and if none of them fails walks at random. A run ends where both differ.
  ///
  /// - Parameters:
  ///   - regressions: Lists of moves that are made first, each with its name.
  ///   - tell: Takes the counts after each run.
  ///   - found: Takes each finding of a kind of its own, shrunk.
  /// - Throws: an `AdapterFault` that isn't the app's, or a `Failure` of the flow's start.
  package func run(
    regressions: [(name: String, moves: [Move])] = [], tell: (Counts) -> Void = { _ in },
    found: (AppFinding) throws -> Void
  ) throws {
    let end = settings.time.map { clock.now + $0 }
    /// - Returns: whether another run may find something else.
    func take(_ made: Made, _ run: Int?, _ regression: String?) throws -> Bool {
      guard let reason = made.reason else { return true }
      let finding = try shrunk(made.moves, reason, run, regression, until: end)
      told.formUnion(finding.reason.kinds)
      try found(finding)
      // Each run would begin so, or wait as long.
      if case .fault(.hung) = finding.reason { return false }
      return !finding.moves.isEmpty
    }
    for regression in regressions where !isOver(end) {
      guard try take(try play(regression.moves), nil, regression.name) else { return }
    }
    if !told.isEmpty { return }
    for number in 0..<settings.runs {
      if isOver(end) { break }
      var moves = AppMoves(reader, values, Dice(seed: settings.seed, number: number))
      let made = try walk(&moves, until: end)
      counts.runs += 1
      tell(counts)
      guard try take(made, number, nil) else { return }
    }
  }

  // MARK: Runs

  /// The moves that both made, whether both differ after them, and the reason that this is a finding.
  typealias Made = (moves: [Move], differ: Bool, reason: AppFinding.Reason?)

  private func walk(_ choice: inout AppMoves, until end: Int?) throws -> Made {
    try making { pair, made in
      for _ in 0..<settings.steps {
        if isOver(end) { return }
        guard let move = choice.next(in: pair.session) else { return }
        choice.note(couldDo: try make(move, on: pair, &made))
        if made.differ { return }
      }
    }
  }

  func isOver(_ end: Int?) -> Bool { end.map { clock.now >= $0 } ?? false }

  func play(_ moves: [Move], inNewApp isNew: Bool = false, until end: Int? = nil) throws -> Made {
    if isNew { adapter = nil }
    return try making { pair, made in
      for move in moves {
        if isOver(end) { return }
        _ = try make(move, on: pair, &made)
        if made.differ { return }
      }
    }
  }

  /// - Returns: whether the app could do the move.
  private func make(_ move: Move, on pair: AppSession, _ made: inout Made) throws -> Bool {
    made.moves.append(move)
    switch try pair.make(move) {
    case .done(let differences):
      counts.steps += 1
      note(.differs(differences), in: &made)
      return true
    case .skipped:
      counts.skipped += 1
      made.moves.removeLast()
      return false
    case .impossible:
      made.moves.removeLast()
      return false
    }
  }

  private func note(_ reason: AppFinding.Reason, in made: inout Made) {
    made.differ = made.differ || !reason.kinds.isEmpty
    made.reason = reason.without(told)
  }

  /// Begins both anew, and makes moves.
  private func making(_ body: (AppSession, inout Made) throws -> Void) throws -> Made {
    var made: Made = ([], false, nil)
    do {
      let isNew = adapter == nil
      let adapter = try adapter ?? Adapter(adapterSettings)
      self.adapter = adapter
      let pair = try AppSession(flow, projection, adapter)
      defer { counts.comparisons += pair.comparisons }
      let differences: [AppDifference]
      do throws(AdapterFault) {
        differences = try pair.begin()
      } catch {
        // An adapter that never worked isn't an app that crashes.
        throw isNew ? AppStartFault(fault: error) : error
      }
      note(.differs(differences), in: &made)
      if !made.differ {
        try body(pair, &made)
        try pair.end()
      }
    } catch let fault as AdapterFault {
      adapter = nil
      guard fault.isOfApp else { throw fault }
      note(.fault(fault), in: &made)
    } catch let fault as AppStartFault {
      adapter = nil
      throw fault.fault
    }
    return made
  }

  private struct AppStartFault: Error {
    let fault: AdapterFault
  }
}
