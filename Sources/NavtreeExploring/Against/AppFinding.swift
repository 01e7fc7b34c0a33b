/// Moves after which an app isn't as its flow has it.
package struct AppFinding {
  package enum Reason {
    case differs([AppDifference])
    /// The app crashes or hangs.
    case fault(AdapterFault)
  }

  package let moves: [Move]
  package let reason: Reason
  /// The number of the run, from 0 on; nil for a regression.
  package let run: Int?
  /// The name of the regression that found it.
  package let regression: String?
  /// Whether the same moves led there again.
  package let isReproducible: Bool
}

extension AppFinding.Reason {
  /// The first value that differs, or the fault, as a part of a file's name.
  var word: String {
    switch self {
    case .differs(let differences): differences.first?.kind ?? ""
    case .fault(.ended): "ended"
    case .fault: "hung"
    }
  }

  /// The values that differ, or the fault, as names.
  var kinds: Set<String> {
    switch self {
    case .differs(let differences): Set(differences.map(\.kind))
    case .fault: [word]
    }
  }

  /// The reason without some kinds; nil if none is left.
  func without(_ known: Set<String>) -> AppFinding.Reason? {
    switch self {
    case .differs(let differences):
      let others = differences.filter { !known.contains($0.kind) }
      return others.isEmpty ? nil : .differs(others)
    case .fault: return known.contains(word) ? nil : self
    }
  }

  /// Whether both are differences, or both are the same fault.
  func isLike(_ other: AppFinding.Reason?) -> Bool {
    switch (self, other) {
    case (.differs, .differs?), (.fault(.ended), .fault(.ended)?), (.fault(.hung), .fault(.hung)?): true
    case (.differs, _), (.fault, _): false
    }
  }
}
