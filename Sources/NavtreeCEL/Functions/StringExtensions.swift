/// The strings extension except `format`. Positions and lengths are in code points.
enum StringExtensions {
  static let functions: [Function] =
    [
      .member(
        "charAt", [.takes(.string, .int, gives: .string)],
        .two { text, index, frame throws(CELError) in
          guard case .string(let text) = text, case .int(let index) = index else {
            throw .noOverload("charAt", text, index)
          }
          try frame.spend(bytes: text.utf8.count)
          let start = try position(index, in: text)
          return .string(String(text.unicodeScalars[start...].prefix(1)))
        }),
      .member(
        "substring", [.takes(.string, .int, gives: .string)],
        .two { text, start, frame throws(CELError) in
          guard case .string(let text) = text, case .int(let start) = start else {
            throw .noOverload("substring", text, start)
          }
          try frame.spend(bytes: text.utf8.count)
          return .string(String(text.unicodeScalars[try position(start, in: text)...]))
        }),
      .member(
        "substring", [.takes(.string, .int, .int, gives: .string)],
        .three { text, start, end, frame throws(CELError) in
          guard case .string(let text) = text, case .int(let start) = start, case .int(let end) = end else {
            throw .noOverload("substring", text, start, end)
          }
          try frame.spend(bytes: text.utf8.count)
          if start > end {
            throw CELError(.indexOutOfRange, "the substring ends at \(end), before its start \(start)")
          }
          return .string(String(text.unicodeScalars[try position(start, in: text)..<position(end, in: text)]))
        }),
      transform("lowerAscii") { $0.mappingBytes { $0 >= 65 && $0 <= 90 ? $0 + 32 : $0 } },
      transform("upperAscii") { $0.mappingBytes { $0 >= 97 && $0 <= 122 ? $0 - 32 : $0 } },
      transform("trim") { text in
        var rest = text.unicodeScalars[...]
        while rest.first?.properties.isWhitespace == true { rest.removeFirst() }
        while rest.last?.properties.isWhitespace == true { rest.removeLast() }
        return String(rest)
      },
      transform("strings.quote", isMember: false, \.quoted),
      .member(
        "join", [.takes(.list(.string), gives: .string)],
        .one { list, frame throws(CELError) in
          .string(try join(list, "", &frame))
        }),
      .member(
        "join", [.takes(.list(.string), .string, gives: .string)],
        .two { list, separator, frame throws(CELError) in
          guard case .string(let text) = separator else { throw .noOverload("join", list, separator) }
          return .string(try join(list, text, &frame))
        }),
    ] + StringSearches.functions

  /// `reverse` of a text.
  static func reverse(_ value: CELValue, _ frame: inout Frame) throws(CELError) -> CELValue {
    guard case .string(let text) = value else { throw .noOverload("reverse", value) }
    try frame.spend(bytes: text.utf8.count)
    let bytes = Array(text.utf8)
    var reversed: [UInt8] = []
    reversed.reserveCapacity(bytes.count)
    var end = bytes.count
    while end > 0 {
      var start = end - 1
      while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
      for byte in bytes[start..<end] { reversed.append(byte) }
      end = start
    }
    return .string(String(decoding: reversed, as: UTF8.self))
  }

  /// A function of a text alone, which costs by its length.
  private static func transform(
    _ name: String, isMember: Bool = true, _ body: @escaping @Sendable (String) -> String
  ) -> Function {
    Function(
      name: name, isMember: isMember, overloads: [.takes(.string, gives: .string)],
      body: .one { value, frame throws(CELError) in
        guard case .string(let text) = value else { throw .noOverload(name, value) }
        try frame.spend(bytes: text.utf8.count)
        return .string(body(text))
      })
  }

  /// The index of a code point by number, from 0 to the length.
  /// - Complexity: O(*n*)
  static func position(_ number: Int, in text: String) throws(CELError) -> String.Index {
    let scalars = text.unicodeScalars
    guard number >= 0,
      let index = scalars.index(scalars.startIndex, offsetBy: number, limitedBy: scalars.endIndex)
    else { throw CELError(.indexOutOfRange, "the index \(number) is out of the string's range") }
    return index
  }

  private static func join(_ value: CELValue, _ separator: String, _ frame: inout Frame) throws(CELError)
    -> String
  {
    guard case .list(let list) = value else { throw .noOverload("join", value) }
    var result = ""
    for index in 0..<list.count {
      guard case .string(let part) = list[index] else { throw .noOverload("join", value) }
      try frame.spend(1)
      try frame.spend(bytes: part.utf8.count + separator.utf8.count)
      if index > 0 { result += separator }
      result += part
    }
    return result
  }
}

extension String {
  fileprivate func mappingBytes(_ transform: (UInt8) -> UInt8) -> String {
    String(decoding: utf8.map(transform), as: UTF8.self)
  }
}
