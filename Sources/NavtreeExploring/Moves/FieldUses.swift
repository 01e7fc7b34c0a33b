import NavtreeCEL
import NavtreeFlow
import NavtreeJSON

/// The uses of a record's fields in expressions, such as those of `action` in the rules of an action.
struct FieldUses {
  /// By field: the literals that it is compared with.
  private var compared: [String: [CELUses.Compared]] = [:]
  /// The fields that are used in another way than in comparisons with literals.
  private var others: Set<String> = []
  /// Whether the record is used as a whole, or by navtree itself.
  private(set) var isWhole = false

  /// - Parameter prefix: the name of the record, such as `["action", "output"]`.
  init(of prefix: [String], in expressions: FlowExpressions) {
    for use in expressions.all {
      let uses = CELUses(of: use.expression.program.source)
      for path in uses.others { insert(path, prefix) }
      for compared in uses.compared {
        if compared.path.count == prefix.count + 1, compared.path.starts(with: prefix) {
          self.compared[compared.path[prefix.count], default: []].append(compared)
        } else {
          insert(compared.path, prefix)
        }
      }
    }
  }

  /// The comparisons of one field, which isn't used in another way.
  init(of field: String, comparing compared: [CELUses.Compared]) { self.compared[field] = compared }

  /// The fields that are used, in a fixed order.
  var names: [String] { Set(compared.keys).union(others).sorted() }

  /// The type of the literals that a field is compared with; a text where there are none, nil where they differ.
  func type(of field: String) -> ValueTypes? {
    let types = Set(
      (compared[field] ?? []).map { compared -> ValueTypes in
        switch try? compared.literal.json() {
        case .string: .string
        case .integer, .number: .number
        case .boolean: .boolean
        case nil, .null, .array, .object: .null
        }
      })
    return types.count > 1 || types == [.null] ? nil : types.first ?? .string
  }

  private mutating func insert(_ path: [String], _ prefix: [String]) {
    if path.count <= prefix.count {
      if prefix.starts(with: path) { isWhole = true }
    } else if path.starts(with: prefix) {
      others.insert(path[prefix.count])
    }
  }

  mutating func insertWhole() { isWhole = true }

  /// Whether nothing reads a field.
  func leavesOut(_ field: String) -> Bool {
    !isWhole && !others.contains(field) && compared[field] == nil
  }

  /// One value of each class that the comparisons of a field tell apart; nil where it is used in another way, or the
  /// classes aren't known.
  func classes(of field: String, _ schema: Schema) -> [JSONValue]? {
    guard !isWhole, !others.contains(field), let compared = compared[field] else { return nil }
    let literals = compared.compactMap { try? $0.literal.json() }
    guard literals.count == compared.count else { return nil }
    let isNullable = schema.types.contains(.null)
    var values: [JSONValue]
    switch schema.types.subtracting(.null) {
    case .integer, .number, [.integer, .number]:
      let numbers = literals.compactMap(\.number).sorted()
      // Compared with null alone, all numbers are one class.
      let edges = numbers.isEmpty ? [0] : numbers
      guard edges.allSatisfy({ abs($0) < 1e15 }) else { return nil }
      let isInteger = !schema.types.contains(.number)
      if isInteger {
        values = edges.flatMap {
          [$0.rounded(.down) - 1, $0.rounded(.down), $0.rounded(.up), $0.rounded(.up) + 1]
        }
        .map { .integer(Int($0)) }
      } else {
        values =
          (edges.flatMap { [$0 - 1, $0, $0 + 1] } + zip(edges, edges.dropFirst()).map { ($0 + $1) / 2 })
          .map { .number($0) }
      }
      // A step, a bound or a list of values may leave only some of a class, and not the one that is tried.
      let words = schema.constraints?.words
      if words?.multipleOf != nil { return nil }
      let bounds = [
        words?.minimum, words?.maximum, words?.exclusiveMinimum, words?.exclusiveMaximum,
      ].compactMap(\.self)
      guard bounds.allSatisfy({ abs($0) < 1e15 }) else { return nil }
      for bound in [words?.minimum, words?.maximum].compactMap(\.self) {
        if isInteger {
          values += [.integer(Int(bound.rounded(.up))), .integer(Int(bound.rounded(.down)))]
        } else {
          values.append(.number(bound))
        }
      }
      if !isInteger, words?.exclusiveMinimum != nil || words?.exclusiveMaximum != nil { return nil }
      if isInteger, let bound = words?.exclusiveMinimum {
        values.append(.integer(Int(bound.rounded(.down)) + 1))
      }
      if isInteger, let bound = words?.exclusiveMaximum {
        values.append(.integer(Int(bound.rounded(.up)) - 1))
      }
    case .string:
      let isEquality = compared.allSatisfy { $0.comparison == .equal || $0.comparison == .unequal }
      guard isEquality,
        let other = (0..<9).lazy.compactMap({ schema.sample($0) }).first(where: {
          !literals.contains($0)
        })
      else { return nil }
      values = literals.filter { $0.string != nil } + [other]
    default: return nil
    }
    if isNullable { values.append(.null) }
    var known: [JSONValue] = []
    for var value in values where (try? schema.fit(&value)) != nil {
      if !known.contains(value) { known.append(value) }
    }
    return known.isEmpty ? nil : known
  }
}
