/// A type whose values have a form in JSON.
///
/// A type that says how it is made from JSON and written as JSON is `Codable` too.
public protocol JSONConvertible: Codable, Sendable {
  /// - Throws: the first part that doesn't fit the type, with its place.
  /// - Complexity: O(size of the value).
  init(json: JSONValue) throws(JSONConversionError)

  /// The value as JSON.
  ///
  /// - Complexity: O(size of the value).
  var json: JSONValue { get }
}

extension JSONConvertible {
  /// - Throws: `DecodingError.dataCorrupted` with the place of the first part that doesn't fit.
  public init(from decoder: any Decoder) throws {
    let json = try JSONValue(from: decoder)
    do throws(JSONConversionError) {
      try self.init(json: json)
    } catch {
      throw error.inDecoding(at: decoder.codingPath)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }
}

/// A text that is one of several, such as a field with an `enum`.
public protocol JSONChoice: JSONConvertible, RawRepresentable, CaseIterable, Hashable
where RawValue == String {}

extension JSONChoice {
  /// - Throws: where the value is none of the texts.
  public init(json: JSONValue) throws(JSONConversionError) {
    guard let text = json.string, let choice = Self(rawValue: text) else {
      let texts = Self.allCases.map { "\(JSONValue.string($0.rawValue))" }
      throw JSONConversionError("must be one of \(texts.joined(separator: ", "))")
    }
    self = choice
  }

  public var json: JSONValue { .string(rawValue) }

  public init(from decoder: any Decoder) throws {
    let json = try JSONValue(from: decoder)
    do throws(JSONConversionError) {
      try self.init(json: json)
    } catch {
      throw error.inDecoding(at: decoder.codingPath)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }
}

/// The failure to make a value of a type from JSON.
public struct JSONConversionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place of the part that doesn't fit, as a JSON Pointer.
  public private(set) var pointer: JSONPointer
  /// The reason, such as `must be a string`.
  public let message: String

  public init(_ message: String) {
    pointer = JSONPointer([])
    self.message = message
  }

  /// The same failure, seen from the value that has the failed one as a member or an element.
  public func inside(_ name: String) -> JSONConversionError {
    var error = self
    error.pointer = JSONPointer([name] + pointer.tokens)
    return error
  }

  public var description: String {
    pointer.tokens.isEmpty ? "the value \(message)" : "the value at \(pointer) \(message)"
  }

  func inDecoding(at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: description))
  }
}
