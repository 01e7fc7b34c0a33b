package import NavtreeJSON

/// The sensitive values of a recording, by the numbers of its lines.
package struct RecordedSecrets {
  private var values: [Int: [JSONValue]] = [:]

  /// - Parameter entries: the lines of a `.secrets` file.
  package init(_ entries: [JSONValue] = []) {
    for entry in entries {
      if let line = entry["line"]?.integer, let values = entry["values"]?.array { add(values, of: line) }
    }
  }

  package mutating func add(_ values: [JSONValue], of line: Int) { self.values[line] = values }

  /// The values of a line, which are kept no longer; none if they aren't known.
  package mutating func take(_ line: Int) -> [JSONValue] { values.removeValue(forKey: line) ?? [] }
}
