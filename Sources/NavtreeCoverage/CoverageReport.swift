package import NavtreeFlow
import NavtreeText
package import NavtreeYAML

/// The coverage of a flow, item by item, with the places in its files.
package struct CoverageReport {
  /// An item with its counts.
  package struct Row {
    package let item: CoverageItem
    /// By the item's outcomes.
    package let counts: [Int]
    /// The reason for which it isn't to be covered, if it isn't.
    package let ignored: String?

    /// The required outcomes that never came.
    package var missing: [CoverageItem.Outcome] {
      zip(item.outcomes, counts).filter { $0.isRequired && $1 == 0 }.map(\.0)
    }

    /// Those that a kind counts, or with nil any. Pairs have no items.
    func missing(of kind: CoverageKind?) -> [CoverageItem.Outcome] {
      switch kind {
      case nil: missing
      case .interruptions: missing.filter(\.isInterruption)
      case .total: missing.filter { !$0.isInterruption }
      case let kind: item.kind == kind ? missing.filter { !$0.isInterruption } : []
      }
    }

    /// How often anything of it happened.
    package var total: Int { counts.reduce(0) { $0.addingReportingOverflow($1).overflow ? .max : $0 + $1 } }

    /// How many outcomes are required, and how many of them are missing: interruptions, or the others.
    func count(interruptions: Bool) -> (required: Int, missing: Int) {
      (
        item.outcomes.count { $0.isRequired && $0.isInterruption == interruptions },
        missing.count { $0.isInterruption == interruptions }
      )
    }
  }

  /// The required outcomes of a kind, without ignored ones.
  package struct Total {
    package let kind: CoverageKind
    package let covered: Int
    package let count: Int
    /// The items that were taken out.
    package let ignored: Int

    /// In percent; all of nothing is 100.
    package var percent: Double { count == 0 ? 100 : Double(covered) * 100 / Double(count) }
    /// Whole percents, 100 only where nothing is missing.
    package var wholePercent: Int { Int(percent) }
  }

  package let flow: FlowDefinition
  package let coverage: Coverage
  /// The texts of the flow's files, by number.
  package let sources: [SourceText]
  package let rows: [Row]
  package let totals: [Total]
  /// The pairs of rules that ran in a row, by name, without ignored rules.
  package let pairs: [(first: String, second: String, count: Int)]
  /// Comments about coverage that have no effect.
  package let complaints: [String]

  /// - Throws: if the coverage counts something that the flow doesn't have.
  /// - Complexity: O(size of the flow and of the coverage).
  package init(_ flow: FlowDefinition, _ sources: [SourceText], _ coverage: Coverage) throws(CoverageFault) {
    self.flow = flow
    self.coverage = coverage
    self.sources = sources
    let table = CoverageTable(flow)
    try Self.check(coverage, table)
    let ignores = CoverageIgnores(table, sources)
    complaints = ignores.complaints
    rows = table.items.map { item in
      Row(
        item: item, counts: item.outcomes.map { coverage.count(item.kind, item.name, $0.name) },
        ignored: ignores.reason(for: item))
    }
    let rules = Set(table.ruleNames.values).subtracting(ignores.rules)
    pairs = coverage.counts.compactMap { key, count in
      key.kind == .pairs && rules.contains(key.item) && rules.contains(key.outcome)
        ? (key.item, key.outcome, count) : nil
    }.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
    var totals: [Total] = []
    for kind in CoverageKind.allCases {
      let all = rows.filter { $0.item.kind == kind || kind == .interruptions && $0.item.kind == .effects }
      let counts = all.filter { $0.ignored == nil }.map { $0.count(interruptions: kind == .interruptions) }
      let count = counts.reduce(0) { $0 + $1.required }
      totals.append(
        Total(
          kind: kind, covered: counts.reduce(count) { $0 - $1.missing }, count: count,
          ignored: all.count - counts.count))
    }
    let counted = totals.filter { $0.kind != .interruptions }
    totals[CoverageKind.pairs.order] = Total(
      kind: .pairs, covered: pairs.count, count: rules.count * rules.count, ignored: 0)
    totals[CoverageKind.total.order] = Total(
      kind: .total, covered: counted.reduce(0) { $0 + $1.covered },
      count: counted.reduce(0) { $0 + $1.count }, ignored: counted.reduce(0) { $0 + $1.ignored })
    self.totals = totals
  }

  package func total(of kind: CoverageKind) -> Total {
    totals.first { $0.kind == kind } ?? Total(kind: kind, covered: 0, count: 0, ignored: 0)
  }

  /// The name of the file of a place.
  func file(of location: SourceLocation) -> String { flow.file(of: location) }

  /// A row's place, for people: `FILE:LINE:COLUMN`.
  func place(of row: Row) -> String {
    let location = row.item.location
    return "\(file(of: location).escapingControls):\(location.line):\(location.column)"
  }

  /// Refuses counts of what isn't in the flow.
  private static func check(_ coverage: Coverage, _ table: CoverageTable) throws(CoverageFault) {
    var known: Set<Coverage.Key> = []
    for item in table.items {
      for outcome in item.outcomes {
        known.insert(Coverage.Key(kind: item.kind, item: item.name, outcome: outcome.name))
      }
    }
    let rules = Set(table.ruleNames.values)
    for key in coverage.counts.keys.sorted(by: <) {
      let isKnown =
        key.kind == .pairs
        ? rules.contains(key.item) && rules.contains(key.outcome) : known.contains(key)
      if isKnown { continue }
      let name = key.outcome.isEmpty ? key.item : "\(key.item): \(key.outcome)"
      throw CoverageFault("the flow has no \(key.kind.noun) '\(name.echo)'")
    }
  }
}

extension CoverageReport.Row {
  /// What is missing, for people: `rule main.open[0]`, `guard main.open[0]: never false`.
  var missingText: String { missingText(of: nil) }

  func missingText(of kind: CoverageKind?) -> String {
    let missing = missing(of: kind)
    let name = "\(item.kind.noun) \(item.name)"
    if item.outcomes.count == 1 || missing.isEmpty { return name }
    return "\(name): never \(missing.map(\.name).joined(separator: ", "))"
  }

  /// The counts, for people: `3`, `true 2, false 0`.
  package var countsText: String {
    if item.outcomes.count == 1 { return "\(counts[0])" }
    return zip(item.outcomes, counts).filter { $0.isRequired || $1 > 0 }.map { "\($0.name) \($1)" }
      .joined(separator: ", ")
  }
}
