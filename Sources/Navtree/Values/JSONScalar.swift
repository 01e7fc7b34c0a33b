/// A boolean, a string or a number of the standard library.
protocol JSONScalar {
  func encoded(at path: [any CodingKey]) throws -> JSONValue
  init(_ decoder: JSONValueDecoder) throws
}

extension Bool: JSONScalar {
  func encoded(at path: [any CodingKey]) -> JSONValue { .boolean(self) }

  init(_ decoder: JSONValueDecoder) throws {
    guard case .boolean(let boolean) = decoder.value else { throw decoder.misfit("true or false") }
    self = boolean
  }
}

extension String: JSONScalar {
  func encoded(at path: [any CodingKey]) -> JSONValue { .string(self) }

  init(_ decoder: JSONValueDecoder) throws {
    guard case .string(let string) = decoder.value else { throw decoder.misfit("a string") }
    self = string
  }
}

extension JSONScalar where Self: BinaryFloatingPoint {
  func encoded(at path: [any CodingKey]) throws -> JSONValue {
    guard isFinite else { throw EncodingError.unfit(self, path) }
    return .number(Double(self))
  }

  init(_ decoder: JSONValueDecoder) throws {
    guard let number = decoder.value.number else { throw decoder.misfit("a number") }
    self = Self(number)
  }
}

extension JSONScalar where Self: FixedWidthInteger {
  func encoded(at path: [any CodingKey]) throws -> JSONValue {
    guard let integer = Int(exactly: self) else { throw EncodingError.unfit(self, path) }
    return .integer(integer)
  }

  init(_ decoder: JSONValueDecoder) throws {
    let number: Self? =
      switch decoder.value {
      case .integer(let integer): Self(exactly: integer)
      case .number(let double): Self(exactly: double)
      case .null, .boolean, .string, .array, .object: nil
      }
    guard let number else { throw decoder.misfit("an integer that fits \(Self.self)") }
    self = number
  }
}

extension Double: JSONScalar {}
extension Float: JSONScalar {}
extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}

extension EncodingError {
  fileprivate static func unfit(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
    .invalidValue(value, Context(codingPath: path, debugDescription: "\(value) is no number of JSON"))
  }
}
