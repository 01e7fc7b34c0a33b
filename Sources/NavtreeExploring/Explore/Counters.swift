import NavigationTree
import NavtreeCEL
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText

/// The counters of a flow: integers that are only compared with numbers, and changed by sums with constants.
///
/// A search that doesn't count them is widened: before each move a counter may have any value, of which a few stand for
/// all. What it doesn't find isn't there; what it finds may not be.
struct Counters {
  /// By counter, the values that stand for all.
  private(set) var values: [DeclaredField: [Int]] = [:]
  /// The rules that write counters, with the number of steps that do.
  private var writers: [(rule: CoverageEvent, count: Int)] = []

  /// The most writes of counters in one move for which the values stand for all.
  static let mostWrites = 2
  /// The most combinations of values that are tried in a state.
  static let mostVariants = 256

  /// - Parameter reads: what the flow's expressions read.
  init(_ flow: FlowDefinition, _ reads: FieldReads) {
    for (counter, bounds) in reads.counters {
      guard let domain = Self.domain(of: counter, flow) else { continue }
      let edges = bounds.edges + [domain.lowerBound, domain.upperBound]
      let sums = Set(
        [0] + bounds.steps + bounds.steps.flatMap { one in bounds.steps.map { one &+ $0 } })
      // Where a comparison of a sum changes.
      let points = edges.flatMap { edge in
        sums.compactMap { sum -> Int? in
          let (point, isBeyond) = edge.subtractingReportingOverflow(sum)
          return isBeyond ? nil : point
        }
      }
      // With one value between each two points, below and above all.
      var all = Set(points).union(points.filter { $0 < .max }.map { $0 + 1 })
      if let least = points.min(), least > .min { all.insert(least - 1) }
      values[counter] = all.filter(domain.contains).sorted()
    }
    for (type, screen) in flow.screens.enumerated() { addWriters(screen.rules, type) }
    addWriters(flow.actions.rules, nil)
  }

  /// The values that a counter may have; nil for one that can't be widened.
  private static func domain(of counter: DeclaredField, _ flow: FlowDefinition) -> ClosedRange<Int>? {
    // Kept state comes back in the middle of a move.
    if case .state(let type) = counter.record, flow.screens[type].keep { return nil }
    let field = flow[counter]
    guard field.schema.types == .integer else { return nil }
    guard let words = field.schema.constraints?.words else { return .min ... .max }
    guard words.values == nil, words.const == nil, words.multipleOf == nil, words.exclusiveMinimum == nil,
      words.exclusiveMaximum == nil
    else { return nil }
    let least = words.minimum.map { Int(exactly: $0) } ?? .min
    let greatest = words.maximum.map { Int(exactly: $0) } ?? .max
    guard let least, let greatest, least <= greatest else { return nil }
    // A field that isn't given begins with a value that its schema may not admit.
    let first = field.initial?.constant ?? field.schema.zero
    guard case .integer(let first) = first, (least...greatest).contains(first) else { return nil }
    return least...greatest
  }

  private mutating func addWriters(_ rules: [Rule], _ type: Int?) {
    for rule in rules {
      let count = rule.parts.count { parts in
        parts.sharedWrite.map { values[DeclaredField(.shared, $0.target.field)] != nil } ?? false
          || parts.write.map { values[DeclaredField(ofState: type, $0.target.field)] != nil } ?? false
      }
      if count > 0 { writers.append((.rule(ObjectIdentifier(rule)), count)) }
    }
  }

  /// The number of writes of counters so far.
  func writeCount(_ recorder: CoverageRecorder) -> Int {
    writers.reduce(0) { $0 + $1.count * (recorder.counts[$1.rule] ?? 0) }
  }

  /// The fields that count beside them.
  func leavingOut(from fields: CountedFields) -> CountedFields {
    var fields = fields
    for counter in values.keys { fields[counter] = false }
    return fields
  }

  /// The live counters of a session, with their values.
  private func live(in session: Session) -> [(screen: ScreenID?, field: Int, values: [Int])] {
    var found: [(ScreenID?, Int, [Int])] = []
    for field in session.shared.indices {
      if let values = values[DeclaredField(.shared, field)] {
        found.append((nil, field, values))
      }
    }
    for window in session.windows {
      for (screen, _) in window.subtree() {
        for field in screen.state.indices {
          if let values = values[DeclaredField(.state(screen.type), field)] {
            found.append((screen.id, field, values))
          }
        }
      }
    }
    return found
  }

  /// The number of combinations of values in a session; nil for too many.
  func variantCount(in session: Session) -> Int? {
    var count = 1
    for counter in live(in: session) {
      count *= counter.values.count
      if count > Self.mostVariants { return nil }
    }
    return count
  }

  /// Gives the counters a combination of values, which is no change.
  func put(_ variant: Int, in session: Session) {
    var rest = variant
    for counter in live(in: session) {
      let value = counter.values[rest % counter.values.count]
      SearchAccess(session).put(.integer(value), in: counter.field, of: counter.screen)
      rest /= counter.values.count
    }
  }
}
