package import NavtreeJSON
import NavtreeYAML

extension FlowDifference.Entry {
  /// One line: `breaking payload userList.open.id new.navtree.yaml:31:7: may not be null`.
  package var line: String {
    "\(verdict) \(subject.rawValue) \(name) \(file):\(location.line):\(location.column): \(message)"
  }

  private var verdict: String { isBreaking ? "breaking" : "compatible" }

  package var json: JSONValue {
    [
      "breaking": .boolean(isBreaking), "subject": .string(subject.rawValue), "name": .string(name),
      "message": .string(message), "file": .string(file), "line": .integer(location.line),
      "column": .integer(location.column),
    ]
  }
}
