import NavtreeCEL
package import NavtreeJSON

/// The fields of a link for which its templates give certain values.
package struct LinkBinding: Sendable {
  private let record: RecordDefinition
  /// By field; nil while undetermined.
  private var bound: [JSONValue?]

  package init(_ record: RecordDefinition) {
    self.record = record
    bound = Array(repeating: nil, count: record.fields.count)
  }

  /// The values of all fields, undetermined ones as in a URL without them; nil when such a URL doesn't match
  /// the link.
  package var values: [JSONValue]? {
    var values: [JSONValue] = []
    for (field, value) in zip(record.fields, bound) {
      guard let value = value ?? field.initial?.constant else { return nil }
      values.append(value)
    }
    return values
  }

  /// Whether a template may give a value; binds the fields that the template names alone.
  ///
  /// Of an object only the members that the template gives are compared. A template that computes anything
  /// can't be reversed.
  ///
  /// Recursion is bounded by the depth of YAML.
  package mutating func bind(_ template: ValueTemplate, to value: JSONValue) -> Bool {
    switch template {
    case .constant(.object(let members)):
      guard case .object(let object) = value else { return false }
      return members.allSatisfy { object[$0.key] == $0.value }
    case .constant(let constant): return constant == value
    case .expression(let expression):
      guard let field = field(expression.program.source) else { return false }
      if let known = bound[field] { return known == value }
      bound[field] = value
      return true
    case .text: return false
    case .array(let templates):
      guard case .array(let elements) = value, elements.count == templates.count else { return false }
      for (template, element) in zip(templates, elements) where !bind(template, to: element) { return false }
      return true
    case .object(let members):
      guard case .object(let object) = value else { return false }
      for member in members {
        guard let value = object[member.key], bind(member.value, to: value) else { return false }
      }
      return true
    }
  }

  /// The field that is the whole expression: `link.name`, `link["name"]`.
  private func field(_ source: String) -> Int? {
    record.fields.firstIndex { Self.isWhole(source, field: $0.name) }
  }

  /// Whether an expression is a link's field and nothing else.
  static func isWhole(_ source: String, field name: String) -> Bool {
    var text = Substring(source)
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return ["link.\(name)", "link[\"\(name)\"]", "link['\(name)']"].contains(UTF8Key(String(text)))
  }
}
