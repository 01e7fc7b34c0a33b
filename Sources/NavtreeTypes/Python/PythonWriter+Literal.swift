import NavtreeJSON

extension PythonWriter {
  static func literal(_ value: JSONValue) -> String {
    switch value {
    case .null: "None"
    case .boolean(let boolean): boolean ? "True" : "False"
    case .integer, .number: "\(value)"
    case .string(let text): quoted(text)
    case .array(let elements): "[\(elements.map(literal).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.map { "\(quoted($0.key)): \(literal($0.value))" }.joined(separator: ", "))}"
    }
  }
}
