import NavtreeCRE2

/// A compiled regular expression of RE2: linear in the text, and bounded in memory.
final class Regex: @unchecked Sendable {
  private let handle: OpaquePointer
  let patternSize: Int
  /// Instructions in the compiled program.
  let programSize: Int

  /// - Throws: `invalidArgument` when the pattern is no regular expression, or too large.
  init(_ pattern: String) throws(CELError) {
    var message = [CChar](repeating: 0, count: 256)
    let compiled = pattern.withBytes { bytes in
      cre2_compile(
        bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count, Int64(CELLimits.regexMemory),
        &message,
        message.count)
    }
    guard let compiled else {
      let text = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw CELError(.invalidArgument, "the pattern can't be used: \(text)")
    }
    handle = compiled
    patternSize = pattern.utf8.count
    programSize = Int(cre2_program_size(compiled))
  }

  deinit {
    cre2_free(handle)
  }

  /// What compiling costs at least, before its size is known: a counted repetition makes large programs of short
  /// patterns.
  static func compileCost(_ pattern: String) -> Int {
    pattern.utf8.count + (pattern.utf8.contains(UInt8(ascii: "{")) ? 1_000 : 10)
  }

  /// Whether the pattern matches anywhere in a text.
  ///
  /// Costs a tenth a byte of the text times a quarter a byte of the pattern, more where the program is large.
  func matches(_ text: String, _ frame: inout Frame) throws(CELError) -> Bool {
    let textCost = (text.utf8.count + 1 + 9) / 10
    let patternCost = max(1, (patternSize + 3) / 4, programSize / 32)
    try frame.spend(textCost.multipliedReportingOverflow(by: patternCost).partialValue - 1)
    let result = text.withBytes { bytes in
      cre2_matches(handle, bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count)
    }
    if result < 0 { throw CELError(.costExceeded, "the regular expression ran out of memory") }
    return result == 1
  }
}
