/// `bool`, `bytes`, `double`, `duration`, `dyn`, `int`, `string`, `timestamp`, `type` and `uint` as functions.
enum Conversions {
  static let functions: [Function] = [
    .global("dyn", [.takes(.a, gives: .dyn)], .one { value, _ in value }),
    .global("type", [.takes(.a, gives: .type(.a))], .one { value, _ in .type(value.kind) }),
    .global("bool", [.takes(.bool, gives: .bool), .takes(.string, gives: .bool)], .one(bool)),
    .global("bytes", [.takes(.bytes, gives: .bytes), .takes(.string, gives: .bytes)], .one(bytes)),
    .global("double", from([.double, .int, .uint, .string], to: .double), .one(double)),
    .global("int", from([.int, .uint, .double, .string, .timestamp], to: .int), .one(int)),
    .global("uint", from([.uint, .int, .double, .string], to: .uint), .one(uint)),
    .global(
      "string", from([.string, .bool, .int, .uint, .double, .bytes, .timestamp, .duration], to: .string),
      .one(string)),
    .global("duration", from([.duration, .string], to: .duration), .one(duration)),
    .global("timestamp", from([.timestamp, .string, .int], to: .timestamp), .one(timestamp)),
  ]

  private static func from(_ types: [CELType], to result: CELType) -> [Function.Overload] {
    types.map { .takes($0, gives: result) }
  }

  private static func refuse(_ value: CELValue, _ type: String) -> CELError {
    CELError(.invalidArgument, "\(value) can't be converted to \(type)")
  }

  private static func outOfRange(_ value: CELValue, _ type: String) -> CELError {
    CELError(.overflow, "\(value) is out of the range of \(type)")
  }

  @Sendable
  private static func bool(_ value: CELValue, _ frame: inout Frame) throws(CELError) -> CELValue {
    switch value {
    case .bool: return value
    case .string(let text):
      switch text {
      case "1", "t", "T", "true", "TRUE", "True": return .bool(true)
      case "0", "f", "F", "false", "FALSE", "False": return .bool(false)
      default: throw refuse(value, "bool")
      }
    default: throw .noOverload("bool", value)
    }
  }

  @Sendable
  private static func bytes(_ value: CELValue, _ frame: inout Frame) throws(CELError) -> CELValue {
    switch value {
    case .bytes: return value
    case .string(let text):
      try frame.spend(bytes: text.utf8.count)
      return .bytes(Array(text.utf8))
    default: throw .noOverload("bytes", value)
    }
  }

  @Sendable
  private static func double(_ value: CELValue, _ frame: inout Frame) throws(CELError) -> CELValue {
    switch value {
    case .double: return value
    case .int(let number): return .double(Double(number))
    case .uint(let number): return .double(Double(number))
    case .string(let text):
      try frame.spend(bytes: text.utf8.count)
      guard let number = Double(text), isWritten(text) else { throw refuse(value, "double") }
      let isWord = text.utf8.contains { $0 | 0x20 == UInt8(ascii: "i") }
      if number.isInfinite, !isWord { throw outOfRange(value, "double") }
      return .double(number)
    default: throw .noOverload("double", value)
    }
  }

  /// Whether a number that Swift reads is one of CEL: Swift stops at a NUL, and takes `nan(1)` and `0x1F` too.
  private static func isWritten(_ text: String) -> Bool {
    let isHexadecimal = text.utf8.contains { $0 | 0x20 == UInt8(ascii: "x") }
    return text.utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "(") }
      && (!isHexadecimal || text.utf8.contains { $0 | 0x20 == UInt8(ascii: "p") })
  }

  @Sendable
  private static func int(_ value: CELValue, _ frame: inout Frame) throws(CELError) -> CELValue {
    switch value {
    case .int: return value
    case .uint(let number):
      guard let signed = Int(exactly: number) else { throw outOfRange(value, "int") }
      return .int(signed)
    case .double(let number):
      // The ends of the range are refused too: as doubles they equal their neighbours.
      guard number > -0x1p63, number < 0x1p63 else { throw outOfRange(value, "int") }
      return .int(Int(number))
    case .string(let text):
      try frame.spend(bytes: text.utf8.count)
      guard let number = Int(text) else { throw refuse(value, "int") }
      return .int(number)
    case .timestamp(let time): return .int(time.seconds)
    default: throw .noOverload("int", value)
    }
  }

  @Sendable
  private static func uint(_ value: CELValue, _ frame: inout Frame) throws(CELError) -> CELValue {
    switch value {
    case .uint: return value
    case .int(let number):
      guard let unsigned = UInt(exactly: number) else { throw outOfRange(value, "uint") }
      return .uint(unsigned)
    case .double(let number):
      guard number >= 0, number < 0x1p64 else { throw outOfRange(value, "uint") }
      return .uint(UInt(number))
    case .string(let text):
      try frame.spend(bytes: text.utf8.count)
      guard let number = UInt(text) else { throw refuse(value, "uint") }
      return .uint(number)
    default: throw .noOverload("uint", value)
    }
  }

  @Sendable
  private static func string(_ value: CELValue, _ frame: inout Frame) throws(CELError) -> CELValue {
    switch value {
    case .string: return value
    case .bool(let flag): return .string(flag ? "true" : "false")
    case .int(let number): return .string(String(number))
    case .uint(let number): return .string(String(number))
    case .double(let number): return .string(DecimalText(number).general)
    case .bytes(let bytes):
      try frame.spend(bytes: bytes.count)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw CELError(.invalidArgument, "the bytes aren't UTF-8")
      }
      return .string(text)
    case .timestamp(let time): return .string(time.description)
    case .duration(let span): return .string(span.description)
    default: throw .noOverload("string", value)
    }
  }

  @Sendable
  private static func duration(_ value: CELValue, _ frame: inout Frame) throws(CELError) -> CELValue {
    switch value {
    case .duration: return value
    case .string(let text):
      try frame.spend(bytes: text.utf8.count)
      guard let span = CELDuration(text) else {
        throw CELError(.invalidArgument, "\(value) is no duration, or out of range; write 1h30m or 1.5s")
      }
      return .duration(span)
    default: throw .noOverload("duration", value)
    }
  }

  @Sendable
  private static func timestamp(_ value: CELValue, _ frame: inout Frame) throws(CELError) -> CELValue {
    switch value {
    case .timestamp: return value
    case .int(let seconds):
      guard let time = CELTimestamp(seconds: seconds) else { throw outOfRange(value, "timestamp") }
      return .timestamp(time)
    case .string(let text):
      try frame.spend(bytes: text.utf8.count)
      guard let time = CELTimestamp(text) else {
        throw CELError(.invalidArgument, "\(value) is no timestamp (RFC 3339), or out of range")
      }
      return .timestamp(time)
    default: throw .noOverload("timestamp", value)
    }
  }
}
