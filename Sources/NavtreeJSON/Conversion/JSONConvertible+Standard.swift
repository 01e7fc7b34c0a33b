extension JSONValue: JSONConvertible {
  public init(json: JSONValue) throws(JSONConversionError) { self = json }

  public var json: JSONValue { self }
}

extension Bool: JSONConvertible {
  public init(json: JSONValue) throws(JSONConversionError) {
    guard let boolean = json.boolean else { throw JSONConversionError("must be true or false") }
    self = boolean
  }

  public var json: JSONValue { .boolean(self) }
}

extension Int: JSONConvertible {
  /// A number without a fraction is an integer, however it is written.
  public init(json: JSONValue) throws(JSONConversionError) {
    if let integer = json.integer {
      self = integer
    } else if case .number(let number) = json, let integer = Int(exactly: number) {
      self = integer
    } else {
      throw JSONConversionError("must be an integer")
    }
  }

  public var json: JSONValue { .integer(self) }
}

extension Double: JSONConvertible {
  public init(json: JSONValue) throws(JSONConversionError) {
    guard let number = json.number else { throw JSONConversionError("must be a number") }
    self = number
  }

  public var json: JSONValue { .number(self) }
}

extension String: JSONConvertible {
  public init(json: JSONValue) throws(JSONConversionError) {
    guard let string = json.string else { throw JSONConversionError("must be a string") }
    self = string
  }

  public var json: JSONValue { .string(self) }
}

/// Null is `nil`.
extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  public init(json: JSONValue) throws(JSONConversionError) {
    self = json.isNull ? nil : try Wrapped(json: json)
  }

  public var json: JSONValue { self?.json ?? .null }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  public init(json: JSONValue) throws(JSONConversionError) {
    guard let elements = json.array else { throw JSONConversionError("must be a list") }
    self = []
    reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      do {
        append(try Element(json: element))
      } catch {
        throw error.inside("\(index)")
      }
    }
  }

  public var json: JSONValue { .array(map(\.json)) }
}

/// The members of an object, sorted by name when they are written.
extension Dictionary: JSONConvertible where Key == String, Value: JSONConvertible {
  public init(json: JSONValue) throws(JSONConversionError) {
    guard let members = json.object else { throw JSONConversionError("must be an object") }
    self = [:]
    for (name, member) in members {
      do {
        self[name] = try Value(json: member)
      } catch {
        throw error.inside(name)
      }
    }
  }

  public var json: JSONValue {
    var members = JSONObject(minimumCapacity: count)
    for (name, member) in sorted(by: { $0.key < $1.key }) { members[name] = member.json }
    return .object(members)
  }
}
