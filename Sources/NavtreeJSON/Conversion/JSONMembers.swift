/// The members of an object from which a value is made.
public struct JSONMembers: Sendable {
  private let members: JSONObject

  /// - Throws: where the value is no object.
  public init(_ json: JSONValue) throws(JSONConversionError) {
    guard let members = json.object else { throw JSONConversionError("must be an object") }
    self.members = members
  }

  /// A member's value; without the member its default, else null.
  ///
  /// - Throws: where it doesn't fit, or is missing and can't be null.
  /// - Complexity: O(size of the value).
  public func value<Value: JSONConvertible>(
    _ name: String, default initial: JSONValue = .null
  ) throws(JSONConversionError) -> Value {
    let given = members[name]
    do {
      return try Value(json: given ?? initial)
    } catch {
      throw (given == nil && initial.isNull ? JSONConversionError("is missing") : error).inside(name)
    }
  }

  /// A member's value; nil without the member.
  ///
  /// - Throws: where it doesn't fit.
  /// - Complexity: O(size of the value).
  public func optional<Value: JSONConvertible>(_ name: String) throws(JSONConversionError) -> Value? {
    guard let given = members[name] else { return nil }
    do {
      return try Value(json: given)
    } catch {
      throw error.inside(name)
    }
  }

  /// The members beside those that are named.
  ///
  /// - Throws: where one doesn't fit.
  /// - Complexity: O(size of the members).
  public func others<Value: JSONConvertible>(
    beside names: Set<String>
  ) throws(JSONConversionError) -> [String: Value] {
    var others: [String: Value] = [:]
    for (name, member) in members where !names.contains(name) {
      do {
        others[name] = try Value(json: member)
      } catch {
        throw error.inside(name)
      }
    }
    return others
  }
}

extension JSONObject {
  /// Adds a value's members, as those that a type doesn't name; its own members stay.
  ///
  /// - Complexity: O(size of the members).
  public mutating func add(others: [String: some JSONConvertible]) {
    for (name, member) in others.sorted(by: { $0.key < $1.key }) where self[name] == nil {
      self[name] = member.json
    }
  }
}
