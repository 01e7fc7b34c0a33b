/// What a part of an expression gave, for an explanation.
public struct CELObservation: Sendable {
  public let range: CELSourceRange
  public let result: Result<CELValue, CELError>
}
