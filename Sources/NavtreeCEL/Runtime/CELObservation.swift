/// The result of a part of an expression, for an explanation.
public struct CELObservation: Sendable {
  public let range: CELSourceRange
  public let result: Result<CELValue, CELError>
}
