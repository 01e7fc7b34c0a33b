/// `indexOf` and `lastIndexOf` from a position, `replace` and `split`.
enum StringSearches {
  static let functions: [Function] = [
    .member(
      "indexOf", [.takes(.string, .string, .int, gives: .int)],
      .three { text, part, start, frame throws(CELError) in .int(try firstIndex(text, part, start, &frame)) }),
    .member(
      "lastIndexOf", [.takes(.string, .string, .int, gives: .int)],
      .three { text, part, start, frame throws(CELError) in .int(try lastIndex(text, part, start, &frame)) }),
    .member(
      "replace", [.takes(.string, .string, .string, gives: .string)],
      .three { text, old, new, frame throws(CELError) in
        .string(try replace(text, old, new, .int(-1), &frame))
      }),
    .member(
      "replace", [.takes(.string, .string, .string, .int, gives: .string)],
      .four { text, old, new, limit, frame throws(CELError) in
        .string(try replace(text, old, new, limit, &frame))
      }),
    .member(
      "split", [.takes(.string, .string, gives: .list(.string))],
      .two { text, separator, frame throws(CELError) in
        .list(try split(text, separator, .int(-1), &frame))
      }),
    .member(
      "split", [.takes(.string, .string, .int, gives: .list(.string))],
      .three { text, separator, limit, frame throws(CELError) in
        .list(try split(text, separator, limit, &frame))
      }),
  ]

  /// The offset in bytes of a code point by number.
  private static func offset(_ number: Int, in text: String) throws(CELError) -> Int {
    let index = try StringExtensions.position(number, in: text)
    return text.utf8.distance(from: text.utf8.startIndex, to: index)
  }

  /// The number of the code point at an offset in bytes.
  private static func number(at offset: Int, in text: String) -> Int {
    text.withBytes { bytes in
      bytes.prefix(offset).reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    }
  }

  static func firstIndex(
    _ text: CELValue, _ part: CELValue, _ start: CELValue, _ frame: inout Frame
  ) throws(CELError) -> Int {
    guard case .string(let whole) = text, case .string(let part) = part, case .int(let start) = start else {
      throw .noOverload("indexOf", text, part, start)
    }
    try StringFunctions.spendSearch(whole, part, &frame)
    let from = try offset(start, in: whole)
    return whole.firstOffset(of: part, from: from).map { number(at: $0, in: whole) } ?? -1
  }

  /// The index of the last occurrence that begins no later than a start.
  static func lastIndex(
    _ text: CELValue, _ part: CELValue, _ start: CELValue?, _ frame: inout Frame
  ) throws(CELError) -> Int {
    guard case .string(let whole) = text, case .string(let part) = part else {
      throw .noOverload("lastIndexOf", text, part)
    }
    try StringFunctions.spendSearch(whole, part, &frame)
    var from = whole.utf8.count
    if let start {
      guard case .int(let start) = start else { throw .noOverload("lastIndexOf", text, .string(part), start) }
      from = try offset(start, in: whole)
    }
    let found = whole.withBytes { whole in
      part.withBytes { part -> Int? in
        var offset = min(from, whole.count - part.count)
        while offset >= 0 {
          let window = UnsafeRawBufferPointer(rebasing: whole[offset..<offset + part.count])
          if compareBytes(window, part) == 0 { return offset }
          offset -= 1
        }
        return nil
      }
    }
    return found.map { number(at: $0, in: whole) } ?? -1
  }

  private static func replace(
    _ text: CELValue, _ old: CELValue, _ new: CELValue, _ limit: CELValue, _ frame: inout Frame
  ) throws(CELError) -> String {
    guard case .string(let whole) = text, case .string(let old) = old, case .string(let new) = new,
      case .int(let limit) = limit
    else { throw .noOverload("replace", text, old, new, limit) }
    if limit == 0 { return whole }
    try StringFunctions.spendSearch(whole, old, &frame)
    // An empty text occurs before each code point and at the end.
    if old.isEmpty { return try insert(new, into: whole, limit, &frame) }
    var result: [UInt8] = []
    var position = 0
    var count = 0
    let bytes = Array(whole.utf8)
    while count != limit, let found = whole.firstOffset(of: old, from: position) {
      try frame.spend(1 + (new.utf8.count + found - position) / 10)
      result += bytes[position..<found]
      result += new.utf8
      position = found + old.utf8.count
      count += 1
    }
    result += bytes[position...]
    return String(decoding: result, as: UTF8.self)
  }

  private static func insert(
    _ new: String, into whole: String, _ limit: Int, _ frame: inout Frame
  ) throws(CELError) -> String {
    var result = ""
    var count = 0
    for scalar in whole.unicodeScalars {
      if count != limit {
        try frame.spend(1 + new.utf8.count / 10)
        result += new
        count += 1
      }
      result.unicodeScalars.append(scalar)
    }
    return count == limit ? result : result + new
  }

  private static func split(
    _ text: CELValue, _ separator: CELValue, _ limit: CELValue, _ frame: inout Frame
  ) throws(CELError) -> CELList {
    guard case .string(let whole) = text, case .string(let separator) = separator,
      case .int(let limit) = limit
    else { throw .noOverload("split", text, separator, limit) }
    if limit == 0 { return CELList(scalars: []) }
    try StringFunctions.spendSearch(whole, separator, &frame)
    var parts: [CELValue] = []
    if separator.isEmpty {
      var rest = whole.unicodeScalars[...]
      while parts.count + 1 != limit, let scalar = rest.popFirst() {
        try frame.spend(1)
        parts.append(.string(String(scalar)))
      }
      if !rest.isEmpty { parts.append(.string(String(rest))) }
      return CELList(scalars: parts)
    }
    var position = 0
    let bytes = Array(whole.utf8)
    while parts.count + 1 != limit, let found = whole.firstOffset(of: separator, from: position) {
      try frame.spend(1 + (found - position) / 10)
      parts.append(.string(String(decoding: bytes[position..<found], as: UTF8.self)))
      position = found + separator.utf8.count
    }
    parts.append(.string(String(decoding: bytes[position...], as: UTF8.self)))
    return CELList(scalars: parts)
  }
}
