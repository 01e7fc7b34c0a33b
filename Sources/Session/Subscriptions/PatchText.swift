import JSON

/// A JSON Patch (RFC 6902) as it is written, operation by operation.
///
/// Its memory serves one patch after another.
final class PatchText {
  @exclusivity(unchecked)
  private(set) var text = JSONWriter()
  /// How many operations there are.
  @exclusivity(unchecked)
  private(set) var count = 0

  func begin() {
    text.removeAll()
    text.append("[")
    count = 0
  }

  /// Ends the patch and appends it.
  func end(into output: inout JSONWriter) {
    text.append("]")
    text.withUnsafeBytes { output.append($0) }
  }

  func add(_ path: String, _ value: JSONValue) {
    open("add", path)
    text.append(#","value":"#)
    text.appendValue(value)
    text.append("}")
  }

  func replace(_ path: String, _ value: JSONValue) {
    open("replace", path)
    text.append(#","value":"#)
    text.appendValue(value)
    text.append("}")
  }

  /// - Parameter write: writes the value.
  func replace(_ path: String, _ write: (inout JSONWriter) -> Void) {
    open("replace", path)
    text.append(#","value":"#)
    write(&text)
    text.append("}")
  }

  func remove(_ path: String) {
    open("remove", path)
    text.append("}")
  }

  func move(from: String, to path: String) {
    open("move", path)
    text.append(#","from":"#)
    text.appendString(from)
    text.append("}")
  }

  /// Appends what turns one value into another.
  ///
  /// - Complexity: that of `JSONPatch(from:to:key:)`.
  func turn(_ old: JSONValue, into new: JSONValue, at path: String) {
    for operation in JSONPatch(from: old, to: new, key: "id").operations {
      let place = path + operation.path.description
      switch operation {
      case .add(_, let value): add(place, value)
      case .replace(_, let value): replace(place, value)
      case .remove: remove(place)
      case .move(let from, _): move(from: path + from.description, to: place)
      // A difference has neither.
      case .copy, .test: break
      }
    }
  }

  private func open(_ operation: StaticString, _ path: String) {
    if count > 0 { text.append(",") }
    count += 1
    text.append(#"{"op":""#)
    text.append(operation)
    text.append(#"","path":"#)
    text.appendString(path)
  }
}
