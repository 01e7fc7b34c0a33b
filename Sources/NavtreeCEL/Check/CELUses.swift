/// The uses of names in an expression: comparisons with literals, and all others.
///
/// It knows the form alone, so that a variable of a macro counts as a name too.
public struct CELUses: Sendable {
  public enum Comparison: String, Sendable, CaseIterable {
    case equal = "_==_"
    case unequal = "_!=_"
    case less = "_<_"
    case lessOrEqual = "_<=_"
    case greater = "_>_"
    case greaterOrEqual = "_>=_"

    /// The comparison that is true where this one is false.
    var opposite: Comparison {
      switch self {
      case .equal: .unequal
      case .unequal: .equal
      case .less: .greaterOrEqual
      case .lessOrEqual: .greater
      case .greater: .lessOrEqual
      case .greaterOrEqual: .less
      }
    }

    /// The comparison with its sides swapped.
    var swapped: Comparison {
      switch self {
      case .equal, .unequal: self
      case .less: .greater
      case .lessOrEqual: .greaterOrEqual
      case .greater: .less
      case .greaterOrEqual: .lessOrEqual
      }
    }
  }

  /// A name such as `action.amount`, compared with a literal.
  public struct Compared: Sendable {
    public let path: [String]
    public let comparison: Comparison
    public let literal: CELValue

    /// The same comparison of another name.
    package func of(_ path: [String]) -> Compared {
      Compared(path: path, comparison: comparison, literal: literal)
    }
  }

  public private(set) var compared: [Compared] = []
  /// The comparisons without which the whole isn't true: the terms of its outermost `&&`. A name alone is compared with
  /// true, and its opposite with false.
  public private(set) var required: [Compared] = []
  /// The comparisons without which the whole isn't false.
  public private(set) var refuting: [Compared] = []
  /// The names that are used in another way; the first part of a member of what has no name, such as `screens[0].state`,
  /// is empty.
  public private(set) var others: [[String]] = []
  /// The names one of which has the value of the whole: that of an expression such as `a ? x.b : x.c`; empty where it may
  /// have another value.
  public private(set) var choices: [[String]] = []
  /// All literals.
  public private(set) var literals: [CELValue] = []
  /// Whether an index is computed, which may name any member.
  public private(set) var computesKeys = false
  /// Whether there is nothing but names, literals, sums, equalities and logic, so that it can't fail where each name has
  /// a value of the type that is expected.
  public private(set) var isPlain = true

  /// No uses for a source that isn't an expression.
  ///
  /// - Complexity: O(*n*) in the size of the source.
  public init(of source: String) {
    guard let tree = try? Parser.parse(source, limits: CELLimits()) else {
      isPlain = false
      return
    }
    required = Self.terms(of: tree, for: true)
    refuting = Self.terms(of: tree, for: false)
    choices = Self.choices(of: tree)
    var pending = [tree.root]
    while let index = pending.popLast() {
      if case .literal(let value) = tree[index].kind { literals.append(value) }
      if case .index(_, let key, _) = tree[index].kind {
        if case .literal = tree[key].kind {} else { computesKeys = true }
      }
      if !Self.isPlain(tree[index].kind) { isPlain = false }
      if let name = tree.qualifiedName(index) {
        others.append(name.parts)
      } else if !takeComparison(index, tree) {
        // A member of what has no name, such as an element: an empty name stands for that.
        if case .select(_, let member, _) = tree[index].kind { others.append(["", member.text]) }
        var children: [Int] = []
        SyntaxTree.forEachChild(of: tree[index].kind) { children.append($0) }
        pending += children.reversed()
      }
    }
  }

  /// The comparisons without which a tree isn't true, or isn't false.
  private static func terms(of tree: SyntaxTree, for value: Bool) -> [Compared] {
    var found: [Compared] = []
    var open = [(tree.root, value)]
    while let (term, value) = open.popLast() {
      if let name = tree.qualifiedName(term) {
        found.append(Compared(path: name.parts, comparison: .equal, literal: .bool(value)))
        continue
      }
      switch tree[term].kind {
      case .and(let terms) where value, .or(let terms) where !value: open += terms.map { ($0, value) }
      case .call(let operation, let operands) where operation.text == "!_": open.append((operands[0], !value))
      case .call(let operation, _) where !value || operation.text != "@in":
        var uses = CELUses()
        guard uses.takeComparison(term, tree) else { continue }
        found += uses.compared.map {
          Compared(
            path: $0.path, comparison: value ? $0.comparison : $0.comparison.opposite, literal: $0.literal)
        }
      default: continue
      }
    }
    return found
  }

  private static func choices(of tree: SyntaxTree) -> [[String]] {
    var found: [[String]] = []
    var open = [tree.root]
    while let index = open.popLast() {
      if let name = tree.qualifiedName(index) {
        found.append(name.parts)
      } else if case .conditional(_, let one, let other) = tree[index].kind {
        open += [one, other]
      } else {
        return []
      }
    }
    return found
  }

  private init() {}

  private static func isPlain(_ kind: SyntaxTree.Kind) -> Bool {
    switch kind {
    case .literal, .identifier, .and, .or, .conditional: true
    case .select(_, _, .plain): true
    case .call(let name, _): ["_+_", "_-_", "_==_", "_!=_", "!_"].contains(name.text)
    case .select, .invalid, .index, .memberCall, .list, .map, .message, .comprehension, .reduce, .bind,
      .optionalMap:
      false
    }
  }

  /// Whether a node compares a name with literals, which are then noted.
  private mutating func takeComparison(_ index: Int, _ tree: SyntaxTree) -> Bool {
    guard case .call(let operation, let operands) = tree[index].kind, operands.count == 2 else {
      return false
    }
    if let comparison = Comparison(rawValue: operation.text) {
      for (name, literal, isSwapped) in [
        (operands[0], operands[1], false), (operands[1], operands[0], true),
      ] {
        guard let path = tree.qualifiedName(name)?.parts, case .literal(let value) = tree[literal].kind
        else { continue }
        literals.append(value)
        compared.append(
          Compared(path: path, comparison: isSwapped ? comparison.swapped : comparison, literal: value))
        return true
      }
      return false
    }
    guard operation.text == "@in", let path = tree.qualifiedName(operands[0])?.parts,
      case .list(let elements) = tree[operands[1]].kind
    else { return false }
    let values = elements.compactMap { element in
      if case .literal(let value) = tree[element.value].kind, !element.isOptional { value } else { nil }
    }
    guard values.count == elements.count else { return false }
    literals += values
    compared += values.map { Compared(path: path, comparison: .equal, literal: $0) }
    return true
  }
}
