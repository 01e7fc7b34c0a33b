import NavtreeCEL
import NavtreeText
import NavtreeYAML

/// Compiles values that are derived from others, computed values and guards, each after those that it reads.
struct DerivedCompiler {
  /// A value yet to be compiled.
  struct Member {
    /// The variable that it is a field of.
    let variable: ScopeVariable
    let key: YAMLNode
    let value: YAMLNode
    /// Whether the value is a boolean.
    var isCondition = false
    /// Whether the value is no expression, which was reported; the member is declared all the same.
    var isBroken = false

    var name: String { "\(variable.name).\(key.text)" }
  }

  /// The most values that read one another in a row: each is evaluated within the one that reads it.
  private static let deepest = 100

  let compilation: Compilation
  private let members: [Member]
  /// The members of each variable, in the order in which they are declared.
  private let numbers: [ScopeVariable: [Int]]

  init(compilation: Compilation, _ members: [Member]) {
    self.compilation = compilation
    self.members = members
    numbers = Dictionary(grouping: members.indices) { members[$0].variable }
  }

  /// Compiles all of them, and declares them in the scope.
  ///
  /// - Returns: those that could be compiled, by their variables.
  func compile(_ scope: inout Scope) -> [ScopeVariable: [DerivedDefinition]] {
    if members.isEmpty { return [:] }
    var definitions = [DerivedDefinition?](repeating: nil, count: members.count)
    declare(definitions, in: &scope)
    let reads = members.map { self.reads(of: $0, scope) }
    var isStale = false
    for index in order(reads) {
      let member = members[index]
      if member.isBroken { continue }
      // Declaring costs as much as there are members, and few read others.
      if isStale, !reads[index].isEmpty {
        declare(definitions, in: &scope)
        isStale = false
      }
      let type: CELType? = member.isCondition ? .bool : nil
      guard let value = compilation.expressions.compile(member.value, scope, expecting: type)
      else { continue }
      definitions[index] = DerivedDefinition(
        name: member.key.text, value: value, sensitive: scope.sensitiveRead(of: value.program) != nil)
      compilation.expressions.declare(member.name, of: scope.screen, value.program)
      isStale = true
    }
    declare(definitions, in: &scope)
    return numbers.mapValues { $0.compactMap { definitions[$0] } }
  }

  /// Declares the members with what is known of them.
  private func declare(_ definitions: [DerivedDefinition?], in scope: inout Scope) {
    for (variable, own) in numbers {
      let fields = own.map { index in
        definitions[index]?.field
          ?? CELField(members[index].key.text, members[index].isCondition ? .bool : .dyn)
      }
      let secrets = own.indices.filter { definitions[own[$0]]?.sensitive ?? false }
      compilation.declare(variable, fields, sensitive: secrets, in: &scope)
    }
  }

  // MARK: Order

  /// The members, each after those that it reads; those in a circle are reported, and those that read
  /// too deep are left out.
  ///
  /// - Complexity: O(members and their reads), without recursion.
  private func order(_ reads: [[Int]]) -> [Int] {
    var order: [Int] = []
    // Nil: not reached; 0: being followed; else the length of the longest chain of reads.
    var depths = [Int?](repeating: nil, count: members.count)
    for start in members.indices where depths[start] == nil {
      var way = [(member: start, next: 0)]
      depths[start] = 0
      while let (member, next) = way.last {
        if next == reads[member].count {
          way.removeLast()
          let depth = 1 + (reads[member].compactMap { depths[$0] }.max() ?? 0)
          depths[member] = depth
          if depth <= Self.deepest { order.append(member) }
          if depth == Self.deepest + 1 { reportDepth(members[member]) }
          continue
        }
        way[way.count - 1].next += 1
        let read = reads[member][next]
        if depths[read] == nil {
          depths[read] = 0
          way.append((read, 0))
        } else if depths[read] == 0, let first = way.firstIndex(where: { $0.member == read }) {
          reportCircle(way[first...].map { members[$0.member] })
        }
      }
    }
    return order
  }

  /// The members that a member reads.
  private func reads(of member: Member, _ scope: Scope) -> [Int] {
    if member.isBroken { return [] }
    let source = NormalForm.expression(member.value)
    guard numbers.keys.contains(where: { source.mentions($0.name) }) else { return [] }
    // An expression with faults is reported when it is compiled.
    let environment = scope.completed(for: source).environment
    guard let program = try? CEL.compile(source, in: environment) else { return [] }
    var reads: [Int] = []
    for reference in program.references {
      guard let variable = ScopeVariable(rawValue: reference.variable), let own = numbers[variable] else {
        continue
      }
      guard let field = reference.field else {
        reads += own
        continue
      }
      let number = field - compilation.inherited(variable)
      if own.indices.contains(number) { reads.append(own[number]) }
    }
    return reads
  }

  private func reportCircle(_ circle: [Member]) {
    let names = (circle + circle.prefix(1)).map { "'\($0.name)'" }
    compilation.sink.error(
      .wrongValue,
      circle.count == 1
        ? "\(names[0]) reads itself" : "a circle of values: \(names.joined(separator: " reads "))",
      at: circle[0].key)
  }

  private func reportDepth(_ member: Member) {
    compilation.sink.error(
      .limit, "'\(member.name)' reads values that read one another more than \(Self.deepest) deep",
      at: member.key)
  }
}

extension DerivedDefinition {
  /// The value as expressions see it.
  var field: CELField { value.program.field(named: name) }
}
