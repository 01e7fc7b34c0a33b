/// Applies the fixes of the diagnostics of some files, again and again, until none is left to apply.
package struct Mending {
  /// The outcome of reading the files.
  package typealias Reading = (diagnostics: [Diagnostic], sources: [SourceText])

  /// The most times that the files are read.
  private static let mostReadings = 200

  /// The texts that were changed, by the names of their files.
  package private(set) var texts: [String: [UInt8]]
  /// The texts of the first reading.
  package private(set) var sources: [SourceText] = []
  /// The number of fixes that were applied.
  package private(set) var count = 0
  /// Whether fixes are left that weren't tried.
  package private(set) var isUnfinished = false
  private let isUnsafe: Bool
  private let read: ([String: [UInt8]]) -> Reading
  private var readings = 0
  /// Fixes that mend nothing.
  private var useless: Set<String> = []

  /// - Parameters:
  ///   - isUnsafe: Whether fixes are applied that may not be what was meant.
  ///   - texts: Those that were changed before.
  ///   - read: Reads the files with some of their texts changed.
  package init(isUnsafe: Bool, texts: [String: [UInt8]] = [:], read: @escaping ([String: [UInt8]]) -> Reading)
  {
    self.isUnsafe = isUnsafe
    self.texts = texts
    self.read = read
  }

  /// - Complexity: at most `mostReadings` readings.
  package mutating func run() {
    var reading = next(texts)
    sources = reading.sources
    while true {
      let fixes = fixes(of: reading)
      guard let first = fixes.first else { return }
      isUnfinished = readings >= Self.mostReadings
      if isUnfinished { return }
      // Fixes that are right alone may be wrong together.
      var count = fixes.count
      while count > 0, !apply(fixes[..<count], to: &reading) { count /= 2 }
      if count == 0 { useless.insert(Self.subject(of: first)) }
    }
  }

  private mutating func next(_ texts: [String: [UInt8]]) -> Reading {
    readings += 1
    return read(texts)
  }

  /// Those to apply at once: each in its own place, and of wrong YAML one alone, since it changes how the rest reads.
  private func fixes(of reading: Reading) -> [Diagnostic] {
    let all = reading.diagnostics.filter { diagnostic in
      diagnostic.fix != nil && diagnostic.severity != .note && (isUnsafe || diagnostic.isFixCertain)
        && !useless.contains(Self.subject(of: diagnostic))
    }
    if let fault = all.first(where: { $0.code.isOfText }) { return [fault] }
    var fixes: [Diagnostic] = []
    for diagnostic in all.sorted(by: Self.precedes) {
      guard let fix = diagnostic.fix else { continue }
      if let last = fixes.last, let end = last.fix?.end, last.location.file == diagnostic.location.file,
        fix.start <= end
      {
        continue
      }
      fixes.append(diagnostic)
    }
    return fixes
  }

  /// - Returns: Whether the fixes mend something; else nothing is changed.
  private mutating func apply(_ fixes: ArraySlice<Diagnostic>, to reading: inout Reading) -> Bool {
    var changed = texts
    for diagnostic in fixes.reversed() {
      guard let fix = diagnostic.fix, reading.sources.indices.contains(Int(diagnostic.location.file)) else {
        return false
      }
      let source = reading.sources[Int(diagnostic.location.file)]
      changed[source.file] = fix.applied(
        to: SourceText(file: source.file, bytes: changed[source.file] ?? source.bytes))
    }
    let after = next(changed)
    let (old, new) = (Self.errors(of: reading), Self.errors(of: after))
    // What is behind an error may hold others; behind a warning there are none.
    let mayUncover = fixes.count == 1 && fixes.allSatisfy { $0.severity == .error }
    let left = Set(after.diagnostics.map(Self.place))
    guard mayUncover || new <= old, fixes.allSatisfy({ !left.contains(Self.place(of: $0)) }) else {
      return false
    }
    if let fault = fixes.first, fault.code.isOfText, isLeft(fault, in: after) { return false }
    texts = changed
    count += fixes.count
    reading = after
    return true
  }

  /// Whether a text that was to be mended is no YAML up to there still, or something is wrong in the lines of the fix.
  private func isLeft(_ fault: Diagnostic, in reading: Reading) -> Bool {
    guard let fix = fault.fix else { return true }
    return reading.diagnostics.contains { diagnostic in
      guard diagnostic.severity == .error, diagnostic.location.file == fault.location.file else {
        return false
      }
      if diagnostic.code.isOfText { return !fault.location.precedes(diagnostic.location) }
      return fix.lines.contains(diagnostic.location.line)
    }
  }

  private static func errors(of reading: Reading) -> Int {
    reading.diagnostics.count { $0.severity == .error }
  }

  private static func place(of diagnostic: Diagnostic) -> String {
    "\(diagnostic.code) \(diagnostic.location) \(diagnostic.message)"
  }

  private static func subject(of diagnostic: Diagnostic) -> String {
    "\(diagnostic.code) \(diagnostic.location.file) \(diagnostic.message) \(diagnostic.fix?.text ?? "")"
  }

  private static func precedes(_ left: Diagnostic, _ right: Diagnostic) -> Bool {
    guard let first = left.fix, let second = right.fix else { return false }
    if left.location.file != right.location.file { return left.location.file < right.location.file }
    return first.start < second.start
  }
}
