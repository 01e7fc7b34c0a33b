import NavtreeEngine
import NavtreeFlow

/// The classes of what is owed in each state: timers, and effects by their name and place.
struct OwedClasses {
  /// The class of all timers.
  static let timers = 0

  private var numbers: [String: Int] = [:]
  /// By class, whether it is an effect that is done at some time.
  private(set) var areFair = [false]
  private var lists: [[Int]] = []
  private var listNumbers: [[Int]: Int32] = [:]
  private var states: [Int32] = []

  /// What is owed in a state.
  struct Owed: Sendable {
    let hasTimers: Bool
    let effects: [(name: String, isFair: Bool)]

    init(_ session: Session) {
      hasTimers = session.nextTimer != nil
      effects = session.owed.map {
        (OwedClasses.name($0.definition.name, session.address(of: $0)), $0.definition.isFair)
      }
    }
  }

  mutating func note(_ owed: Owed) {
    var list: Set<Int> = owed.hasTimers ? [Self.timers] : []
    for (name, isFair) in owed.effects {
      if numbers[name] == nil {
        numbers[name] = areFair.count
        areFair.append(isFair)
      }
      if let number = numbers[name] { list.insert(number) }
    }
    let sorted = list.sorted()
    if listNumbers[sorted] == nil {
      listNumbers[sorted] = Int32(lists.count)
      lists.append(sorted)
    }
    states.append(listNumbers[sorted] ?? 0)
  }

  fileprivate static func name(_ effect: String, _ at: String) -> String { "\(effect) \(at)" }

  /// What is owed in a state.
  subscript(state: Int) -> [Int] { lists[Int(states[state])] }

  /// The class of which a move ends one, and whether well; nil for a move that ends none.
  func ended(by move: Move) -> (number: Int, isDone: Bool)? {
    switch move {
    case .advance: return (Self.timers, true)
    case .answer(let answer):
      guard let number = numbers[Self.name(answer.effect, answer.at)] else { return nil }
      return switch answer.outcome {
      case .output: (number, true)
      case .error: (number, false)
      case .next: nil
      }
    default: return nil
    }
  }
}
