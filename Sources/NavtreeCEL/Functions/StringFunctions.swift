/// `contains`, `startsWith`, `endsWith` and `matches`.
enum StringFunctions {
  static let functions: [Function] = [
    .member(
      "contains", two,
      .two { text, part, frame throws(CELError) in
        let (text, part) = try strings("contains", text, part)
        try spendSearch(text, part, &frame)
        return .bool(text.firstOffset(of: part) != nil)
      }),
    .member(
      "startsWith", two,
      .two { text, part, frame throws(CELError) in
        let (text, part) = try strings("startsWith", text, part)
        try frame.spend(bytes: part.utf8.count)
        return .bool(text.withBytes { whole in part.withBytes { starts(whole, with: $0) } })
      }),
    .member(
      "endsWith", two,
      .two { text, part, frame throws(CELError) in
        let (text, part) = try strings("endsWith", text, part)
        try frame.spend(bytes: part.utf8.count)
        return .bool(text.withBytes { whole in part.withBytes { ends(whole, with: $0) } })
      }),
    .member("matches", two, .two(matches)),
    .global("matches", two, .two(matches)),
  ]

  private static let two: [Function.Overload] = [.takes(.string, .string, gives: .bool)]

  static func strings(
    _ name: String, _ first: CELValue, _ second: CELValue
  ) throws(CELError) -> (String, String) {
    guard case .string(let a) = first, case .string(let b) = second else {
      throw .noOverload(name, first, second)
    }
    return (a, b)
  }

  /// Spends the cost of a search, which may compare each byte of the text with each of the part.
  static func spendSearch(_ text: String, _ part: String, _ frame: inout Frame) throws(CELError) {
    let (cost, overflow) = ((text.utf8.count + 9) / 10).multipliedReportingOverflow(
      by: (part.utf8.count + 9) / 10)
    try frame.spend(overflow ? .max / 2 : max(0, cost - 1))
  }

  private static func starts(_ whole: UnsafeRawBufferPointer, with part: UnsafeRawBufferPointer) -> Bool {
    whole.count >= part.count
      && compareBytes(UnsafeRawBufferPointer(rebasing: whole.prefix(part.count)), part) == 0
  }

  private static func ends(_ whole: UnsafeRawBufferPointer, with part: UnsafeRawBufferPointer) -> Bool {
    whole.count >= part.count
      && compareBytes(UnsafeRawBufferPointer(rebasing: whole.suffix(part.count)), part) == 0
  }

  @Sendable
  static func matches(_ text: CELValue, _ pattern: CELValue, _ frame: inout Frame) throws(CELError)
    -> CELValue
  {
    let (text, pattern) = try strings("matches", text, pattern)
    let regex = try frame.regex(pattern)
    return .bool(try regex.matches(text, &frame))
  }
}
