package import NavtreeYAML

/// The diagnostics of a flow, up to a limit.
///
/// Messages and hints are made only for those that are kept: a file may hold a million mistakes.
package final class DiagnosticSink {
  private var diagnostics: [Diagnostic] = []
  private var seen: Set<Subject> = []
  private let limit: Int
  /// The gravest severity left out, if any was.
  private var leftOut: Diagnostic.Severity?
  package private(set) var hasErrors = false
  /// The names of those that report a missing one, by their place among the diagnostics.
  private var missing: [Int: MissingName] = [:]
  /// Names whose declaration was faulty and reported, and keys whose value was: what follows isn't reported.
  private var brokenNames: Set<String> = []
  private var brokenKeys: Set<Key> = []

  /// The names of files, by number.
  private let fileName: (Int32) -> String

  package init(limit: Int = YAMLLimits().diagnostics, fileName: @escaping (Int32) -> String = { _ in "" }) {
    self.limit = limit
    self.fileName = fileName
  }

  /// `FILE:LINE:COLUMN`
  func written(_ location: SourceLocation) -> String {
    "\(fileName(location.file)):\(location.line):\(location.column)"
  }

  /// A diagnostic without its hint.
  private struct Subject: Hashable {
    let code: DiagnosticCode
    let message: String
    let location: SourceLocation
  }

  /// The number of those reported so far.
  package var count: Int { diagnostics.count }

  func note(broken name: String) { brokenNames.insert(name) }
  func note(broken key: Key) { brokenKeys.insert(key) }

  /// Whether that nothing is declared under a name follows from a fault that was reported.
  func isBroken(_ name: String, in keys: Key...) -> Bool {
    brokenNames.contains(name) || keys.contains(where: brokenKeys.contains)
  }

  /// Reports an error that follows from any other about a screen or an effect, if there is one.
  func consequence(
    _ code: DiagnosticCode, _ message: String, at location: SourceLocation, in node: YAMLNode, hint: Hint?
  ) {
    hasErrors = true
    let hint = Self.hint(hint, node)
    consequences.append(Diagnostic(.error, code, message, at: location, hint: hint))
  }

  private var consequences: [Diagnostic] = []

  /// Those that don't follow from another.
  private var causes: [Diagnostic] {
    let isFollowed = diagnostics.contains { diagnostic in
      switch diagnostic.code {
      case .unknownKey, .unknownScreen, .unknownEffect, .unknownAction, .wrongType, .wrongValue, .badName,
        .missingKey:
        diagnostic.severity == .error
      default: false
      }
    }
    return told(isFollowed ? diagnostics : diagnostics + consequences)
  }

  /// One of those that report the same missing name.
  private func told(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var first: [MissingName: Int] = [:]
    var firstOfText: [Diagnostic: Int] = [:]
    var others: [Int: [SourceLocation]] = [:]
    var told: [Diagnostic] = []
    let sorted = diagnostics.enumerated().sorted { left, right in
      let (above, below) = (left.element.location, right.element.location)
      return above.isAbove(below) || (!below.isAbove(above) && left.offset < right.offset)
    }
    for (number, diagnostic) in sorted {
      var known: Int?
      if let name = missing[number] {
        known = first[name]
        if known == nil { first[name] = told.count }
      } else if diagnostic.isOfName, diagnostic.fix == nil {
        var text = diagnostic
        text.location = SourceLocation(line: 0, column: 0, endColumn: 0)
        known = firstOfText[text]
        if known == nil { firstOfText[text] = told.count }
      }
      if let known {
        others[known, default: []].append(diagnostic.location)
      } else {
        told.append(diagnostic)
      }
    }
    let uses = Dictionary(
      grouping: told.indices.filter { told[$0].isFixCertain && told[$0].code != .unknownKey }
    ) {
      "\(told[$0].code) \(told[$0].message)"
    }
    for index in uses.values.filter({ $0.count > 1 }).joined() { told[index].isFixCertain = false }
    for (index, places) in others {
      // Several uses of a name may be right, and its declaration misspelt.
      told[index].isFixCertain = false
      let own = told[index].location
      var places = places.filter { !$0.isBeside(own) }
      places = places.indices.filter { $0 == 0 || !places[$0].isBeside(places[$0 - 1]) }.map { places[$0] }
      if places.isEmpty { continue }
      let isHere = places.allSatisfy { $0.file == own.file }
      let list =
        places.prefix(5).map { isHere ? "\($0.line)" : written($0) }.joined(separator: ", ")
        + (places.count > 5 ? ", …" : "")
      let note = isHere ? "so in line\(places.count == 1 ? "" : "s") \(list)" : "so at \(list)"
      told[index].hint = told[index].hint.map { "\($0); \(note)" } ?? note
    }
    return told
  }

  /// A diagnostic of an aliased node is added once, however often the node is used.
  package func add(
    _ severity: Diagnostic.Severity, _ code: DiagnosticCode, _ message: @autoclosure () -> String,
    at location: @autoclosure () -> SourceLocation, hint: @autoclosure () -> Hint? = nil,
    missing name: @autoclosure () -> MissingName? = nil
  ) {
    if severity == .error { hasErrors = true }
    guard diagnostics.count < limit else {
      leftOut = leftOut == .error ? .error : severity
      return
    }
    let subject = Subject(code: code, message: message(), location: location())
    guard seen.insert(subject).inserted else { return }
    missing[diagnostics.count] = name()
    diagnostics.append(
      Diagnostic(severity, code, subject.message, at: subject.location, hint: hint()))
  }

  /// Adds one that was made elsewhere.
  package func add(_ diagnostic: Diagnostic) {
    add(
      diagnostic.severity, diagnostic.code, diagnostic.message, at: diagnostic.location,
      hint: diagnostic.hint.map {
        Hint($0, diagnostic.fix.map { .edit($0) }, isCertain: diagnostic.isFixCertain)
      })
  }

  package func error(
    _ code: DiagnosticCode, _ message: @autoclosure () -> String, at node: YAMLNode,
    hint: @autoclosure () -> Hint? = nil, missing name: @autoclosure () -> MissingName? = nil
  ) {
    error(code, message(), at: node.location, in: node, hint: hint(), missing: name())
  }

  /// - Parameter node: The node that the location lies in.
  package func error(
    _ code: DiagnosticCode, _ message: @autoclosure () -> String,
    at location: @autoclosure () -> SourceLocation, in node: YAMLNode,
    hint: @autoclosure () -> Hint? = nil, missing name: @autoclosure () -> MissingName? = nil
  ) {
    add(.error, code, message(), at: location(), hint: Self.hint(hint(), node), missing: name())
  }

  package func warning(
    _ code: DiagnosticCode, _ message: @autoclosure () -> String,
    at location: @autoclosure () -> SourceLocation, hint: @autoclosure () -> Hint? = nil
  ) {
    add(.warning, code, message(), at: location(), hint: hint())
  }

  /// In the order of the file.
  package var sorted: [Diagnostic] {
    var sorted = causes.enumerated().sorted {
      let (left, right) = ($0.element.location, $1.element.location)
      if left.precedes(right) || right.precedes(left) { return left.precedes(right) }
      return $0.offset < $1.offset
    }.map(\.element)
    if let leftOut, let last = sorted.last {
      sorted.append(
        Diagnostic(
          leftOut, .limit, "there is more to say than \(limit) things, the limit (diagnostics)",
          at: last.location, hint: "mend these first"))
    }
    return sorted
  }

  private static func hint(_ hint: Hint?, _ node: YAMLNode) -> Hint? {
    if let note = node.replacementNote {
      // The text to correct isn't the one that the diagnostic points at.
      return Hint(hint.map { "\($0.text); \(note)" } ?? note)
    }
    guard let use = node.usedAt else { return hint }
    let note = "used at \(use.location.line):\(use.location.column) as *\(use.name)"
    return hint.map { Hint("\($0.text); \(note)", $0.change) } ?? Hint(note)
  }
}

extension Diagnostic {
  /// Whether it reports a name that is declared nowhere.
  fileprivate var isOfName: Bool {
    switch code {
    case .unknownScreen, .unknownField, .unknownAction, .unknownEffect, .unknownStore: true
    default: false
    }
  }
}

extension SourceLocation {
  /// Whether it stands in a line above, or in an earlier file.
  fileprivate func isAbove(_ other: SourceLocation) -> Bool {
    (file, line) < (other.file, other.line)
  }

  /// Whether it stands in the same line.
  fileprivate func isBeside(_ other: SourceLocation) -> Bool {
    (file, line) == (other.file, other.line)
  }
}
