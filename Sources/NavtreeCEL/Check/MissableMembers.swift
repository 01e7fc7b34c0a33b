/// What is known where an expression has a certain value: the members that are there, and the conditions that hold or
/// fail.
public struct CELFacts: Sendable, Equatable {
  /// Members that were tested, such as `action.c.before`.
  public var present: Set<String> = []
  /// Conditions by name, such as `guards.isNew`, and whether they hold.
  public var conditions: [String: Bool] = [:]

  public init() {}

  public var isEmpty: Bool { present.isEmpty && conditions.isEmpty }

  public mutating func formUnion(_ other: CELFacts) {
    present.formUnion(other.present)
    conditions.merge(other.conditions) { own, _ in own }
  }

  func union(_ other: CELFacts) -> CELFacts {
    if other.isEmpty { return self }
    var facts = self
    facts.formUnion(other)
    return facts
  }
}

/// A member of an object that an expression reads though it may be missing, and nothing in the expression says that it
/// is there.
public struct CELMissableMember: Sendable {
  /// Such as `action.c.before`.
  public let path: String
  public let range: CELSourceRange
  /// What is known where it is read.
  public let facts: CELFacts
}

/// Finds the members that may be missing where they are read, and what a condition says of members.
///
/// Recursion is as deep as the parser's nesting limit at most.
struct MissableMembers {
  private let tree: SyntaxTree
  private let analysis: Analysis
  private let source: [Unicode.Scalar]
  private(set) var found: [CELMissableMember] = []
  /// The variables of comprehensions.
  private var bound: Set<Substring> = []

  /// - Complexity: O(*n*) in the size of the expression; O(*n*²) in the terms of `&&` and `||` with members that may be
  ///   missing.
  init(_ tree: SyntaxTree, _ analysis: Analysis, _ source: String) {
    self.tree = tree
    self.analysis = analysis
    self.source = Array(source.unicodeScalars)
    // Most expressions read none.
    guard tree.nodes.indices.contains(where: { missable($0) != nil }) else { return }
    read(tree.root, CELFacts())
  }

  /// What is known where the whole is true, or false: members that it has read, too, which were reported.
  func facts(whereTrue: Bool) -> CELFacts {
    var facts = facts(tree.root, whereTrue)
    for member in found where !bound.contains(member.path.prefix { $0 != "." && $0 != "[" }) {
      facts.present.insert(member.path)
    }
    return facts
  }

  // MARK: Reading

  /// The operand and the name of a read that fails where a member is missing.
  private func missable(_ index: Int) -> (operand: Int, name: String)? {
    let operand: Int
    let name: String
    switch tree[index].kind {
    case .select(let object, let field, .plain): (operand, name) = (object, field.text)
    case .index(let object, let key, isOptional: false):
      guard case .literal(.string(let text)) = tree[key].kind else { return nil }
      (operand, name) = (object, text)
    default: return nil
    }
    switch analysis.types[operand] {
    case .object(let type), .nullable(.object(let type)):
      return type.field(named: name)?.isOptional == true ? (operand, name) : nil
    default: return nil
    }
  }

  private mutating func read(_ index: Int, _ facts: CELFacts) {
    if let (operand, name) = missable(index) {
      let path = "\(path(operand)).\(name)"
      if !facts.present.contains(path), !found.contains(where: { $0.path == path && $0.facts == facts }) {
        found.append(CELMissableMember(path: path, range: tree.range(index), facts: facts))
      }
    }
    switch tree[index].kind {
    case .and(let terms):
      let known = terms.reduce(facts) { $0.union(self.facts($1, true)) }
      for term in terms { read(term, known) }
    case .or(let terms):
      let known = terms.reduce(facts) { $0.union(self.facts($1, false)) }
      for term in terms { read(term, known) }
    case .conditional(let condition, let first, let second):
      read(condition, facts)
      read(first, facts.union(self.facts(condition, true)))
      read(second, facts.union(self.facts(condition, false)))
    case .comprehension(let comprehension):
      read(comprehension.range, facts)
      let element = (comprehension.second ?? comprehension.variable).text
      bound.insert(element[...])
      var inner = facts
      inner.present.formUnion(elements(of: comprehension.range).map { element + $0 })
      if let filter = comprehension.filter {
        read(filter, inner)
        inner.formUnion(self.facts(filter, true))
      }
      read(comprehension.body, inner)
    case .reduce(let reduction):
      read(reduction.range, facts)
      read(reduction.initial, facts)
      bound.insert(reduction.element.text[...])
      var inner = facts
      inner.present.formUnion(elements(of: reduction.range).map { reduction.element.text + $0 })
      read(reduction.step, inner)
    default:
      SyntaxTree.forEachChild(of: tree[index].kind) { child in read(child, facts) }
    }
  }

  /// The members that every element of a list has, each with its dot: those that a filter has tested.
  private func elements(of index: Int) -> Set<String> {
    guard case .comprehension(let comprehension) = tree[index].kind else { return [] }
    switch comprehension.kind {
    case .sorted: return elements(of: comprehension.range)
    case .list:
      guard let filter = comprehension.filter, case .identifier(let name, _) = tree[comprehension.body].kind,
        name == comprehension.variable.text
      else { return [] }
      let tested = facts(filter, true).present.filter { $0.hasPrefix(name + ".") }
      return elements(of: comprehension.range).union(tested.map { String($0.dropFirst(name.count)) })
    case .all, .exists, .existsOne, .mapValues, .mapEntries: return []
    }
  }

  // MARK: Facts

  private func facts(_ index: Int, _ isTrue: Bool) -> CELFacts {
    var facts = CELFacts()
    switch tree[index].kind {
    case .and(let terms): if isTrue { for term in terms { facts.formUnion(self.facts(term, true)) } }
    case .or(let terms): if !isTrue { for term in terms { facts.formUnion(self.facts(term, false)) } }
    case .call(let name, let arguments):
      if name.text == "!_" { return self.facts(arguments[0], !isTrue) }
      if name.text == "@in", isTrue, case .literal(.string(let key)) = tree[arguments[0]].kind {
        facts.present.insert("\(path(arguments[1])).\(key)")
      }
    case .memberCall(let target, let name, _):
      if name.text == "hasValue", isTrue, case .select(let object, let field, .optional) = tree[target].kind {
        facts.present.insert("\(path(object)).\(field.text)")
      }
    case .select(let object, let field, .test):
      if isTrue { facts.present.insert("\(path(object)).\(field.text)") }
    case .select(_, _, .plain): facts.conditions[path(index)] = isTrue
    case .conditional(let condition, let first, let second):
      // One branch never gives this value.
      if case .literal(.bool(let value)) = tree[second].kind, value != isTrue {
        facts = self.facts(condition, true).union(self.facts(first, isTrue))
      } else if case .literal(.bool(let value)) = tree[first].kind, value != isTrue {
        facts = self.facts(condition, false).union(self.facts(second, isTrue))
      }
    default: break
    }
    return facts
  }

  /// A value as it is written, however its members are.
  private func path(_ index: Int) -> String {
    switch tree[index].kind {
    case .identifier(let name, _): name
    case .select(let operand, let field, .plain), .select(let operand, let field, .optional):
      "\(path(operand)).\(field.text)"
    case .index(let operand, let key, _):
      if case .literal(.string(let text)) = tree[key].kind {
        "\(path(operand)).\(text)"
      } else {
        "\(path(operand))[\(path(key))]"
      }
    default: text(tree.range(index))
    }
  }

  private func text(_ range: CELSourceRange) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: source[max(range.start, 0)..<min(range.end, source.count)])
    return String(text)
  }
}
