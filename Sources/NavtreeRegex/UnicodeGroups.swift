/// The classes of Unicode that `\p` names: general categories, scripts and `Any`.
enum UnicodeGroups {
  /// - Returns: nil for a name that RE2 doesn't have.
  static func set(named name: String) -> ScalarSet? {
    if name == "Any" { return .all }
    if let script = UnicodeScripts.set(named: name) { return script }
    guard (1...2).contains(name.utf8.count), runs.contains(where: { $0.name.hasPrefix(name) }) else {
      return nil
    }
    return ScalarSet(runs.filter { $0.name.hasPrefix(name) }.map(\.range))
  }

  /// Scalars beside each other of one category; those that aren't assigned are left out.
  private static let runs: [(name: String, range: ClosedRange<UInt32>)] = {
    var runs: [(name: String, range: ClosedRange<UInt32>)] = [
      ("Co", 0xF0000...0xFFFFD), ("Co", 0x100000...0x10FFFD),
    ]
    for part in [UInt32(0)...0x3FFFF, 0xE0000...0xE0FFF] {
      var category: Unicode.GeneralCategory?
      var first = part.lowerBound
      for value in part.lowerBound...part.upperBound + 1 {
        let next =
          value > part.upperBound ? nil : Unicode.Scalar(value)?.properties.generalCategory ?? .surrogate
        if next == category { continue }
        if let category, let name = name(of: category) { runs.append((name, first...value - 1)) }
        category = next
        first = value
      }
    }
    return runs
  }()

  private static func name(of category: Unicode.GeneralCategory) -> String? {
    switch category {
    case .uppercaseLetter: "Lu"
    case .lowercaseLetter: "Ll"
    case .titlecaseLetter: "Lt"
    case .modifierLetter: "Lm"
    case .otherLetter: "Lo"
    case .nonspacingMark: "Mn"
    case .spacingMark: "Mc"
    case .enclosingMark: "Me"
    case .decimalNumber: "Nd"
    case .letterNumber: "Nl"
    case .otherNumber: "No"
    case .connectorPunctuation: "Pc"
    case .dashPunctuation: "Pd"
    case .openPunctuation: "Ps"
    case .closePunctuation: "Pe"
    case .initialPunctuation: "Pi"
    case .finalPunctuation: "Pf"
    case .otherPunctuation: "Po"
    case .mathSymbol: "Sm"
    case .currencySymbol: "Sc"
    case .modifierSymbol: "Sk"
    case .otherSymbol: "So"
    case .spaceSeparator: "Zs"
    case .lineSeparator: "Zl"
    case .paragraphSeparator: "Zp"
    case .control: "Cc"
    case .format: "Cf"
    case .surrogate: "Cs"
    case .privateUse: "Co"
    case .unassigned: nil
    @unknown default: nil
    }
  }
}
