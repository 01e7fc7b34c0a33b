/// A list of changes to a JSON value (RFC 6902), made in order, all of them or none.
public struct JSONPatch: Hashable, Sendable {
  /// One change, or one condition, of a patch (section 4).
  public enum Operation: Hashable, Sendable {
    /// Sets a member, or inserts an element.
    case add(JSONPointer, JSONValue)
    case remove(JSONPointer)
    /// Replaces a value, which must exist.
    case replace(JSONPointer, JSONValue)
    case move(from: JSONPointer, to: JSONPointer)
    case copy(from: JSONPointer, to: JSONPointer)
    /// Requires the place to hold an equal value.
    case test(JSONPointer, JSONValue)
  }

  public var operations: [Operation]

  public init(_ operations: [Operation] = []) {
    self.operations = operations
  }
}

extension JSONPatch.Operation {
  /// The place that the change is made at.
  public var path: JSONPointer {
    switch self {
    case .add(let path, _), .remove(let path), .replace(let path, _), .test(let path, _): path
    case .move(_, let path), .copy(_, let path): path
    }
  }
}
