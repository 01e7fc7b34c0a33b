import NavtreeCEL
package import NavtreeJSON

/// A value as a flow writes it: constant, computed, or made of both.
package indirect enum ValueTemplate: Sendable {
  case constant(JSONValue)
  /// The whole string is one `${…}`: the value keeps its type.
  case expression(CompiledExpression)
  /// Text with `${…}` in it; a part that isn't a string is written as JSON.
  case text([TextPart])
  case array([ValueTemplate])
  case object([Member])

  /// The value, if it is constant.
  package var constant: JSONValue? {
    if case .constant(let value) = self { value } else { nil }
  }

  package struct Member: Sendable {
    package let key: String
    package let value: ValueTemplate
  }

  package enum TextPart: Sendable {
    case literal(String)
    case expression(CompiledExpression)
  }
}

extension ValueTemplate {
  /// Whether its expressions read nothing but params.
  ///
  /// Recursion is bounded by the depth of YAML.
  var readsParamsAlone: Bool {
    switch self {
    case .constant: true
    case .expression(let expression): expression.readsParamsAlone
    case .text(let parts):
      parts.allSatisfy {
        if case .expression(let expression) = $0 { expression.readsParamsAlone } else { true }
      }
    case .array(let elements): elements.allSatisfy(\.readsParamsAlone)
    case .object(let members): members.allSatisfy(\.value.readsParamsAlone)
    }
  }
}

extension CompiledExpression {
  fileprivate var readsParamsAlone: Bool {
    program.references.allSatisfy { $0.variable == ScopeVariable.params.rawValue }
  }
}
