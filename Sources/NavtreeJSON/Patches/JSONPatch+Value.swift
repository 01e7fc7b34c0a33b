extension JSONPatch {
  /// Reads a patch (RFC 6902 section 3). Members that an operation doesn't know are ignored.
  ///
  /// - Complexity: O(*n*)
  public init(_ value: JSONValue) throws(JSONPatchError) {
    guard case .array(let array) = value else { throw JSONPatchError(.notAnArray, operation: nil) }
    operations = []
    operations.reserveCapacity(array.count)
    for (index, element) in array.enumerated() {
      do { operations.append(try Operation(element)) } catch { throw JSONPatchError(error, operation: index) }
    }
  }

  /// The patch as JSON.
  ///
  /// - Complexity: O(*n*)
  public var value: JSONValue { .array(operations.map(\.value)) }
}

extension JSONPatch: CustomStringConvertible {
  /// The patch as JSON.
  public var description: String { value.description }
}

extension JSONPatchError.Reason: Error {}

extension JSONPatch.Operation {
  fileprivate init(_ value: JSONValue) throws(JSONPatchError.Reason) {
    guard case .object(let object) = value else { throw .notAnObject }
    let name = try object.text("op")
    let path = try object.pointer("path")
    switch name {
    case "add": self = .add(path, try object.required("value"))
    case "remove": self = .remove(path)
    case "replace": self = .replace(path, try object.required("value"))
    case "move": self = .move(from: try object.pointer("from"), to: path)
    case "copy": self = .copy(from: try object.pointer("from"), to: path)
    case "test": self = .test(path, try object.required("value"))
    default: throw .unknownOperation(name)
    }
  }

  /// The operation as JSON.
  public var value: JSONValue {
    switch self {
    case .add(let path, let value): ["op": "add", "path": .string("\(path)"), "value": value]
    case .remove(let path): ["op": "remove", "path": .string("\(path)")]
    case .replace(let path, let value): ["op": "replace", "path": .string("\(path)"), "value": value]
    case .move(let from, let path):
      ["op": "move", "from": .string("\(from)"), "path": .string("\(path)")]
    case .copy(let from, let path):
      ["op": "copy", "from": .string("\(from)"), "path": .string("\(path)")]
    case .test(let path, let value): ["op": "test", "path": .string("\(path)"), "value": value]
    }
  }
}

extension JSONObject {
  fileprivate func required(_ name: String) throws(JSONPatchError.Reason) -> JSONValue {
    guard let value = self[name] else { throw .missing(name) }
    return value
  }

  fileprivate func text(_ name: String) throws(JSONPatchError.Reason) -> String {
    guard case .string(let text) = try required(name) else { throw .notAString(name) }
    return text
  }

  fileprivate func pointer(_ name: String) throws(JSONPatchError.Reason) -> JSONPointer {
    let text = try text(name)
    do { return try JSONPointer(parsing: text) } catch { throw .malformed(name, error) }
  }
}
