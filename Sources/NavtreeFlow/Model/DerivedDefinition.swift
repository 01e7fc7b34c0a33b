/// A value derived from others, evaluated when it is read: a computed value, or a guard.
package struct DerivedDefinition: Sendable {
  package let name: String
  package let value: CompiledExpression
  /// Whether it is derived from something sensitive.
  package let sensitive: Bool
}
