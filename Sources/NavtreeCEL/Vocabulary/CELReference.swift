/// A variable or field that an expression reads.
public struct CELReference: Hashable, Sendable {
  /// The variable's number.
  public let variable: Int
  /// The number of the record's field, or nil when the whole variable is read.
  public let field: Int?
  /// The fields selected from it next, as far as they are written as names.
  public let path: [String]

  public init(variable: Int, field: Int?, path: [String] = []) {
    self.variable = variable
    self.field = field
    self.path = path
  }
}
