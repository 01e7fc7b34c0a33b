import NavtreeRegex

/// A pattern of `matches`, with the cost of compiling and matching it.
struct Regex: Sendable {
  private let compiled: RegularExpression

  /// - Throws: `invalidArgument` when the pattern is no regular expression, or too large.
  init(_ pattern: String) throws(CELError) {
    do {
      compiled = try RegularExpression(pattern, memory: CELLimits.regexMemory)
    } catch {
      throw CELError(.invalidArgument, "the pattern can't be used: \(error.message)")
    }
  }

  /// Instructions in the compiled program.
  var programSize: Int { compiled.programSize }

  /// The least cost of compiling a pattern, charged before its size is known: a counted repetition makes a
  /// large program of a short pattern.
  static func compileCost(_ pattern: String) -> Int {
    pattern.utf8.count + (pattern.utf8.contains(UInt8(ascii: "{")) ? 1_000 : 10)
  }

  /// Whether the pattern matches anywhere in a text.
  ///
  /// Costs a tenth a byte of the text times a quarter a byte of the pattern, more where the program is large.
  func matches(_ text: String, _ frame: inout Frame) throws(CELError) -> Bool {
    let textCost = (text.utf8.count + 1 + 9) / 10
    let patternCost = max(1, (compiled.pattern.utf8.count + 3) / 4, programSize / 32)
    try frame.spend(textCost.multipliedReportingOverflow(by: patternCost).partialValue - 1)
    guard let result = compiled.matches(text) else {
      throw CELError(.costExceeded, "the regular expression ran out of memory")
    }
    return result
  }
}
