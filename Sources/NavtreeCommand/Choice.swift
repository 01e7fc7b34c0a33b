import ArgumentParser

/// A choice on the command line, by its raw value.
///
/// ArgumentParser lists raw values through key paths, whose types are searched for by name: a tenth of the start.
protocol Choice: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String {}

extension Choice {
  static var allValueStrings: [String] { allCases.map { $0.rawValue } }

  static var allValueDescriptions: [String: String] { [:] }

  init?(argument: String) { self.init(rawValue: argument) }

  var defaultValueDescription: String { rawValue }
}
