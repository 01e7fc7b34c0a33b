/// Looks for the change of a wrong file that explains its errors: each is tried, and the one that leaves the
/// fewest is taken.
package struct RepairSearch {
  /// The outcome of reading the files, some of them changed.
  package struct Attempt {
    /// The changed texts, by the numbers of their files.
    let changed: [Int32: SourceText]
    package let diagnostics: [Diagnostic]
    /// The numbers of the files that are YAML.
    let composed: Set<Int32>
    /// Whether all files could be read, so that names and values were checked.
    let isComplete: Bool

    package init(
      changed: [Int32: SourceText], diagnostics: [Diagnostic], composed: Set<Int32>, isComplete: Bool = true
    ) {
      self.changed = changed
      self.diagnostics = diagnostics
      self.composed = composed
      self.isComplete = isComplete
    }

    var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }
  }

  /// The most bytes that are read again for one flow.
  private static let mostBytes = 1 << 20
  /// The most bytes of a flow whose form is tried: each trial compiles all of it.
  private static let mostComposed = 256 << 10
  private static let mostTrials = 60
  /// The most changes to one flow.
  private static let mostRepairs = 10
  /// The most errors whose lines are looked at.
  private static let mostErrors = 4

  private let files: SourceFiles
  private let vocabulary: any YAMLVocabulary
  private let read: ([Int32: SourceText]) -> Attempt
  private var bytes = 0
  private var trials = 0

  /// - Parameter read: Reads the files with some of their texts changed, by the numbers of the files.
  package init(
    _ files: SourceFiles, _ vocabulary: any YAMLVocabulary,
    read: @escaping ([Int32: SourceText]) -> Attempt
  ) {
    self.files = files
    self.vocabulary = vocabulary
    self.read = read
  }

  /// The diagnostics of the repaired files, below those that ask for the changes.
  package mutating func diagnostics(of attempt: Attempt) -> [Diagnostic] {
    var told: [Diagnostic] = []
    var current = attempt
    var edits: [TextChange] = []
    // Without all files only the text of a file can be repaired.
    let numbers = Set(attempt.errors.map(\.location.file)).sorted()
    for file in numbers.filter({ !attempt.composed.contains($0) }) + numbers.filter(attempt.composed.contains)
    {
      while edits.count < Self.mostRepairs, let (diagnostic, next) = repair(of: current, in: file) {
        told.append(edits.reversed().reduce(diagnostic) { $1.before($0) })
        edits.append(TextChange(from: source(file, of: current), to: source(file, of: next)))
        current = next
      }
    }
    if edits.isEmpty { return attempt.diagnostics }
    told += current.diagnostics.map { edits.reversed().reduce($0) { $1.before($0) } }
    return told.enumerated().sorted {
      let (left, right) = ($0.element.location, $1.element.location)
      if left.precedes(right) || right.precedes(left) { return left.precedes(right) }
      return $0.offset < $1.offset
    }.map(\.element)
  }

  private func source(_ file: Int32, of attempt: Attempt) -> SourceText {
    attempt.changed[file] ?? files.sources[Int(file)]
  }

  private mutating func repair(of attempt: Attempt, in file: Int32) -> (Diagnostic, Attempt)? {
    let errors = attempt.errors
    let own = errors.filter { $0.location.file == file }
    let text = source(file, of: attempt)
    let isComposed = attempt.composed.contains(file)
    if isComposed, !attempt.isComplete || files.bytes > Self.mostComposed { return nil }
    guard let first = own.first, !errors.contains(where: { $0.code == .limit }) else { return nil }
    var best: (proposal: RepairProposal, attempt: Attempt, rank: [Int])?
    for proposal in proposals(for: own, isComposed: isComposed, in: text) {
      guard trials < Self.mostTrials, bytes + files.bytes <= Self.mostBytes,
        let edit = proposal.diagnostic.fix
      else { break }
      trials += 1
      bytes += files.bytes
      let source = SourceText(file: text.file, bytes: edit.applied(to: text), number: file)
      let next = read(attempt.changed.merging([file: source]) { $1 })
      guard next.composed.contains(file) else { continue }
      guard !isComposed || isBetter(next.errors, than: errors, proposal, source) else { continue }
      let rank = [
        next.errors.count, proposal.penalty, next.diagnostics.count,
        abs(proposal.line + 1 - first.location.line),
      ]
      if best.map({ rank.lexicographicallyPrecedes($0.rank) }) ?? true { best = (proposal, next, rank) }
      if rank.dropLast().allSatisfy({ $0 == 0 }) { break }
    }
    return best.map { ($0.proposal.diagnostic, $0.attempt) }
  }

  // MARK: Proposals

  private func proposals(for errors: [Diagnostic], isComposed: Bool, in source: SourceText)
    -> [RepairProposal]
  {
    var lines: [Int] = []
    var proposals: [RepairProposal] = []
    func add(_ line: Int?) {
      if let line, !lines.contains(line), line < source.lineCount { lines.append(line) }
    }
    let indents = IndentRepair(source, vocabulary)
    let faults = isComposed ? errors.filter(isStructural) : errors.filter(isOfIndent)
    for fault in faults.prefix(Self.mostErrors) {
      let line = fault.location.line - 1
      add(line)
      add(source.lineAbove(line).map { $0.number - 1 })
      let parent = indents.parent(of: line)
      add(parent)
      add(parent.flatMap(indents.parent))
      add(parent.flatMap(indents.lineBelow))
      add(indents.lineBelow(line))
      if isComposed {
        for word in quotedKeys(in: fault.message) { indents.lines(of: word).forEach(add) }
      }
    }
    let own = Set(errors.prefix(Self.mostErrors).map { $0.location.line - 1 })
    let above =
      isComposed ? [] : own.compactMap { source.lineAbove($0)?.number }.map { $0 - 1 }
    for line in own.union(lines).union(above).sorted() {
      proposals += SpaceRepair.proposals(for: line, at: indents.widths(at: line), in: source)
    }
    if let first = errors.first { proposals += TabRepair.proposals(for: first, in: source) }
    if isComposed {
      for line in own.sorted() where !indents.isOfText(line) {
        proposals += CommaRepair.proposals(for: line, YAMLAdvice(on: source, vocabulary))
      }
    }
    return proposals + lines.flatMap(indents.proposals)
  }

  /// The keys of the format that a message quotes.
  private func quotedKeys(in message: String) -> [String] {
    message.split(separator: "'").map(String.init).filter { vocabulary.isKey($0) }
  }

  private func isOfIndent(_ error: Diagnostic) -> Bool {
    error.code == .yamlIndent || error.code == .yamlSyntax && error.fix == nil
  }

  /// Whether a line at the wrong place may be the reason of an error.
  private func isStructural(_ error: Diagnostic) -> Bool {
    switch error.code {
    // A name that is nearly right is misspelt.
    case .unknownKey, .unknownField, .unknownSlot:
      error.fix == nil
        || error.message.split(separator: "'").first.map(String.init).map(vocabulary.mayBeName) == true
    case .missingKey, .wrongType, .wrongValue, .badName, .conflictingKeys, .badSchema, .missingParam: true
    default: false
    }
  }

  private func isBetter(
    _ left: [Diagnostic], than errors: [Diagnostic], _ proposal: RepairProposal, _ source: SourceText
  ) -> Bool {
    let known = Set(errors.map { "\($0.code) \($0.message)" })
    // A value that was cut off is read as an expression for the first time.
    let left = left.filter { error in
      proposal.isIndent || !error.code.isOfExpression || error.location.line != proposal.line + 1
        || known.contains("\(error.code) \(error.message)")
    }
    if left.count >= errors.count { return false }
    // A name that isn't found isn't declared by moving its use to where nothing is known.
    if proposal.isIndent, let fix = proposal.diagnostic.fix,
      errors.contains(where: {
        ($0.code == .unknownSlot || $0.code == .unknownField) && fix.lines.contains($0.location.line)
      })
    {
      return false
    }
    let indents = IndentRepair(source, vocabulary)
    if proposal.isIndent {
      // A word of a rule isn't the name of an action, and a line below an unknown key isn't read.
      if indents.namesWordOfRule(proposal.line) { return false }
      let above = indents.lines(above: proposal.line)
      if left.contains(where: { $0.code == .unknownKey && above.contains($0.location.line - 1) }) {
        return false
      }
    }
    guard left.allSatisfy({ known.contains("\($0.code) \($0.message)") }) else { return false }
    guard proposal.isIndent, proposal.isDeeper else { return true }
    // An unknown key isn't pushed into a value that takes anything.
    let keys = indents.keys(above: proposal.line)
    return !keys.contains(where: vocabulary.takesAnything)
  }
}
