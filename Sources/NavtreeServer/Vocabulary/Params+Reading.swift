import NavtreeJSON
import NavtreeJSONReading
import NavigationTree
import NavtreeEngine
import NavtreeText

/// Readers of params by kind; nil if a param isn't given.
extension Params {
  func value(_ name: ParameterName) throws(Failure) -> JSONValue? {
    guard let element = self[name] else { return nil }
    do {
      return try element.value()
    } catch {
      throw Failure(.invalidParams, "\(error)")
    }
  }

  // Most of the params that a method reads aren't given: what is given is read apart.

  @inline(__always)
  func string(_ name: ParameterName) throws(Failure) -> String? {
    guard let element = self[name] else { return nil }
    return try string(element, name)
  }

  private func string(_ element: JSONElement, _ name: ParameterName) throws(Failure) -> String {
    guard let string = element.string else { throw misfit(name) }
    return string
  }

  /// The string of a required parameter.
  func text(_ name: ParameterName) throws(Failure) -> String {
    guard let text = try string(name) else { throw misfit(name) }
    return text
  }

  /// The given address as a text for people, even if it is none; clipped.
  var shownAddress: String? { self[.at]?.string?.echo ?? self[.at]?.integer.map { "#\($0)" } }

  @inline(__always)
  func boolean(_ name: ParameterName, default standard: Bool = false) throws(Failure) -> Bool {
    guard let element = self[name] else { return standard }
    return try boolean(element, name)
  }

  private func boolean(_ element: JSONElement, _ name: ParameterName) throws(Failure) -> Bool {
    guard let boolean = element.boolean else { throw misfit(name) }
    return boolean
  }

  /// The name of whoever causes the change.
  func origin() throws(Failure) -> String? {
    let text = try string(.origin)
    if let text { try Failure.check(origin: text) }
    return text
  }

  /// A choice given for a parameter.
  func choice<Choice: RawRepresentable<String>>(_ name: ParameterName) throws(Failure) -> Choice? {
    guard let text = try string(name) else { return nil }
    guard let choice = Choice(rawValue: text) else { throw misfit(name) }
    return choice
  }

  func integer(_ name: ParameterName, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    guard let element = self[name] else { return nil }
    guard let integer = element.integer, range.contains(integer) else {
      let upper = range.upperBound == .max ? "on" : "to \(range.upperBound)"
      throw misfit(name, "an integer from \(range.lowerBound) \(upper)")
    }
    return integer
  }

  func object(_ name: ParameterName) throws(Failure) -> JSONObject? {
    guard let value = try value(name) else { return nil }
    guard case .object(let object) = value else { throw misfit(name) }
    return object
  }

  func list(_ name: ParameterName) throws(Failure) -> [JSONValue]? {
    guard let value = try value(name) else { return nil }
    guard case .array(let list) = value else { throw misfit(name) }
    return list
  }

  @inline(__always)
  func address(_ name: ParameterName) throws(Failure) -> Address? {
    guard let element = self[name] else { return nil }
    return try address(element, name)
  }

  private func address(_ element: JSONElement, _ name: ParameterName) throws(Failure) -> Address {
    guard let address = Address(element) else { throw misfit(name) }
    return address
  }

  /// The most segments of a pointer in a request.
  private static let mostSegments = 1_000

  /// A pointer into a screen's JSON.
  func statePointer(_ name: ParameterName) throws(Failure) -> StatePointer? {
    if let bytes = self[name]?.stringBytes, let field = StatePointer(field: bytes) { return field }
    return try pointer(name).map { .place($0) }
  }

  func pointer(_ name: ParameterName) throws(Failure) -> JSONPointer? {
    guard let element = self[name] else { return nil }
    guard let bytes = element.stringBytes else { throw misfit(name) }
    // Bytes are counted before anything is made of them.
    guard bytes.count(where: { $0 == UInt8(ascii: "/") }) <= Self.mostSegments else {
      throw misfit(name, "a JSON Pointer of at most \(Self.mostSegments) segments")
    }
    do {
      return try JSONPointer(parsing: bytes)
    } catch {
      throw misfit(name, "a JSON Pointer: \(error)")
    }
  }
}

extension Address {
  /// The address that a param gives: a path, an id, or both as text, or an id as an integer.
  init?(_ element: JSONElement) {
    if let bytes = element.stringBytes {
      self.init(bytes)
    } else if let id = element.integer, id >= 0 {
      self.init(ScreenID(id))
    } else {
      return nil
    }
  }
}
