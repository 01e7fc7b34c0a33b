/// A parsed expression: nodes in an array, children before their parents.
///
/// Kept flat, so that releasing a tree never recurses and annotations are arrays beside it.
struct SyntaxTree: Sendable {
  typealias Index = Int

  struct Node: Sendable {
    let kind: Kind
    let range: CELSourceRange
    /// The longest way down to a leaf.
    let height: Int
  }

  /// A name with its place.
  struct Name: Sendable {
    let text: String
    let range: CELSourceRange
  }

  enum Kind: Sendable {
    /// Text that isn't an expression; it has been reported.
    case invalid
    case literal(CELValue)
    /// A name; with a leading dot it is looked up in the root only.
    case identifier(String, isRooted: Bool)
    case select(Index, Name, Selection)
    case index(Index, Index, isOptional: Bool)
    case call(Name, [Index])
    case memberCall(Index, Name, [Index])
    case and([Index])
    case or([Index])
    case conditional(Index, Index, Index)
    case list([Element])
    case map([Entry])
    /// `name{field: value}`.
    case message(Name, [Entry])
    case comprehension(Comprehension)
    case reduce(Reduction)
    /// `cel.bind(name, value, body)`.
    case bind(Name, Index, Index)
    /// `target.optMap(name, body)`; flat when the body gives an optional itself.
    case optionalMap(Index, Name, Index, isFlat: Bool)
  }

  enum Selection: Sendable {
    /// `a.b`
    case plain
    /// `a.?b`
    case optional
    /// `has(a.b)`
    case test
  }

  struct Element: Sendable {
    let value: Index
    /// Marked `?`: an optional that is left out when it has no value.
    let isOptional: Bool
  }

  struct Entry: Sendable {
    let key: Index
    let value: Index
    let isOptional: Bool
  }

  struct Comprehension: Sendable {
    enum Kind: Sendable {
      case all
      case exists
      case existsOne
      /// `map`, `filter` and `transformList`.
      case list
      /// `transformMap`
      case mapValues
      /// `transformMapEntry`
      case mapEntries
      /// `sortBy`
      case sorted
    }

    let kind: Kind
    let range: Index
    /// The element of a list or key of a map; with two variables, the index or key.
    let variable: Name
    /// With two variables, the element or value.
    let second: Name?
    let filter: Index?
    /// The predicate, the value to collect, or the key to sort by.
    let body: Index
  }

  /// `range.reduce(accumulator, element, initial, step)`.
  struct Reduction: Sendable {
    let range: Index
    let accumulator: Name
    let element: Name
    let initial: Index
    let step: Index
  }

  private(set) var nodes: [Node] = []
  var root: Index = 0

  subscript(index: Index) -> Node { nodes[index] }

  func range(_ index: Index) -> CELSourceRange { nodes[index].range }

  mutating func add(_ kind: Kind, _ range: CELSourceRange) -> Index {
    var height = 0
    SyntaxTree.forEachChild(of: kind) { height = max(height, nodes[$0].height) }
    nodes.append(Node(kind: kind, range: range, height: height + 1))
    return nodes.count - 1
  }

  /// The children of a node in the order of the source, as far as that is the order of evaluation.
  static func forEachChild(of kind: Kind, _ body: (Index) -> Void) {
    switch kind {
    case .invalid, .literal, .identifier: break
    case .select(let operand, _, _): body(operand)
    case .index(let operand, let index, _):
      body(operand)
      body(index)
    case .call(_, let arguments): arguments.forEach(body)
    case .memberCall(let target, _, let arguments):
      body(target)
      arguments.forEach(body)
    case .and(let terms), .or(let terms): terms.forEach(body)
    case .conditional(let condition, let first, let second):
      body(condition)
      body(first)
      body(second)
    case .list(let elements): elements.forEach { body($0.value) }
    case .map(let entries), .message(_, let entries):
      for entry in entries {
        body(entry.key)
        body(entry.value)
      }
    case .comprehension(let comprehension):
      body(comprehension.range)
      if let filter = comprehension.filter { body(filter) }
      body(comprehension.body)
    case .reduce(let reduction):
      body(reduction.range)
      body(reduction.initial)
      body(reduction.step)
    case .bind(_, let value, let inner):
      body(value)
      body(inner)
    case .optionalMap(let target, _, let inner, _):
      body(target)
      body(inner)
    }
  }

  /// `a.b.c` as its parts, if a node is a name or plain selections from one.
  func qualifiedName(_ index: Index) -> (parts: [String], isRooted: Bool)? {
    var parts: [String] = []
    var index = index
    while true {
      switch nodes[index].kind {
      case .identifier(let name, let isRooted):
        parts.append(name)
        return (parts.reversed(), isRooted)
      case .select(let operand, let field, .plain):
        parts.append(field.text)
        index = operand
      default: return nil
      }
    }
  }
}
