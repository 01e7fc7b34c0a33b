import NavtreeEngine
import NavigationTree
import NavtreeFlow

/// The choice of moves for one run.
///
/// Each run leaves out some kinds of moves, so that the others follow each other more often. Kinds that the app can't do
/// become rare, on the active screen and elsewhere apart.
struct AppMoves {
  /// Moves that differ in their payload, answer or time alone.
  fileprivate struct Kind: Hashable {
    let name: String
    /// The path of its screen, or its window.
    let at: String
    let way: Way

    init(_ name: String, at: String = "", _ way: Way) {
      self.name = name
      self.at = at
      self.way = way
    }

    /// The way that something is done.
    enum Way {
      /// By users, on the screen.
      case onScreen
      /// Wherever the user is.
      case anywhere
      /// It takes the user elsewhere, so that a run which does it often comes to nothing else.
      case away
    }

    func isRare(on active: String?) -> Bool {
      switch way {
      case .onScreen: at != active
      case .anywhere: false
      case .away: true
      }
    }
  }

  /// Kinds of which the app does all or none.
  private struct Habit: Hashable {
    let name: String
    let isRare: Bool
  }

  private let reader: MoveReader
  private let values: RandomValues
  private var dice: Dice
  /// Whether the run leaves a name out.
  private var isLeftOut: [String: Bool] = [:]
  /// How often in a row the app couldn't do a move.
  private var refusals: [Habit: Int] = [:]
  /// That of the last move.
  private var habit: Habit?

  /// The time that passes where no timer is due, in milliseconds.
  private static let idleTime = 1_000

  init(_ reader: MoveReader, _ values: RandomValues, _ dice: Dice) {
    self.reader = reader
    self.values = values
    self.dice = dice
  }

  /// A move of the session; nil where there is none.
  mutating func next(in session: Session) -> Move? {
    var kinds: [Kind: Int] = [:]
    var groups: [(kind: Kind, moves: [Move])] = []
    var all = reader.moves(of: session)
    // The app may have a timer that the flow hasn't.
    if session.nextTimer == nil { all.append(.advance(Self.idleTime)) }
    for move in all {
      guard let kind = move.kind else { continue }
      if let index = kinds[kind] {
        groups[index].moves.append(move)
      } else {
        kinds[kind] = groups.count
        groups.append((kind, [move]))
      }
    }
    let active = session.windows.first.map { $0.address(of: $0.active) }
    let habits = groups.map { group in
      Habit(name: group.kind.name, isRare: group.kind.isRare(on: active))
    }
    let weights = habits.map { weight(of: $0) }
    let index = dice.index(by: weights) ?? (groups.isEmpty ? nil : dice.below(groups.count))
    return index.map { index in
      habit = habits[index]
      let move = groups[index].moves[dice.below(groups[index].moves.count)]
      return dice.below(3) == 0 ? move : varied(move)
    }
  }

  /// The move with another payload, answer or time.
  private mutating func varied(_ move: Move) -> Move {
    let flow = reader.catalog.flow
    switch move {
    case .act(let action, let payload, let path):
      let records = flow.payloads(of: action).filter { (try? $0.bind(payload)) != nil }
      return records.first.flatMap { values.payload(of: $0, &dice) }
        .map { .act(action, payload: $0, at: path) } ?? move
    case .answer(let answer):
      guard let effect = flow.effects.first(where: { $0.name == answer.effect }) else { return move }
      let outcome: EffectAnswer.Outcome?
      switch answer.outcome {
      case .output: outcome = values.payload(of: effect.output, &dice).map { .output($0) }
      case .next: outcome = values.payload(of: effect.next, &dice).map { .next($0) }
      case .error: outcome = nil
      }
      return outcome.map { .answer(answer.with($0)) } ?? move
    case .advance(let time):
      let times = [time / 2, max(time - 1, 0), time + 1, time + Self.idleTime]
      return .advance(times[dice.below(times.count)])
    case .back, .navigate, .open, .late, .kill, .restore, .openWindow, .openKind, .closeWindow: return move
    }
  }

  /// Notes whether the app could do the last move.
  mutating func note(couldDo: Bool) {
    if let habit { refusals[habit] = couldDo ? 0 : (refusals[habit] ?? 0) + 1 }
  }

  private mutating func weight(of habit: Habit) -> Int {
    let isOut: Bool
    if let known = isLeftOut[habit.name] {
      isOut = known
    } else {
      isOut = dice.below(4) == 0
      isLeftOut[habit.name] = isOut
    }
    if isOut { return 0 }
    return max((habit.isRare ? 16 : 64) >> min(refusals[habit] ?? 0, 6), 1)
  }
}

extension FlowDefinition {
  /// The payloads of an action, as screens and the flow declare it.
  func payloads(of action: Int) -> [RecordDefinition] {
    (screens.map(\.actions) + [actions]).compactMap { $0[action]?.payload }
  }
}

extension Move {
  /// Its kind; nil for a move that no adapter does.
  fileprivate var kind: AppMoves.Kind? {
    switch self {
    case .act(let action, _, let path): AppMoves.Kind("act \(action)", at: path, .onScreen)
    case .back(let window): AppMoves.Kind("back", at: window, .anywhere)
    case .navigate(let navigation, let path):
      AppMoves.Kind("\(navigation.verb.rawValue) \(navigation.part ?? "")", at: path, .onScreen)
    case .open: AppMoves.Kind("open", .away)
    case .answer(let answer): AppMoves.Kind("answer \(answer.effect)", at: answer.at, .anywhere)
    case .advance: AppMoves.Kind("advance", .anywhere)
    case .late, .kill, .restore, .openWindow, .openKind, .closeWindow: nil
    }
  }
}
