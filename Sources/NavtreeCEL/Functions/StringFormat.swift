import NavtreeSystem

/// `'…'.format(arguments)`: `%s`, `%d`, `%f`, `%e`, `%b`, `%o`, `%x`, `%X` and `%%`.
enum StringFormat {
  static let functions: [Function] = [
    .member(
      "format", [.takes(.string, .list(.dyn), gives: .string)],
      .two { text, arguments, frame throws(CELError) in
        guard case .string(let format) = text, case .list(let list) = arguments else {
          throw .noOverload("format", text, arguments)
        }
        return .string(try StringFormat.format(format, list, &frame))
      })
  ]

  private static let defaultPrecision = 6
  private static let maximumPrecision = 1_000

  private static func format(
    _ format: String, _ arguments: CELList, _ frame: inout Frame
  ) throws(CELError) -> String {
    try frame.spend(bytes: format.utf8.count)
    var result = ""
    var rest = format.unicodeScalars[...]
    var used = 0
    while let scalar = rest.popFirst() {
      if scalar != "%" {
        result.unicodeScalars.append(scalar)
        continue
      }
      if rest.first == "%" {
        rest.removeFirst()
        result += "%"
        continue
      }
      let precision = try self.precision(&rest)
      guard let clause = rest.popFirst() else { throw refuse("the format ends after '%'") }
      guard used < arguments.count else { throw refuse("the format has more clauses than arguments") }
      let value = arguments[used]
      used += 1
      try write(value, clause, precision, &result, &frame)
    }
    return result
  }

  private static func refuse(_ message: String) -> CELError { CELError(.invalidArgument, message) }

  /// `.3`, if there is one.
  private static func precision(_ rest: inout Substring.UnicodeScalarView) throws(CELError) -> Int {
    guard rest.first == "." else { return defaultPrecision }
    rest.removeFirst()
    let digits = rest.prefix { $0.isDigit }
    rest = rest.dropFirst(digits.count)
    guard let precision = Int(String(digits)), precision <= maximumPrecision else {
      throw refuse("a precision must be a number up to \(maximumPrecision)")
    }
    return precision
  }

  private static func write(
    _ value: CELValue, _ clause: Unicode.Scalar, _ precision: Int, _ result: inout String,
    _ frame: inout Frame
  ) throws(CELError) {
    let text: String
    switch (clause, value) {
    case ("s", _), ("d", .int), ("d", .uint), ("d", .double):
      try writePlain(value, &result, &frame)
      return
    case ("f", _): text = try decimal(value, "f", precision)
    case ("e", _): text = try decimal(value, "e", precision)
    case ("b", .bool(let flag)): text = flag ? "1" : "0"
    case ("b", .int(let number)): text = String(number, radix: 2)
    case ("b", .uint(let number)): text = String(number, radix: 2)
    case ("o", .int(let number)): text = String(number, radix: 8)
    case ("o", .uint(let number)): text = String(number, radix: 8)
    case ("x", .int(let number)), ("X", .int(let number)):
      text = String(number, radix: 16, uppercase: clause == "X")
    case ("x", .uint(let number)), ("X", .uint(let number)):
      text = String(number, radix: 16, uppercase: clause == "X")
    case ("x", .string(let string)), ("X", .string(let string)):
      text = hexadecimal(Array(string.utf8), isUpper: clause == "X")
    case ("x", .bytes(let bytes)), ("X", .bytes(let bytes)): text = hexadecimal(bytes, isUpper: clause == "X")
    case ("d", _), ("b", _), ("o", _), ("x", _), ("X", _):
      throw refuse("%\(clause) can't format a value of type \(value.kind.rawValue)")
    default: throw refuse("there is no clause %\(clause)")
    }
    try frame.spend(1 + text.utf8.count / 10)
    result += text
  }

  private static func hexadecimal(_ bytes: [UInt8], isUpper: Bool) -> String {
    let digits = Array((isUpper ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      output.append(digits[Int(byte >> 4)])
      output.append(digits[Int(byte & 15)])
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// A number with a fixed count of decimals, rounded half to even.
  private static func decimal(
    _ value: CELValue, _ style: String, _ precision: Int
  ) throws(CELError) -> String {
    let number: Double
    switch value {
    case .double(let double): number = double
    case .int(let integer): number = Double(integer)
    case .uint(let integer): number = Double(integer)
    default: throw refuse("%\(style) can't format a value of type \(value.kind.rawValue)")
    }
    if let word = word(number) { return word }
    // The widest double has 309 digits before the point.
    var buffer = [CChar](repeating: 0, count: precision + 330)
    let count = withVaList([Int32(precision), number]) { arguments in
      vsnprintf(&buffer, buffer.count, "%.*\(style)", arguments)
    }
    return String(decoding: buffer.prefix(Int(max(0, count))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func word(_ number: Double) -> String? {
    number.isNaN ? "NaN" : number.isInfinite ? (number < 0 ? "-Infinity" : "Infinity") : nil
  }

  /// `%s`: a value as text, lists and maps with their contents, maps sorted by their keys as text.
  private static func writePlain(
    _ value: CELValue, _ result: inout String, _ frame: inout Frame
  ) throws(CELError) {
    try frame.spend(1)
    let text: String
    switch value {
    case .null: text = "null"
    case .bool(let flag): text = flag ? "true" : "false"
    case .int(let number): text = String(number)
    case .uint(let number): text = String(number)
    case .double(let number): text = word(number) ?? DecimalText(number).plain
    case .string(let string): text = string
    case .bytes(let bytes):
      try frame.spend(bytes: bytes.count)
      text = replacingInvalid(bytes)
    case .type(let kind): text = kind.rawValue
    case .timestamp(let time): text = time.description
    case .duration(let span): text = span.description
    case .list(let list):
      result += "["
      for index in 0..<list.count {
        if index > 0 { result += ", " }
        try writePlain(list[index], &result, &frame)
      }
      result += "]"
      return
    case .map(let map):
      var entries: [(key: String, value: String)] = []
      for index in 0..<map.count {
        var key = ""
        var entry = ""
        try writePlain(map.key(at: index), &key, &frame)
        try writePlain(map.value(at: index), &entry, &frame)
        // Each level above copies the text once more.
        try frame.spend((key.utf8.count + entry.utf8.count) / 10)
        entries.append((key, entry))
      }
      entries.sort { $0.key.compareCodePoints(to: $1.key) < 0 }
      result += "{" + entries.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "}"
      return
    case .optional: throw refuse("%s can't format an optional")
    }
    try frame.spend(text.utf8.count / 10)
    result += text
  }

  /// The text that bytes encode, with one replacement character for each run that isn't UTF-8.
  private static func replacingInvalid(_ bytes: [UInt8]) -> String {
    var result = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var input = bytes.makeIterator()
    var wasInvalid = false
    while true {
      switch parser.parseScalar(from: &input) {
      case .valid(let encoded):
        result.append(UTF8.decode(encoded))
        wasInvalid = false
      case .error:
        if !wasInvalid { result.append("\u{FFFD}") }
        wasInvalid = true
      case .emptyInput: return String(result)
      }
    }
  }
}
