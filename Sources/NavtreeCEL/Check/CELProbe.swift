/// The names that may follow a text which breaks off within an expression.
package struct CELProbe {
  /// A name that may follow.
  package struct Candidate {
    package enum Kind: Sendable { case field, variable, function, macro, word }

    package let name: String
    package let kind: Kind
    /// Its type, or its signatures.
    package let detail: String

    package init(name: String, kind: Kind, detail: String) {
      self.name = name
      self.kind = kind
      self.detail = detail
    }
  }

  /// The name that stands for the cursor.
  fileprivate static let cursor = "cursor__"

  /// The type of the value before the dot; nil where a name begins.
  package fileprivate(set) var receiver: CELType?
  fileprivate(set) var isFound = false
  /// The variables of the macros around it.
  fileprivate(set) var locals: [(name: String, type: CELType)] = []
  /// The namespace before the dot, such as `math`.
  private var space = ""
  private let environment: CELEnvironment

  /// The text ends where the name begins; nil within a string or a comment.
  ///
  /// It is closed as its brackets ask for, and checked; where that is no expression, without what stands before its first
  /// bracket.
  ///
  /// - Complexity: O(*n*) times the brackets that are open, of which ten are tried.
  package init?(endOf text: String, in environment: CELEnvironment) {
    self.environment = environment
    var scalars = Array(text.unicodeScalars)
    guard var open = Self.brackets(in: scalars) else { return nil }
    let isMember = scalars.last { $0 != " " && $0 != "\n" } == "." || scalars.suffix(2) == [".", "?"]
    if isMember { space = Self.word(before: scalars) }
    for _ in 0..<10 {
      let closing = String(open.reversed().map(\.closing))
      let source = String(String.UnicodeScalarView(scalars)) + Self.cursor
      for end in ["", " : null", ".x"] where !isFound { check(source + end + closing) }
      if isFound { break }
      guard let first = open.first else { break }
      scalars.removeFirst(first.offset + 1)
      open = Self.brackets(in: scalars) ?? []
    }
    if isMember, receiver == nil { receiver = .dyn }
  }

  private mutating func check(_ source: String) {
    guard let tree = try? Parser.parse(source, limits: environment.limits) else { return }
    var checker = Checker(tree, environment)
    checker.probe = self
    _ = checker.check(tree.root)
    if let probe = checker.probe, probe.isFound {
      self = probe
      receiver = probe.receiver.map { checker.relations.resolve($0, closing: true) }
      locals = probe.locals.map { ($0.name, checker.relations.resolve($0.type, closing: true)) }
    }
  }

  private typealias Bracket = (offset: Int, closing: Character)

  /// The brackets that stay open; nil where the text ends within a string.
  private static func brackets(in scalars: [Unicode.Scalar]) -> [Bracket]? {
    var lexer = Lexer(scalars)
    var open: [Bracket] = []
    while true {
      let token = lexer.next()
      switch token.kind {
      case .end: return open
      case .invalid:
        if token.range.end >= scalars.count, token.range.end - token.range.start > 1 { return nil }
      case .symbol(.openParenthesis): open.append((token.range.start, ")"))
      case .symbol(.openBracket): open.append((token.range.start, "]"))
      case .symbol(.openBrace): open.append((token.range.start, "}"))
      case .symbol(.closeParenthesis), .symbol(.closeBracket), .symbol(.closeBrace): _ = open.popLast()
      default: break
      }
    }
  }

  private static func word(before scalars: [Unicode.Scalar]) -> String {
    let rest = scalars.reversed().drop { $0 != "." }.dropFirst()
    let word = rest.prefix { $0.properties.isAlphabetic || $0 == "_" }
    return rest.dropFirst(word.count).first == "." ? "" : String(String.UnicodeScalarView(word.reversed()))
  }

  // MARK: Candidates

  /// In the order in which they are likely: fields, then functions.
  package var candidates: [Candidate] {
    guard let receiver else { return names }
    let functions = names(in: space)
    return functions.isEmpty ? Self.fields(of: receiver) + Self.functions(of: receiver) : functions
  }

  private var names: [Candidate] {
    let own = locals.reversed().map { Candidate(name: $0.name, kind: .variable, detail: "\($0.type)") }
    let variables = environment.variables.filter { !$0.name.isEmpty }
      .map { Candidate(name: $0.name, kind: .variable, detail: "\($0.type)") }
    let words = ["true", "false", "null", "in"].map { Candidate(name: $0, kind: .word, detail: "") }
    let macros = [Candidate(name: "has", kind: .macro, detail: "has(a.b) bool")]
    return own + variables + words + macros + Self.global
  }

  private static let global: [Candidate] =
    Library.functions.keys.sorted().compactMap { name in
      guard name.first?.isLetter == true, let functions = Library.functions[name], !name.contains(".") else {
        return nil
      }
      let overloads = functions.filter { !$0.isMember }.flatMap(\.overloads)
      return overloads.isEmpty
        ? nil : Candidate(name: name, kind: .function, detail: signatures(name, overloads, isMember: false))
    } + spaces.map { Candidate(name: $0, kind: .word, detail: "functions") }

  private static let spaces = Set(
    Library.functions.keys.compactMap { name in name.firstIndex(of: ".").map { String(name[..<$0]) } } + [
      "cel"
    ]
  ).sorted()

  private func names(in space: String) -> [Candidate] {
    guard Self.spaces.contains(space), environment.variable(named: space) == nil else { return [] }
    let functions = Library.functions.keys.sorted().filter { $0.hasPrefix(space + ".") }
    return functions.map { name in
      Candidate(
        name: String(name.dropFirst(space.count + 1)), kind: .function,
        detail: Self.signatures(name, Library.functions[name]?.flatMap(\.overloads) ?? [], isMember: false))
    } + (space == "cel" ? [Candidate(name: "bind", kind: .macro, detail: "cel.bind(x, value, result)")] : [])
  }

  package static func fields(of type: CELType) -> [Candidate] {
    switch type {
    case .object(let object):
      object.fields.map { Candidate(name: $0.name, kind: .field, detail: "\($0.type)") }
    case .nullable(let wrapped), .optional(let wrapped): fields(of: wrapped)
    default: []
    }
  }

  /// The type of a field of a type.
  package static func field(_ name: String, of type: CELType) -> CELType? {
    switch type {
    case .object(let object): object.field(named: name)?.type
    case .nullable(let wrapped), .optional(let wrapped), .list(let wrapped): field(name, of: wrapped)
    default: nil
    }
  }

  private static func functions(of type: CELType) -> [Candidate] {
    var candidates: [Candidate] = []
    let unwrapped = type.unwrapped
    for name in Library.functions.keys.sorted() {
      let overloads = (Library.functions[name] ?? []).filter(\.isMember).flatMap(\.overloads).filter {
        overload in
        var relations = TypeRelations()
        guard let parameter = relations.instantiate(overload).parameters.first else { return false }
        return relations.isAssignable(unwrapped, to: parameter)
      }
      if overloads.isEmpty { continue }
      candidates.append(
        Candidate(name: name, kind: .function, detail: signatures(name, overloads, isMember: true)))
    }
    let isCollection =
      switch unwrapped {
      case .list, .map, .object, .dyn, .error, .parameter: true
      default: false
      }
    let isOptional =
      switch unwrapped {
      case .optional, .dyn: true
      default: false
      }
    for (name, macro) in Macro.named.sorted(by: { $0.key < $1.key }) {
      guard name.hasPrefix("opt") ? isOptional : isCollection else { continue }
      candidates.append(Candidate(name: name, kind: .macro, detail: macro.form))
    }
    return candidates
  }

  /// The signatures of a function, as `cel.md` writes them.
  package static func signatures(of name: String) -> String? {
    if let macro = Macro.named[name] { return macro.form }
    guard let functions = Library.functions[name] else { return nil }
    return functions.map { signatures(name, $0.overloads, isMember: $0.isMember) }.joined(separator: "\n")
  }

  private static func signatures(_ name: String, _ overloads: [Function.Overload], isMember: Bool) -> String {
    overloads.map { overload in
      let parameters = overload.parameters.map { "\($0)" }
      let call = isMember ? "\(parameters.first ?? "").\(name)" : name
      return "\(call)(\(parameters.dropFirst(isMember ? 1 : 0).joined(separator: ", "))) \(overload.result)"
    }.joined(separator: "\n")
  }
}

extension Checker {
  /// Remembers what is in scope, if a node ends with the name that stands for the cursor.
  mutating func notice(_ index: Index) {
    switch tree[index].kind {
    case .identifier(CELProbe.cursor, _): break
    case .select(let operand, let field, _) where field.text == CELProbe.cursor:
      probe?.receiver = analysis.types[operand]
    default: return
    }
    probe?.isFound = true
    probe?.locals = scope.map { ($0.name, $0.type) }
  }
}
